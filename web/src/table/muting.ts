/** Whom one doesn't want to hear: people, by whatever name they go. */
import type { Chair } from "../wire/messages"

/** Somebody muted: where they sit, if they do, and the names they went by since. */
export interface Muted {
  seat: number | null
  names: string[]
}

export const isMuted = (muted: Muted[], name: string): boolean => muted.some(({ names }) => names.includes(name))

/** Hears who has a seat no longer, or again. */
export function toggled(muted: Muted[], seat: number, name: string): Muted[] {
  const others = muted.filter(({ names }) => !names.includes(name))
  return others.length < muted.length ? others : [...muted, { seat, names: [name] }]
}

/** The same people where they sit now: another name at a seat that was never free is another name of theirs. */
export const followed = (muted: Muted[], chairs: Chair[]): Muted[] =>
  muted.map(({ seat: before, names }) => {
    const seat = chairs.findIndex(({ who, name }) => who === "person" && names.includes(name))
    if (seat >= 0) return { seat, names }
    const there = before === null ? undefined : chairs[before]
    return there?.who === "person" ? { seat: before, names: [...names, there.name] } : { seat: null, names }
  })
