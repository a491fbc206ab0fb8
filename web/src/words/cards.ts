/** Cards and suits in words. */
import { SYMBOLS, faceOf, letterOf, type Suit } from "../cards/faces"
import { m } from "../paraglide/messages.js"
import type { Scene } from "../wire/messages"
import { settings } from "../settings/settings.svelte"

const RANKS: Record<string, () => string> = {
  2: m.rank_2,
  3: m.rank_3,
  4: m.rank_4,
  5: m.rank_5,
  6: m.rank_6,
  7: m.rank_7,
  8: m.rank_8,
  9: m.rank_9,
  10: m.rank_10,
  J: m.rank_j,
  Q: m.rank_q,
  K: m.rank_k,
  A: m.rank_a,
}
const MANY: Record<string, () => string> = {
  2: m.ranks_2,
  3: m.ranks_3,
  4: m.ranks_4,
  5: m.ranks_5,
  6: m.ranks_6,
  7: m.ranks_7,
  8: m.ranks_8,
  9: m.ranks_9,
  10: m.ranks_10,
  J: m.ranks_j,
  Q: m.ranks_q,
  K: m.ranks_k,
  A: m.ranks_a,
}
const SUITS: Record<Suit, () => string> = { C: m.suit_c, S: m.suit_s, H: m.suit_h, D: m.suit_d }
const TITLES: Record<Suit, () => string> = {
  C: m.suit_c_title,
  S: m.suit_s_title,
  H: m.suit_h_title,
  D: m.suit_d_title,
}
const CARD = /\b(?:10|[2-9JQKA])[CSHD]\b/g

/** `clubs`. */
export const suitName = (suit: string): string => SUITS[suit as Suit]?.() ?? suit

/** `Clubs`. */
export const suitTitle = (suit: string): string => TITLES[suit as Suit]?.() ?? suit

/** `♣Q`, in the letters set. */
export function cardSign(card: string): string {
  const { rank, suit } = faceOf(card)
  return SYMBOLS[suit] + letterOf(rank, settings.lettering)
}

/** `queen of clubs`. */
export function cardName(card: string): string {
  const { rank, suit } = faceOf(card)
  return m.card_name({ rank: RANKS[rank]?.() ?? rank, suit: suitName(suit) })
}

/** How a card is marked wherever it lies: whether it is a trump, and what players call it. */
export const marked = (scene: Scene, card: string): { trump: "yes" | "no"; role: string } => ({
  trump: scene.cards?.trumps.includes(card) ? "yes" : "no",
  role: scene.cards?.roles[card] ?? "",
})

/** `seven of clubs, lamb`: a card with what it is to the game. */
export function cardMeant(scene: Scene, card: string): string {
  const { trump, role } = marked(scene, card)
  return [cardName(card), role || (trump === "yes" ? m.card_trump() : "")].filter(Boolean).join(", ")
}

/** What is to be known of a card in play, in a sentence, or nothing. */
export const meaningOf = (scene: Scene, card: string): string => scene.rules.meanings[marked(scene, card).role] ?? ""

/** `four queens`. */
export const fourOf = (rank: string): string => m.four_of({ ranks: MANY[rank]?.() ?? rank })

/** The cards named in an action's text. */
export const cardsIn = (action: string): string[] => action.match(CARD) ?? []
