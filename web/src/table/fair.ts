/** What a device notes of a match before it adds to its key, and holds the table to. The construction is stova-fair-1. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js"
import { keep, kept } from "../kept"
import type { FairShown, Scene } from "../wire/messages"

const PREFIX = new TextEncoder().encode("stova-fair-1 commitment")
const KEY = "stova.fair."

/** A commitment as it was shown, and the bytes this device gives for it: none of its own where it only looks on. */
export interface Note {
  commitment: string
  share: string
  /** Whether the match was seen to its end. */
  over: boolean
}

/**
 * How a match is dealt for who looks at it:
 * - `unknown`: the commitment wasn't seen before the match began, and nothing of this device's should be in the key;
 * - `seen`: it was, and likewise;
 * - `kept`: it was noted before this device gave the bytes that count for its seat;
 * - `exchanged`: those bytes count, but the commitment is another than they were given for;
 * - `left out`: the commitment is the one noted, but other bytes count;
 * - `other`: neither is as noted.
 */
export type Verdict = "unknown" | "seen" | "kept" | "exchanged" | "left out" | "other"

/** What this browser noted last at a table. */
export const notedAt = (table: string): Note | null => kept<Note | null>(KEY + table, null)

/** Keeps a note in this browser, if it can: else the page that gave the bytes knows of it as long as it is open. */
export const keepNote = (table: string, note: Note): void => keep(KEY + table, note)

/** The bytes that count for one's seat. */
export const counted = ({ you, fair }: Scene): string => (you === null ? "" : (fair.shares[you] ?? ""))

export function verdictOn(note: Note | null, scene: Scene): Verdict {
  const same = note?.commitment === scene.fair.commitment
  if (!note?.share || scene.you === null) return same ? "seen" : "unknown"
  const counts = counted(scene) === note.share
  if (same) return counts ? "kept" : "left out"
  return counts ? "exchanged" : note.over ? "unknown" : "other"
}

/**
 * The note after a scene. There are bytes for every commitment and never others for the same one, or a table could have
 * them given again until it likes the cards. What was exchanged under bytes already given leaves the note as it is.
 */
export function noting(note: Note | null, scene: Scene, draw: () => string): Note | null {
  const { commitment, secret } = scene.fair
  const same = note?.commitment === commitment
  if (scene.standing.stage !== "gathering")
    return same && secret !== null && !note.over ? { ...note, over: true } : note
  if (verdictOn(note, scene) === "exchanged") return note
  if (scene.you === null) return same ? note : { commitment, share: "", over: false }
  return same && note.share ? note : { commitment, share: draw(), over: false }
}

/** The commitment of a secret: both in hexadecimal digits. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(concatBytes(PREFIX, hexToBytes(secret))))

/** Whether what is shown for the secret is what the commitment was made of; null before it is shown. */
export const holds = ({ secret, commitment }: FairShown): boolean | null =>
  secret === null ? null : /^([0-9a-f]{2})*$/.test(secret) && commitmentOf(secret) === commitment

/** Whether a record says of its key what the table shows. */
export function agrees(
  record: Pick<FairShown, "commitment" | "shares" | "secret"> | undefined,
  fair: FairShown,
): boolean {
  return (
    record?.commitment === fair.commitment &&
    record.secret === fair.secret &&
    record.shares.join() === fair.shares.join()
  )
}
