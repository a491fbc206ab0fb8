/** What a seat did, told in a sentence. */
import { m } from "../paraglide/messages.js"
import type { Happened, Scene } from "../wire/messages"
import { callText } from "./calls"
import { cardName, cardSign, cardsIn, suitName } from "./cards"
import { whoIs, type Who } from "./people"

type Told = (who: Who, happened: Happened, scene: Scene) => string
type Named = (card: string) => string

const PLAIN: Record<string, (who: Who) => string> = {
  Pass: m.did_pass,
  Hold: m.did_hold,
  Declare: m.did_declare,
  Accept: m.did_declare,
  Cut: m.did_cut,
  Knock: m.did_knock,
  Fold: m.did_fold,
  Stay: m.did_stay,
  Stop: m.did_stop,
  GoOn: m.did_go_on,
  Roem: m.did_roem,
  NoRoem: m.did_no_roem,
  Back: m.did_back,
  Both: m.did_both,
  PutAway: m.did_put_away,
}
const TOLD: Record<string, Told> = {
  Take: (who, _, scene) => m.did_take({ ...who, talon: scene.rules.talon }),
  TakeStock: (who, _, scene) => m.did_take_stock({ ...who, talon: scene.rules.talon }),
  FaceDown: (who, { action }) => (action.startsWith("put away") ? m.did_put_away(who) : m.did_put_down(who)),
  Exchange: (who, { action }, scene) =>
    action === "leave" ? m.did_leave({ ...who, talon: scene.rules.talon }) : m.did_put_down(who),
  Discard: (who, { action }) => (action === "discard none" ? m.did_keep(who) : m.did_put_down(who)),
  NameTrump: (who, { action }) => m.did_trump({ ...who, suit: suitName(action.slice(-1)) }),
  Bid: bid,
  BidContract: bid,
}
const WITH_CARDS: Record<string, (inputs: Who & { cards: string }) => string> = {
  Expose: m.did_expose,
  TakeExposed: m.did_take_exposed,
  Play: m.did_play,
}

const TRADES: Record<string, (inputs: Who & { card: string; taken: string }) => string> = {
  Trade: m.did_trade,
  LeadTrader: m.did_lead_trader,
}

/** What was done; cards as signs for the eye. */
export const told = (happened: Happened, scene: Scene): string => tell(happened, scene, cardSign)

/** The same for the ear: cards in words. */
export const aloud = (happened: Happened, scene: Scene): string => tell(happened, scene, cardName)

/** Several things said one after another for the ear, each with its full stop. */
export const together = (said: string[]): string =>
  said
    .filter(Boolean)
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ")

function tell(happened: Happened, scene: Scene, named: Named): string {
  const who = whoIs(scene, happened.seat)
  const [card = "", taken = "", ...others] = cardsIn(happened.action).map(named)
  const cards = [card, taken, ...others].filter(Boolean).join(", ")
  const said =
    PLAIN[happened.kind]?.(who) ??
    WITH_CARDS[happened.kind]?.({ ...who, cards }) ??
    TRADES[happened.kind]?.({ ...who, card, taken }) ??
    TOLD[happened.kind]?.(who, happened, scene) ??
    ""
  if (!happened.announced) return said
  const four = ["C", "S", "H", "D"].map((suit) => named(happened.announced + suit)).join(", ")
  return `${said} ${m.did_announce({ cards: four })}`
}

function bid(who: Who, { seat }: Happened, scene: Scene): string {
  const calls = scene.deal?.calls ?? []
  const place = calls.findLastIndex((call) => call.seat === seat && call.kind.startsWith("Bid"))
  return m.did_bid({ ...who, bid: callText(calls, place) })
}
