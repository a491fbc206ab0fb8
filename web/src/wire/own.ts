/** What a game keeps of its own on the table, known by what there is of it and not by which game it is. */

/** A seat's cards on the table: open ones (null: played), and what was turned up below (null: it lies covered). */
export interface OpenRow {
  up: (string | null)[]
  turned: (string | null)[]
}

/** A stock that suits are chosen from, with the cards that lie open for them. */
export interface OpenStock {
  chosen: string[]
  turned: string[]
  turned_count: number
  exposed: string[][]
  looked: string[]
  looked_count: number
  laid: string[]
  fours: string[]
  announced: string[]
  takers: number[]
  stock: number
  put_down: string[]
}

/** A bonus for what falls together in a trick: counted by side, and still to be declared. */
export interface Bonus {
  counted: number[]
  waiting: number
  what: string[]
}

const has = (own: unknown, field: string): own is Record<string, unknown> =>
  typeof own === "object" && own !== null && field in own

export function rowsOf(own: unknown): OpenRow[] {
  return has(own, "seats") && Array.isArray(own.seats) ? (own.seats as OpenRow[]) : []
}

/** The rule that rows lie by. */
export const ruleOfRows = (own: unknown): string => (has(own, "rule") ? String(own.rule) : "")

export function stockOf(own: unknown): OpenStock | null {
  return has(own, "exposed") ? (own as unknown as OpenStock) : null
}

export function bonusOf(own: unknown): Bonus | null {
  return has(own, "counted") ? (own as unknown as Bonus) : null
}
