/** What one has set for oneself in this browser. */
import type { Lettering } from "../cards/faces"
import { keep, kept } from "../kept"

export interface Settings {
  theme: "auto" | "light" | "dark"
  suits: "two" | "four"
  lettering: Lettering
  sounds: "on" | "off"
  /** Whether a card is played at the first touch or raised by it. */
  touch: "play" | "raise"
  /** Whether the only card that may be played plays itself. */
  forced: "wait" | "play"
}

const KEY = "stova.settings"
const STANDARD: Settings = {
  theme: "auto",
  suits: "two",
  lettering: "english",
  sounds: "on",
  touch: "play",
  forced: "wait",
}

export const settings = $state<Settings>({ ...STANDARD, ...kept<Partial<Settings>>(KEY, {}) })

/** Keeps what is set, and shows it. To be called in an effect. */
export function applySettings(): void {
  keep(KEY, settings)
  document.documentElement.dataset.theme = settings.theme
  document.documentElement.dataset.suits = settings.suits
}

/** Whether things may move. */
export const moving = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches
