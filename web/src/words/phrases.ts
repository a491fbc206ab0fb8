/** What can be said at a touch. */
import { m } from "../paraglide/messages.js"

const PHRASES: Record<string, () => string> = {
  hello: m.phrase_hello,
  "well played": m.phrase_well_played,
  thanks: m.phrase_thanks,
  sorry: m.phrase_sorry,
  "one moment": m.phrase_one_moment,
  better: m.phrase_better,
  "this one is good": m.phrase_this_one_is_good,
}

export const phraseText = (phrase: string): string => PHRASES[phrase]?.() ?? phrase
