/** What is written in the margin of a sheet beside a deal. */
import { SYMBOLS, type Suit } from "../cards/faces"

export interface SheetLine {
  declarer: number | null
  trump: string | null
  made: string
  points: number[]
  scored: number[]
  own: { roem?: number[] } | null
}

/** A side and what stands over its column; the sides of a sheet come in the order in which they are told. */
export interface SideShown {
  side: number
  head: string
}

/** A deal in a word or two. */
export function margin(line: SheetLine | undefined): string {
  if (line === undefined) return ""
  return line.trump === null ? line.made : `${SYMBOLS[line.trump as Suit]} ${line.made}`
}

/** With a proper minus. */
export const signed = (number: number): string => String(number).replace("-", "−")
