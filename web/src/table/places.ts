/** Where seats are drawn: one's own at the foot, then clockwise. */

export type Place = "foot" | "left" | "head" | "right"

const PLACES: Record<number, Place[]> = {
  2: ["foot", "head"],
  3: ["foot", "left", "right"],
  4: ["foot", "left", "head", "right"],
}

/** The place of a seat that many steps clockwise from the one at the foot. */
export const placeAt = (steps: number, seats: number): Place => PLACES[seats]?.[steps] ?? "head"
