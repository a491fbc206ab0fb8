/** A table as it is shown, and what can be done at it: what the components of a table share. */
import { getContext, setContext } from "svelte"
import { Connection } from "../wire/connection.svelte"
import type { Command, Line, Refusal, Scene } from "../wire/messages"
import { CARD_STAYS, TRICK_STAYS, frames, type Frame } from "./frames"
import { keepMuted, keepRead, mutedAt, readAt } from "./keeping"
import { followed, isMuted, toggled, type Muted } from "./muting"
import { Sharing } from "./sharing.svelte"

const MOST_WAITING = 12
/** Milliseconds for which what was said stands beside who said it. */
const SAID_STAYS = 7000
/** Things said at once that are shown; the talk has all. */
const MOST_SAID = 3
const KEY = Symbol("room")

export class Room {
  /** What is shown now. */
  frame = $state.raw<Frame | null>(null)
  /** The last that was told. */
  latest = $state.raw<Scene | null>(null)
  notice = $state.raw<Refusal | null>(null)
  /** Cards chosen to be put down. */
  chosen = $state<string[]>([])
  /** What touching a card does: play it, or put it away. */
  touch = $state<"play" | "away">("play")
  /** A card that may be led in more than one way. */
  leading = $state<string | null>(null)
  /** What one is called, as far as it is known. */
  name = $state("")
  /** What each last said a moment ago, several things where they were said at once; the latest last. */
  saying = $state.raw<Line[]>([])
  /** When the last was said that one has read. */
  read = $state(0)
  /** Whether one's seat was taken from one. */
  unseated = $state(false)
  /** Those one doesn't want to hear. */
  muted = $state.raw<Muted[]>([])
  readonly connection: Connection
  readonly sharing: Sharing
  /** Whether one stands up oneself. */
  #leaves = false
  #queue: Frame[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #silences = new Set<ReturnType<typeof setTimeout>>()

  constructor(readonly table: string) {
    this.connection = new Connection(table, (scene) => this.#told(scene))
    this.sharing = new Sharing(table, (share) => this.connection.send(share))
    this.muted = mutedAt(table)
    this.read = readAt(table)
  }

  /** Whether all that was told is shown. */
  get settled(): boolean {
    return this.frame?.scene === this.latest && this.frame?.rests === "card"
  }

  /** Whether it is one's turn and the table shows it. */
  get acting(): boolean {
    const scene = this.latest
    return (
      this.settled &&
      scene !== null &&
      scene.you !== null &&
      scene.deal?.toAct === scene.you &&
      scene.standing.stage === "playing"
    )
  }

  /** Hears somebody no longer, or again. */
  mute(seat: number): void {
    this.#unheard(toggled(this.muted, seat, this.latest?.chairs[seat]?.name ?? ""))
  }

  #unheard(muted: Muted[]): void {
    this.muted = muted
    keepMuted(this.table, muted)
  }

  /** All that was said has been read, here or in a dialog. */
  readAll(): void {
    this.read = this.latest?.talk.at(-1)?.at ?? this.read
    keepRead(this.table, this.read)
  }

  /** Does something at the table. The promise holds why it was refused, which the table says too, or null. */
  async send(command: Command): Promise<Refusal | null> {
    this.notice = null
    this.#leaves = command.type === "stand"
    this.notice = await this.connection.send(command)
    return this.notice
  }

  sit(seat: number): void {
    void this.send({ type: "sit", seat, name: this.name })
  }

  act(action: string): void {
    void this.send({ type: "act", action })
  }

  /** Goes to the table. */
  come(): void {
    this.connection.open()
  }

  /** Goes on from a finished trick. */
  skip(): void {
    if (this.frame?.rests === "trick") this.#next()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#silences.forEach(clearTimeout)
    this.connection.close()
  }

  #told(scene: Scene): void {
    this.#queue.push(...frames(this.latest, scene))
    if (this.latest?.standing.turn !== scene.standing.turn) this.#anew()
    this.unseated = scene.you === null && (this.unseated || (this.latest?.you != null && !this.#leaves))
    if (this.muted.length) this.#unheard(followed(this.muted, scene.chairs))
    this.#hear(scene)
    this.latest = scene
    void this.sharing.told(scene)
    if (this.#queue.length > MOST_WAITING) this.#queue = this.#queue.slice(-1)
    if (this.#timer === undefined) this.#next()
  }

  /** What was said since the scene before, unless that is from before one came. */
  #hear({ talk }: Scene): void {
    if (this.latest === null) return
    const known = this.latest.talk.at(-1)?.at
    const since = talk.slice(talk.findLastIndex(({ at }) => at === known) + 1)
    const said = since.filter(({ name }) => !isMuted(this.muted, name)).slice(-MOST_SAID)
    if (!said.length) return
    const speakers = said.map(({ name }) => name)
    this.saying = [...this.saying.filter(({ name }) => !speakers.includes(name)), ...said]
    const silence = setTimeout(() => {
      this.saying = this.saying.filter((line) => !said.includes(line))
      this.#silences.delete(silence)
    }, SAID_STAYS)
    this.#silences.add(silence)
  }

  /** Another turn: what was chosen or said of the one before is put away. */
  #anew(): void {
    this.notice = null
    this.chosen = []
    this.touch = "play"
    this.leading = null
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const frame = this.#queue.shift()
    if (frame === undefined) return
    this.frame = frame
    const stays = frame.rests === "trick" ? TRICK_STAYS[frame.scene.rules.settings.pace] : CARD_STAYS
    this.#timer = setTimeout(() => this.#next(), stays)
  }
}

export const setRoom = (room: Room): Room => setContext(KEY, room)
export const useRoom = (): Room => getContext(KEY)
