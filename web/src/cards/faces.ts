/** What is drawn on cards: suits and court marks as paths, and the letters of the courts by language. */

export type Suit = "C" | "S" | "H" | "D"
export type Lettering = "english" | "danish" | "faroese" | "dutch"

export interface Face {
  rank: string
  suit: Suit
}

/** A card from its text, such as `QC` or `10H`. */
export function faceOf(card: string): Face {
  return { rank: card.slice(0, -1), suit: card.slice(-1) as Suit }
}

/** In a box of 100 by 100. */
export const SUIT_PATHS: Record<Suit, string> = {
  C: "M29 27a21 21 0 1 1 42 0a21 21 0 0 1-11 18.5 21 21 0 1 1-5.600 21C55.500 79 59 89 67 95H33c8-6 11.500-16 12.600-28.500A21 21 0 1 1 40 45.500 21 21 0 0 1 29 27Z",
  S: "M50 4C57 24 92 40 92 63c0 13-9 20-19 20-8 0-14-4-18-10 1 10 5 17 11 22H34c6-5 10-12 11-22-4 6-10 10-18 10-10 0-19-7-19-20C8 40 43 24 50 4Z",
  H: "M50 94C20 66 6 50 6 31 6 17 16 7 28 7c10 0 18 6 22 17C54 13 62 7 72 7c12 0 22 10 22 24 0 19-14 35-44 63Z",
  D: "M50 3C60 22 72 37 86 50 72 63 60 78 50 97 40 78 28 63 14 50 28 37 40 22 50 3Z",
}

export const SYMBOLS: Record<Suit, string> = { C: "♣", S: "♠", H: "♥", D: "♦" }

/** Heraldic marks of the courts, in line, in a box of 40 by 32: crown, coronet, feather. */
export const MARKS: Record<string, string> = {
  K: "M5 29 3 9l10 8L20 4l7 13 10-8-2 20ZM6 24H34",
  Q: "M6 29 4 15q9 8 16-5 7 13 16 5l-2 14ZM4 11.500a.1.1 0 0 1 .1 0M20 6a.1.1 0 0 1 .1 0M36 11.500a.1.1 0 0 1 .1 0",
  J: "M4 31C11 22 18 16 27 10M9 25C7 15 18 5 36 2c1 13-9 23-24 22M17 17.500l1-7M23 13l7-1",
}

const LETTERS: Record<Lettering, Record<string, string>> = {
  english: {},
  danish: { Q: "D", J: "B" },
  faroese: { Q: "F", J: "G" },
  dutch: { K: "H", Q: "V", J: "B" },
}

/** What stands in the corner of a card of this rank. */
export function letterOf(rank: string, lettering: Lettering): string {
  return LETTERS[lettering][rank] ?? rank
}
