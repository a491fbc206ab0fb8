/** Names of bots, paces, presets, options and their values, as people read them: by their names in the catalogue. */
import { m } from "../paraglide/messages.js"

/** How good bots are, and how fast a table goes, in the order to choose from. */
export const BOTS = { beginner: m.bots_beginner, club: m.bots_club, expert: m.bots_expert }
export const PACES = { quick: m.pace_quick, calm: m.pace_calm, slow: m.pace_slow }

const catalogue = m as unknown as Record<string, (() => string) | undefined>

const named = (key: string): string | undefined => catalogue[key.replace(/[^a-z0-9_]/g, "_")]?.()

export const optionName = (option: string): string => named(`option_${option}`) ?? option
/** What an option is about, in a sentence. */
export const optionHint = (option: string): string => named(`option_${option}_hint`) ?? ""
/** A value of an option; numbers stand for themselves. */
export const valueName = (option: string, value: string): string =>
  named(`value_${option}_${value}`) ?? named(`value_${value}`) ?? value
export const presetName = (preset: string): string => named(`preset_${preset}`) ?? preset
export const presetHint = (preset: string): string => named(`preset_${preset}_hint`) ?? ""
