/** How cards in a hand lean, fanned out. */

/** Degrees from upright that a fan's outermost cards may have, to either side. */
const WIDEST = 30

/** The degrees by which one of so many cards leans: `step` more for each to the right, less where they are many. */
export function leaning(place: number, count: number, step: number): number {
  const middle = (count - 1) / 2
  return (place - middle) * Math.min(step, WIDEST / Math.max(1, middle))
}
