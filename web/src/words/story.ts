/** What a seat did, told in a sentence. */
import { m } from "../paraglide/messages.js"
import type { Happened, OnTable, Scene } from "../wire/messages"
import { rowsOf } from "../wire/own"
import { callText } from "./calls"
import { cardMeant, cardSign, cardsIn, fourOf, marked, meaningOf, suitName } from "./cards"
import { whoIs, type Who } from "./people"

type Told = (who: Who, happened: Happened, scene: Scene) => string
type Named = (card: string) => string

const PLAIN: Record<string, (who: Who) => string> = {
  Hold: m.did_hold,
  Declare: m.did_declare,
  Cut: m.did_cut,
  Knock: m.did_knock,
  Fold: m.did_fold,
  Stay: m.did_stay,
  Stop: m.did_stop,
  GoOn: m.did_go_on,
  NoRoem: m.did_no_roem,
  Back: m.did_back,
  Both: m.did_both,
  PutAway: m.did_put_away,
}
const TOLD: Record<string, Told> = {
  Pass: (who, { seat }, scene) => `${m.did_pass(who)} ${seat === scene.deal?.dealer ? mustPlay(scene) : ""}`.trim(),
  Accept: (who, _, scene) => m.did_accept({ ...who, suit: suitName(scene.deal?.drawn?.slice(-1) ?? "") }),
  Roem: (who, { points }) => m.did_roem({ ...who, points: points ?? 0 }),
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

/** What lays a card on the table. */
const CARDS = ["Play", "LeadTrader"]

const TRADES: Record<string, (inputs: Who & { card: string; taken: string }) => string> = {
  Trade: m.did_trade,
  LeadTrader: m.did_lead_trader,
}

/** What was done; cards as signs for the eye. */
export const told = (happened: Happened, scene: Scene): string => tell(happened, scene, cardSign)

/** The same for the ear: cards in words, with what they are to the game. */
export const aloud = (happened: Happened, scene: Scene): string =>
  tell(happened, scene, (card) => cardMeant(scene, card))

/** What is done before the play, and no news any more once a card was led. */
const BEFOREHAND = ["Cut", "Knock", "Expose", "NameTrump", "Take", "Exchange", "Discard"]

/** What was done last, as long as the trick lies there in which it was, if the table doesn't show it. */
export function news(scene: Scene): string {
  const done = sinceLastTrick(scene).findLast(({ kind, announced }) => kind !== "Play" || announced)
  if (done === undefined) return ""
  if (BEFOREHAND.includes(done.kind) && scene.story.at(-1)!.at > done.at) return ""
  if (done.kind === "Play" && done.announced) return announced(scene, done)
  const called = scene.deal?.calls.some(({ seat, kind }) => seat === done.seat && kind === done.kind)
  return called ? mustPlay(scene) : told(done, scene)
}

/** The seat that announced a card's new worth in the trick in sight, if one did. */
export const announcer = (scene: Scene): number | null =>
  sinceLastTrick(scene).findLast(({ announced }) => announced)?.seat ?? null

/** What is to be known of the card that is winning, or lies there alone. */
export function winningTold(scene: Scene, trick: OnTable | null): string {
  if (trick === null || trick.winner === null) return ""
  const card = trick.cards[(trick.winner - trick.leader + scene.chairs.length) % scene.chairs.length] ?? ""
  const meaning = meaningOf(scene, card)
  return meaning && `${cardSign(card)}, ${marked(scene, card).role}. ${meaning}`
}

/** What was done since the trick before, and, until the next one is led, since the one before that. */
function sinceLastTrick({ story, trick, chairs }: Scene): Happened[] {
  const played = story.filter(({ kind }) => CARDS.includes(kind))
  const before = played.at(-1 - (trick?.cards.length || chairs.length))
  return story.filter(({ at }) => at > (before?.at ?? -1))
}

/** The cards that lay covered before a seat and lie open since a scene before, for the ear. */
export function turnedUp(before: Scene, after: Scene): string[] {
  const [were, are] = [rowsOf(before.own), rowsOf(after.own)]
  return are.flatMap(({ up, turned }, seat) =>
    up.flatMap((card, column) =>
      card !== null && card === turned[column] && were[seat]?.turned[column] === null
        ? [m.did_turn_up({ ...whoIs(after, seat), card: cardMeant(after, card) })]
        : [],
    ),
  )
}

/** Who plays although everybody passed, if somebody does. */
function mustPlay(scene: Scene): string {
  const { calls = [], declarer = null, trump = null } = scene.deal ?? {}
  if (declarer === null || trump === null || calls.length < scene.chairs.length) return ""
  if (calls.some(({ kind }) => kind !== "Pass")) return ""
  return m.did_pass_all({ ...whoIs(scene, declarer), suit: suitName(trump) })
}

/** Several things said one after another for the ear, each with its full stop. */
export const sentences = (said: string[]): string =>
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
  return `${said} ${announced(scene, happened)}`
}

const announced = (scene: Scene, happened: Happened): string =>
  m.did_announce({ four: fourOf(happened.announced), role: roleOfFour(scene, happened.announced) })

/** What four of a rank that were together all count as. */
export const roleOfFour = (scene: Scene, rank: string): string => marked(scene, `${rank}S`).role

function bid(who: Who, { seat }: Happened, scene: Scene): string {
  const calls = scene.deal?.calls ?? []
  const place = calls.findLastIndex((call) => call.seat === seat && call.kind.startsWith("Bid"))
  return m.did_bid({ ...who, bid: callText(calls, place) })
}
