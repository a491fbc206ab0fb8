/** How long to wait before the connection is tried again: longer each time, and not all clients at once. */
const FIRST = 500
const LONGEST = 20_000

/** Milliseconds before the attempt of this number, from 0; `chance` is in 0 … 1. */
export function pause(attempt: number, chance: number): number {
  return Math.min(LONGEST, FIRST * 2 ** attempt) * (0.5 + chance)
}
