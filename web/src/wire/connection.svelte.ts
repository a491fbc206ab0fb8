/** The connection to a table: comes back by itself, and sends again what wasn't answered. */
import { randomDigits } from "./digits"
import {
  PROTOCOL,
  type Answer,
  type Command,
  type Do,
  type Refusal,
  type Scene,
  type Sent,
  type Told,
} from "./messages"
import { updated, type Version } from "./version"
import { pause } from "./waiting"

type State = "connecting" | "connected" | "away" | "ended"

interface Pending {
  asked: Do
  answered: (refused: Refusal | null) => void
}

export class Connection {
  state = $state<State>("connecting")
  /** Why the connection ended for good. */
  ended = $state<Refusal | null>(null)
  #socket: WebSocket | null = null
  #known: Version | null = null
  #pending = new Map<number, Pending>()
  #sequence = 0
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #client = randomDigits(16)

  constructor(
    readonly table: string,
    readonly onScene: (scene: Scene) => void,
  ) {
    addEventListener("online", this.#awake)
    document.addEventListener("visibilitychange", this.#awake)
  }

  /** Does something at the table. The promise holds why it was refused, or null. */
  send(command: Command): Promise<Refusal | null> {
    const sequence = ++this.#sequence
    const turn = this.#known?.scene.standing.turn ?? 0
    const asked: Do = { type: "do", sequence, turn, command }
    return new Promise((answered) => {
      this.#pending.set(sequence, { asked, answered })
      if (this.state === "connected") this.#put(asked)
    })
  }

  close(): void {
    this.state = "ended"
    removeEventListener("online", this.#awake)
    document.removeEventListener("visibilitychange", this.#awake)
    this.#drop()
  }

  /** The network is back, or somebody looks at the page again: the wait is over, and an old connection may be dead. */
  #awake = (event: Event): void => {
    if (event.type === "online" || (this.state === "away" && !document.hidden)) this.open()
  }

  #drop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#socket === null) return
    this.#socket.onclose = null
    this.#socket.close()
  }

  /** Connects, in place of an earlier connection if there was one; no more once it is closed. */
  open(): void {
    if (this.state === "ended") return
    this.#drop()
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const socket = new WebSocket(`${scheme}://${location.host}/ws`)
    this.#socket = socket
    socket.onopen = () => this.#greet()
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Told)
    socket.onclose = () => this.#lost()
  }

  #greet(): void {
    this.#put({ type: "hello", protocol: PROTOCOL, table: this.table, client: this.#client })
    this.state = "connected"
    for (const { asked } of this.#pending.values()) this.#put(asked)
  }

  #hear(told: Told): void {
    this.#attempt = 0
    if (told.type === "answer") this.#answered(told)
    else if (told.type === "bye") this.#dismissed(told.refused, told.again)
    else this.#shown(updated(this.#known, told))
  }

  #shown(next: Version | null): void {
    this.#known = next
    if (next === null) this.#socket?.close()
    else this.onScene(next.scene)
  }

  #answered(answer: Answer): void {
    this.#pending.get(answer.sequence)?.answered(answer.refused)
    this.#pending.delete(answer.sequence)
  }

  #dismissed(refused: Refusal, again: number | null): void {
    if (again !== null) {
      this.#retry(again * 1000)
      return
    }
    this.ended = refused
    this.close()
  }

  #lost(): void {
    if (this.#timer === undefined) this.#retry(pause(this.#attempt++, Math.random()))
  }

  #retry(milliseconds: number): void {
    this.state = "away"
    this.#timer = setTimeout(() => this.open(), milliseconds)
  }

  #put(message: Sent): void {
    this.#socket?.send(JSON.stringify(message))
  }
}
