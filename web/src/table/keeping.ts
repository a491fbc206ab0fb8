/** What this browser keeps of a table: whom one doesn't want to hear, and what was said that one has read. */
const MUTED = "stova.muted."
const READ = "stova.read."

/** The names of those one doesn't want to hear. */
export const mutedAt = (table: string): string[] => kept(MUTED + table, [])

/** Keeps them; nothing is kept of a table at which one hears everybody. */
export function keepMuted(table: string, names: string[]): void {
  if (names.length) localStorage.setItem(MUTED + table, JSON.stringify(names))
  else localStorage.removeItem(MUTED + table)
}

/** When the last was said that one has read, in Unix time; 0 when nothing was. */
export const readAt = (table: string): number => kept(READ + table, 0)

export const keepRead = (table: string, at: number): void => localStorage.setItem(READ + table, JSON.stringify(at))

function kept<Kept>(key: string, otherwise: Kept): Kept {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise
  } catch {
    return otherwise
  }
}
