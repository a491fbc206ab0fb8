/** What touching a card of one's own does. */
import { settings } from "../settings/settings.svelte"
import type { Choice, Held, Scene } from "../wire/messages"
import { exchanges, sizes, touched } from "./exchange"
import type { Room } from "./room.svelte"

const withCard = (scene: Scene, kind: string, card: string): Choice[] =>
  scene.choices.filter((choice) => choice.kind === kind && choice.what.card === card)

/** The ways a card can be led other than as it is. */
export const leads = (scene: Scene, card: string): Choice[] => withCard(scene, "LeadTrader", card)

/** Whether touching the card would do something now; `idle` when it isn't one's turn to touch cards. */
export function playable(room: Room, held: Held): "yes" | "no" | "idle" {
  const scene = room.latest
  if (!room.acting || scene === null) return "idle"
  if (room.touch === "away") return withCard(scene, "PutAway", held.card).length ? "yes" : "no"
  if (exchanges(scene).length)
    return exchanges(scene).some((choice) => (choice.what.cards as string[]).includes(held.card)) ? "yes" : "no"
  if (held.playable === "yes" || leads(scene, held.card).length) return "yes"
  return held.why ? "no" : "idle"
}

/** Whether touching the card raises it, and touching it again puts it back. */
export const raises = (room: Room, held: Held): boolean =>
  room.latest !== null &&
  room.touch !== "away" &&
  playable(room, held) === "yes" &&
  (exchanges(room.latest).length > 0 || leads(room.latest, held.card).length > 0 || settings.touch === "raise")

export function touchCard(room: Room, held: Held): void {
  const scene = room.latest
  if (scene === null) return
  const may = playable(room, held)
  if (may === "no" && held.why) room.notice = { code: "illegal", why: held.why, rule: held.rule }
  if (may !== "yes") return
  if (room.touch === "away") room.act(`put away ${held.card}`)
  else if (exchanges(scene).length) room.chosen = touched(room.chosen, held.card, sizes(exchanges(scene)).at(-1) ?? 0)
  else if (leads(scene, held.card).length) room.leading = room.leading === held.card ? null : held.card
  else play(room, held.card)
}

function play(room: Room, card: string): void {
  if (settings.touch === "raise" && !room.chosen.includes(card)) room.chosen = [card]
  else room.act(`play ${card}`)
}
