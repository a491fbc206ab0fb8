/** Cards as the rules write them, `♣Q`, and as they go over the wire, `QC`. */
import { SYMBOLS, type Suit } from "../cards/faces"

const SUIT_OF = Object.fromEntries(Object.entries(SYMBOLS).map(([suit, sign]) => [sign, suit as Suit]))
const SIGN = /([♣♠♥♦](?:10|[2-9JQKA])(?!\w))/

/** A text in parts, each words or a card. */
export function signsIn(text: string): { text: string; card: string | null }[] {
  return text
    .split(SIGN)
    .map((part, place) => ({ text: part, card: place % 2 ? part.slice(1) + SUIT_OF[part.charAt(0)] : null }))
    .filter((part) => part.text)
}
