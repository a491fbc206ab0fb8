/** Crosses in chalk, in a box of 18 by 40. */

/** A cross of one transversal. */
export const CROSS = "M9 2c.5 12-.5 24 0 36M2 14c5-.8 9 .5 14 0"
/** A monk's cross: two transversals. */
export const MONK = `${CROSS}M3 23c5 .6 8-.5 12 0`
/** A monk's cross of which half was erased. */
export const GELDED = `${CROSS}M9.500 23c2 .3 4-.3 6 0`
