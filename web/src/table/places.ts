/** Where seats are drawn: one's own at the foot, then clockwise. */
import type { Scene } from "../wire/messages"
import { stepsTo } from "../words/people"

export type Place = "foot" | "left" | "head" | "right"

const PLACES: Record<number, Place[]> = {
  2: ["foot", "head"],
  3: ["foot", "left", "right"],
  4: ["foot", "left", "head", "right"],
}

/** Where a seat is drawn. */
export const placeOf = (scene: Scene, seat: number): Place => placeAt(stepsTo(scene, seat), scene.chairs.length)

/** The place of a seat that many steps clockwise from the one at the foot. */
export const placeAt = (steps: number, seats: number): Place => PLACES[seats]?.[steps] ?? "head"
