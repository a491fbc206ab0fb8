/** What this browser keeps of a table: whom one doesn't want to hear, and what was said that one has read. */
import { keep, kept } from "../kept"
import type { Muted } from "./muting"

const MUTED = "stova.unheard."
const READ = "stova.read."

/** Those one doesn't want to hear. */
export const mutedAt = (table: string): Muted[] => kept(MUTED + table, [])

/** Keeps them; nothing is kept of a table at which one hears everybody. */
export const keepMuted = (table: string, muted: Muted[]): void => keep(MUTED + table, muted.length ? muted : null)

/** When the last was said that one has read, in Unix time; 0 when nothing was. */
export const readAt = (table: string): number => kept(READ + table, 0)

export const keepRead = (table: string, at: number): void => keep(READ + table, at)
