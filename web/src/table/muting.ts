/** Whom one doesn't want to hear at a table, as long as this browser keeps it. */
const KEY = "stova.muted."

/** The names of those one doesn't want to hear. */
export function mutedAt(table: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY + table) ?? "[]") as string[]
  } catch {
    return []
  }
}

/** Keeps them; nothing is kept of a table at which one hears everybody. */
export function keepMuted(table: string, names: string[]): void {
  if (names.length) localStorage.setItem(KEY + table, JSON.stringify(names))
  else localStorage.removeItem(KEY + table)
}
