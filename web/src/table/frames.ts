/** What is shown one after another of what the server tells, so that a finished trick can be seen. */
import type { OnTable, Scene } from "../wire/messages"

export interface Frame {
  scene: Scene
  trick: OnTable | null
  /** `trick`: a finished trick lies there until it has been seen; `card`: a moment, then the next frame. */
  rests: "trick" | "card"
}

/** Milliseconds a finished trick stays, by the table's pace. */
export const TRICK_STAYS = { quick: 900, calm: 1700, slow: 3000 }
/** Milliseconds between two cards. */
export const CARD_STAYS = 260

/** The frames that lead to a scene from the one before. */
export function frames(before: Scene | null, after: Scene): Frame[] {
  const now: Frame = { scene: after, trick: asksAboutTrick(after) ? after.last : after.trick, rests: "card" }
  if (before === null || !taken(before, after)) return [now]
  return [{ scene: after, trick: after.last, rests: "trick" }, now]
}

/** Whether a trick was finished between two scenes. */
function taken(before: Scene, after: Scene): boolean {
  if (after.last === null || before.deal?.number !== after.deal?.number) return false
  return after.last.number > (before.last?.number ?? 0)
}

/** A question about the trick just won is answered with the trick in sight. */
function asksAboutTrick(scene: Scene): boolean {
  return scene.choices.some((choice) => choice.kind === "Roem")
}
