/** What this browser keeps of a table: whom one doesn't want to hear, and what was said that one has read. */
import { keep, kept } from "../kept"

const MUTED = "stova.muted."
const READ = "stova.read."

/** The names of those one doesn't want to hear. */
export const mutedAt = (table: string): string[] => kept(MUTED + table, [])

/** Keeps them; nothing is kept of a table at which one hears everybody. */
export const keepMuted = (table: string, names: string[]): void => keep(MUTED + table, names.length ? names : null)

/** When the last was said that one has read, in Unix time; 0 when nothing was. */
export const readAt = (table: string): number => kept(READ + table, 0)

export const keepRead = (table: string, at: number): void => keep(READ + table, at)
