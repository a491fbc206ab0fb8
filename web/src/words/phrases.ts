/** What can be said at a touch. */
import { m } from "../paraglide/messages.js"
import type { Line } from "../wire/messages"

const PHRASES: Record<string, () => string> = {
  hello: m.phrase_hello,
  "well played": m.phrase_well_played,
  thanks: m.phrase_thanks,
  sorry: m.phrase_sorry,
  "one moment": m.phrase_one_moment,
  better: m.phrase_better,
  "this one is good": m.phrase_this_one_is_good,
}

/** What was said, in words. */
export const saidText = ({ text, phrase }: Line): string => (phrase ? phraseText(phrase) : text)

export const phraseText = (phrase: string): string => PHRASES[phrase]?.() ?? phrase
