/** What is to be done now, and by whom. */
import { m } from "../paraglide/messages.js"
import type { Choice, Scene } from "../wire/messages"
import { bonusOf, rowsOf, ruleOfRows, stockOf } from "../wire/own"
import { standingBid } from "./calls"
import { cardSign, suitName, suitTitle } from "./cards"
import { nameOf, sideName, sideOf, together } from "./people"

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
  [["Stop"], toStop],
  [["Expose"], toExpose],
  [["TakeExposed"], (scene) => m.turn_take_exposed(scene.rules)],
]

const OFFERS: [string[], Prompt][] = [
  [["Fold"], () => m.turn_fold()],
  [["Trade"], () => m.turn_trade()],
  [["Stay"], () => m.turn_nothing_to_trade()],
]

export function prompt(scene: Scene): string {
  const acting = scene.deal?.toAct ?? null
  if (scene.standing.stage === "paused") return ""
  if (acting === null) return m.turn_over()
  if (acting !== scene.you) return waitsFor(scene, acting)
  const asked = firstOf(PROMPTS, scene)
  if (asked !== null) return asked
  if (canPlay(scene)) return scene.trick?.cards.length ? m.turn_play() : m.turn_lead()
  return firstOf(OFFERS, scene) ?? m.turn_other_choice()
}

function waitsFor(scene: Scene, seat: number): string {
  const name = nameOf(scene, seat)
  if (!scene.ends.length)
    return scene.chairs[seat]?.here === "no" ? m.turn_other_away({ name }) : m.turn_other({ name })
  return m.turn_other_stop({ name, side: sideName(scene, sideOf(scene, seat)), count: scene.last?.number ?? 0 })
}

/** A sentence and the number of the rule it is from. */
export interface Aside {
  why: string
  rule: string
}

/** By the first kind that is offered, in an order of their own: what buttons don't say. */
const ASIDES: [string, Prompt][] = [
  ["TakeStock", toTakeStock],
  ["Both", () => m.aside_both()],
  ["Back", () => m.aside_back()],
  ["PutAway", () => m.aside_put_away()],
  ["TakeExposed", () => m.aside_take_exposed()],
  ["Expose", () => m.aside_expose()],
  ["BidContract", (scene) => m.aside_contracts(scene.rules)],
]

/** Why something may be done besides playing a card, or what it means, as far as a button doesn't say. */
export function aside(scene: Scene): Aside | null {
  for (const [wanted, told] of ASIDES) {
    const offered = scene.choices.find(({ kind }) => kind === wanted)
    if (offered) return { why: told(scene), rule: offered.rule }
  }
  if (!canPlay(scene)) return null
  const trades = scene.choices.filter(({ kind }) => kind === "Trade" || kind === "LeadTrader")
  if (trades.length) return { why: toTrade(trades), rule: trades[0]!.rule }
  const plays = rowsOf(scene.own).length && scene.trick?.number === 1
  return plays ? { why: m.aside_rows(), rule: ruleOfRows(scene.own) } : null
}

function toTrade(trades: Choice[]): string {
  const traders = [...new Set(trades.map(({ what }) => String(what.card)))]
  const cards = together(traders.map(cardSign))
  return traders.length === 1 ? m.aside_trade({ card: cards }) : m.aside_trades({ cards })
}

function toTakeStock(scene: Scene): string {
  return stockOf(scene.own)?.takers.length ? m.aside_put_down() : m.aside_stock(scene.rules)
}

/** Whether a card of the hand may be played now. */
export const canPlay = (scene: Scene): boolean =>
  scene.hand.some((held) => held.playable === "yes") || scene.choices.some((choice) => choice.kind === "LeadTrader")

function firstOf(prompts: [string[], Prompt][], scene: Scene): string | null {
  const kinds = new Set(scene.choices.map((choice) => choice.kind))
  return prompts.find(([wanted]) => wanted.some((kind) => kinds.has(kind)))?.[1](scene) ?? null
}

function toStop(scene: Scene): string {
  const alone = scene.ends.some(({ when }) => when === "alone")
  return (alone ? m.turn_stop_alone : m.turn_stop)({ count: scene.last?.number ?? 0 })
}

function toBid(scene: Scene): string {
  const bid = standingBid(scene.deal?.calls ?? [])
  return bid ? m.turn_bid({ bid }) : m.turn_bid_first()
}

function toExpose(scene: Scene): string {
  const stock = stockOf(scene.own)
  return m.turn_expose({ suit: suitName(stock?.chosen[stock.exposed.length] ?? "") })
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
