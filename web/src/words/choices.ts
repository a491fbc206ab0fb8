/** What buttons say, by the kind of what they do. */
import { m } from "../paraglide/messages.js"
import type { Choice, Scene } from "../wire/messages"
import { bonusOf, stockOf } from "../wire/own"
import { bidSaid, lastLength } from "./calls"
import { cardSign, suitName, suitTitle } from "./cards"

type Words = (what: Record<string, unknown>, scene: Scene) => string

const signs = (cards: unknown): string => (cards as string[]).map(cardSign).join(" ")

/** Kinds that say always the same. */
const PLAIN: Record<string, () => string> = {
  Pass: m.do_pass,
  Hold: m.do_hold,
  Declare: m.do_play,
  Knock: m.do_knock,
  Discard: m.do_keep,
  Fold: m.do_fold,
  Back: m.do_back,
  Both: m.do_both,
  Stop: m.do_stop,
  GoOn: m.do_go_on,
  NoRoem: m.do_no_roem,
}

const WORDS: Record<string, Words> = {
  Take: (_, scene) => m.do_take(scene.rules),
  Exchange: (_, scene) => m.do_leave(scene.rules),
  Bid: (what, scene) => bidSaid(what as never, lastLength(scene.deal?.calls ?? [])),
  BidContract: (what) => capitalized(String(what.contract)),
  Accept: (_, scene) =>
    scene.deal?.drawn ? m.do_accept({ suit: suitName(scene.deal.drawn.slice(-1)) }) : m.do_accept_plain(),
  NameTrump: (what) => suitTitle(String(what.suit)),
  Stay: (_, scene) => (scene.choices.some((choice) => choice.kind === "Fold") ? m.do_play_on() : m.do_let_be()),
  Expose: (what) => m.do_show({ cards: signs(what.cards) }),
  Trade: (what) => m.do_trade({ card: cardSign(String(what.card)), taken: cardSign(String(what.taken)) }),
  LeadTrader: (what) => m.do_lead_for({ card: cardSign(String(what.taken)) }),
  TakeStock: (_, scene) => (stockOf(scene.own)?.takers.length ? m.do_take_put_down() : m.do_take_stock(scene.rules)),
  TakeExposed: (what) => m.do_take_card({ card: cardSign(String(what.card)) }),
  Roem: (_, scene) => m.do_roem({ points: bonusOf(scene.own)?.waiting ?? 0 }),
}

export function choiceText(choice: Choice, scene: Scene): string {
  return PLAIN[choice.kind]?.() ?? WORDS[choice.kind]?.(choice.what, scene) ?? capitalized(choice.action)
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
