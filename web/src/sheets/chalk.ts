/** The chalk-up: what stands on a slate, by side, and crosses in chalk, in a box of 18 by 40. */

/** A side's crosses: single ones, monk's crosses, and halves of those. */
export interface Crosses {
  singles: number
  monks: number
  gelded: number
}

/** Strokes that still stand, and crosses, by side. */
export interface ChalkUp {
  strokes: number[]
  crosses: Crosses[]
}

/** What crosses count: a monk's cross two. */
export const counted = (own: Crosses): number => own.singles + 2 * own.monks + own.gelded

/** A cross of one transversal. */
export const CROSS = "M9 2c.5 12-.5 24 0 36M2 14c5-.8 9 .5 14 0"
/** A monk's cross: two transversals. */
export const MONK = `${CROSS}M3 23c5 .6 8-.5 12 0`
/** A monk's cross of which half was erased. */
export const GELDED = `${CROSS}M9.500 23c2 .3 4-.3 6 0`
