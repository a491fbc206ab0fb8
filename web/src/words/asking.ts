/** What is asked of everybody, and what became of it. */
import { m } from "../paraglide/messages.js"
import type { Asking, Scene } from "../wire/messages"
import { nameOf, whoIs } from "./people"

/** The question, to those who answer it and to who asked; or the answer. */
export function askedTold(scene: Scene, asking: Asking): string {
  const asker = whoIs(scene, asking.seat)
  if (asking.answer === "granted") return asking.about === "undo" ? m.did_undo(asker) : m.did_claim(asker)
  if (asking.answer === "declined") {
    if (asking.by !== null) return m.did_decline(whoIs(scene, asking.by))
    return asking.agreed.length ? m.did_agree_in_vain(asker) : m.asking_uncertain()
  }
  if (asking.answer === "passed over") return m.did_pass_over(whoIs(scene, asking.by ?? asking.seat))
  if (asking.seat !== scene.you)
    return { undo: m.asking_undo, claim: m.asking_claim }[asking.about]({ name: nameOf(scene, asking.seat) })
  const others = scene.chairs.some((chair) => chair.who === "person" && chair.here !== "played for")
  return others ? m.asking_waits() : m.asking_looks()
}
