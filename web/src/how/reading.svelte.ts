/** The rule somebody has looked up, and what is around the words of rules: what was agreed, and where numbers lead. */
import { createContext } from "svelte"
import type { Agreed } from "./how"

class LookedUp {
  rule = $state.raw("")
  agreed = $state.raw<Agreed | null>(null)

  show(rule: string, agreed: Agreed): void {
    this.rule = rule
    this.agreed = agreed
  }

  close(): void {
    this.agreed = null
  }
}

/** What lies over the page, whichever it is. */
export const lookedUp = new LookedUp()

export interface Reading {
  /** The values of options that are marked: those agreed on. */
  readonly values: Record<string, string>
  /** What a rule's number does, where it isn't on this page. */
  readonly onrule?: (rule: string) => void
}

export const [reading, setReading] = createContext<Reading>()
