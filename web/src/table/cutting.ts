/** Cutting the pack. */
import type { Choice } from "../wire/messages"

/** The fewest and the most cards that may be taken off; together they are the pack. */
export function depthsOf(cuts: Choice[]): { least: number; most: number } {
  const depths = cuts.map((cut) => Number(cut.what.depth))
  return { least: Math.min(...depths), most: Math.max(...depths) }
}

/** The middle of the pack. */
export function halfway(cuts: Choice[]): number {
  const { least, most } = depthsOf(cuts)
  return Math.round((least + most) / 2)
}
