/** What players and sides are called. */
import { m } from "../paraglide/messages.js"
import type { Chair, Scene } from "../wire/messages"

/** Who something is said of, for messages that differ between `You take` and `Anna takes`. */
export interface Who {
  who: "you" | "other"
  name: string
}

const PLACES: Record<number, (() => string)[]> = {
  2: [m.seat_opponent],
  3: [m.seat_left, m.seat_right],
  4: [m.seat_left, m.seat_across, m.seat_right],
}

const COMINGS = { yes: m.seat_came_back, no: m.seat_went, "played for": m.seat_bot_came }

/** The number of sides that score. */
export function sideCount(scene: Scene): number {
  const what = scene.sheet?.what as { columns?: unknown[]; strokes?: unknown[] } | undefined
  return what?.columns?.length ?? what?.strokes?.length ?? scene.chairs.length
}

/** The side a seat scores with: partners sit opposite each other. */
export const sideOf = (scene: Scene, seat: number): number => seat % sideCount(scene)

/** The sides as they are told: one's own first, so that numbers need no names beside them. */
export function sidesTold(scene: Scene): number[] {
  const count = sideCount(scene)
  return Array.from({ length: count }, (_, place) => (sideOf(scene, scene.you ?? 0) + place) % count)
}

/** How many seats clockwise one is from that at the foot of the table as it is drawn. */
export function stepsTo(scene: Scene, seat: number): number {
  const seats = scene.chairs.length
  return (seat - (scene.you ?? 0) + seats) % seats
}

export function nameOf(scene: Scene, seat: number): string {
  if (seat === scene.you) return m.you()
  const chair = scene.chairs[seat]
  if (chair?.name) return chair.name
  if (scene.you === null) return m.seat_bot({ number: seat + 1 })
  if (sideOf(scene, seat) === sideOf(scene, scene.you)) return m.seat_partner()
  return PLACES[scene.chairs.length]?.[stepsTo(scene, seat) - 1]?.() ?? ""
}

/** Who went, came back, or has a bot in their place since a scene before. */
export function comingsTold(before: Scene, after: Scene): string[] {
  return after.chairs.flatMap((chair, seat) => {
    const was = before.chairs[seat]
    if (seat === after.you || chair.who !== "person" || was?.name !== chair.name || was.here === chair.here) return []
    return COMINGS[chair.here]({ name: nameOf(after, seat) })
  })
}

/** Whether a clock is to be seen at a seat: somebody else is away, or slow. */
export const hasClock = (chair: Chair): boolean =>
  chair.who === "person" && (chair.here === "no" || chair.until !== null)

/** What that clock says with so many seconds left. */
export function clockTold(chair: Chair, seconds: number): string {
  if (chair.here === "yes") return seconds ? m.seat_slow({ seconds }) : m.seat_asleep()
  return seconds ? m.seat_until({ seconds }) : m.seat_away()
}

/** Whether somebody has been waited for so long that the others may have a bot play. */
export const isAsleep = (chair: Chair): boolean => chair.here === "yes" && chair.until === 0

export const whoIs = (scene: Scene, seat: number): Who => ({
  who: seat === scene.you ? "you" : "other",
  name: nameOf(scene, seat),
})

/** The seats of a side. */
export const seatsOf = (scene: Scene, side: number): number[] =>
  scene.chairs.map((_, seat) => seat).filter((seat) => sideOf(scene, seat) === side)

/** The head of a side's column: We and They, or a player. */
export function sideName(scene: Scene, side: number): string {
  const seats = seatsOf(scene, side)
  if (scene.you !== null && seats.length > 1) return sideOf(scene, scene.you) === side ? m.we() : m.they()
  return seats.map((seat) => nameOf(scene, seat)).join(" + ")
}

/** `a`, `a and b`, `a, b and c`. */
export function together(names: string[]): string {
  const last = names.at(-1) ?? ""
  return names.length < 2 ? last : m.and({ first: names.slice(0, -1).join(", "), last })
}
