/** How a match stands, in a word and a number a side. */
import { m } from "../paraglide/messages.js"
import { signed } from "../sheets/marks"
import type { Scene, SheetShown } from "../wire/messages"

interface Standing {
  label: string
  numbers: string[]
}

const LABELS: Record<SheetShown["kind"], () => string> = {
  ladder: m.fact_to_go,
  columns: m.fact_total,
  chalk: m.fact_strokes,
}

/** Nothing once the match is over, but for totals: a ladder and a slate begin anew then. */
export function standing({ sheet }: Scene): Standing | null {
  if (sheet === null || (sheet.over === "yes" && sheet.kind !== "columns")) return null
  const what = sheet.what as { columns?: number[][]; strokes?: number[] }
  const numbers = what.strokes ?? what.columns?.map((column) => column.at(-1) ?? 0) ?? []
  return { label: LABELS[sheet.kind](), numbers: numbers.map(signed) }
}
