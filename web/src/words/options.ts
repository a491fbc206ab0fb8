/** Names of presets, options and their values, as people read them: by their names in the catalogue. */
import { m } from "../paraglide/messages.js"

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
