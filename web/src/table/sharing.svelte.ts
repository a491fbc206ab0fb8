/** Adds this device's bytes to the key of a match, once what they are for is noted, and says when it isn't kept to. */
import { randomDigits } from "../wire/digits"
import type { Refusal, Scene, Share } from "../wire/messages"
import { holds, counted, keepNote, notedAt, noting, verdictOn, type Note, type Verdict } from "./fair"

const SHARED_BYTES = 32

export class Sharing {
  note = $state.raw<Note | null>(null)
  verdict = $state<Verdict>("unknown")
  #begun = $state(false)
  /** Whether the secret shown is that of the commitment; null before it is shown. */
  holds = $state<boolean | null>(null)
  #scene: Scene | null = null
  /** The bytes this page gave last: another device of one's own may have given others since. */
  #given = ""
  #giving = false

  constructor(
    readonly table: string,
    readonly send: (share: Share) => Promise<Refusal | null>,
  ) {
    this.note = notedAt(table)
  }

  /** What is to be said at the table, if something isn't as it was noted before the first deal. */
  get alarm(): "" | "broken" | "exchanged" | "left out" | "other" {
    if (this.holds === false) return "broken"
    if (this.verdict === "exchanged") return "exchanged"
    return this.#begun && (this.verdict === "left out" || this.verdict === "other") ? this.verdict : ""
  }

  /** What is told of the table; the promise waits until what it brings about is done. */
  async told(scene: Scene): Promise<void> {
    this.#scene = scene
    // Another page of this browser may have noted something meanwhile.
    const before = notedAt(this.table) ?? this.note
    const note = noting(before, scene, () => randomDigits(SHARED_BYTES))
    if (note !== null && note !== before) keepNote(this.table, note)
    this.note = note
    this.verdict = verdictOn(note, scene)
    this.holds = holds(scene.fair)
    this.#begun = scene.standing.stage !== "gathering"
    await this.#give(scene)
  }

  /** Gives the bytes noted, unless they count already or another device of one's own has given others after them. */
  async #give(scene: Scene): Promise<void> {
    const { commitment, share } = this.note ?? { commitment: "", share: "" }
    const due = scene.standing.stage === "gathering" && scene.you !== null && commitment === scene.fair.commitment
    const now = counted(scene)
    if (!due || now === share || this.#giving || (now !== "" && this.#given === share)) return
    this.#giving = true
    const refused = await this.send({ type: "share", digits: share, commitment })
    this.#giving = false
    if (refused === null) this.#given = share
    if (this.#scene !== null && this.#scene !== scene) await this.#give(this.#scene)
  }
}
