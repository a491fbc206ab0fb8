/** What is to be done now, and by whom. */
import { m } from "../paraglide/messages.js"
import type { Scene } from "../wire/messages"
import { bonusOf } from "../wire/own"
import { standingBid } from "./calls"
import { suitName, suitTitle } from "./cards"
import { nameOf, together } from "./people"

type Prompt = (scene: Scene) => string

/** By the first kind that is offered. */
const PROMPTS: [string[], Prompt][] = [
  [
    ["Declare"],
    (scene) => (scene.deal?.trump ? m.turn_declare_trump({ suit: suitName(scene.deal.trump) }) : m.turn_declare()),
  ],
  [["Accept"], (scene) => m.turn_accept({ suit: suitTitle(scene.deal?.drawn?.slice(-1) ?? "") })],
  [["NameTrump"], () => m.turn_trump()],
  [["Bid", "BidContract", "Hold", "Pass"], toBid],
  [["Take"], (scene) => m.turn_take(scene.rules)],
  [["Exchange"], (scene) => m.turn_exchange({ count: most(scene), talon: scene.rules.talon })],
  [["Discard"], toDiscard],
  [["Knock"], () => m.turn_cut_knock()],
  [["Cut"], () => m.turn_cut()],
  [["Roem"], toDeclareRoem],
  [["Stop"], () => m.turn_stop()],
  [["Expose"], () => m.turn_expose()],
  [["TakeExposed"], (scene) => m.turn_take_exposed(scene.rules)],
]

const OFFERS: [string[], Prompt][] = [
  [["Fold"], () => m.turn_fold()],
  [["Trade"], () => m.turn_trade()],
]

export function prompt(scene: Scene): string {
  const acting = scene.deal?.toAct ?? null
  if (scene.standing.stage === "paused") return ""
  if (acting === null) return m.turn_over()
  if (acting !== scene.you) return m.turn_other({ name: nameOf(scene, acting) })
  const asked = firstOf(PROMPTS, scene)
  if (asked !== null) return asked
  if (canPlay(scene)) return scene.trick?.cards.length ? m.turn_play() : m.turn_lead()
  return firstOf(OFFERS, scene) ?? m.turn_other_choice()
}

/** Whether a card of the hand may be played now. */
export const canPlay = (scene: Scene): boolean =>
  scene.hand.some((held) => held.playable === "yes") || scene.choices.some((choice) => choice.kind === "LeadTrader")

function firstOf(prompts: [string[], Prompt][], scene: Scene): string | null {
  const kinds = new Set(scene.choices.map((choice) => choice.kind))
  return prompts.find(([wanted]) => wanted.some((kind) => kinds.has(kind)))?.[1](scene) ?? null
}

function toBid(scene: Scene): string {
  const bid = standingBid(scene.deal?.calls ?? [])
  return bid ? m.turn_bid({ bid }) : m.turn_bid_first()
}

function toDiscard(scene: Scene): string {
  const said = { count: most(scene), talon: scene.rules.talon }
  const mayKeep = scene.choices.some((choice) => (choice.what.cards as string[] | undefined)?.length === 0)
  return mayKeep ? m.turn_discard_up_to(said) : m.turn_discard(said)
}

function toDeclareRoem(scene: Scene): string {
  const bonus = bonusOf(scene.own)
  return m.turn_roem({ what: together(bonus?.what ?? []), points: bonus?.waiting ?? 0 })
}

function most(scene: Scene): string {
  const sizes = scene.choices.map((choice) => (choice.what.cards as string[] | undefined)?.length ?? 0)
  return m.count_cards({ count: Math.max(...sizes) })
}
