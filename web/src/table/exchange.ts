/** Choosing cards to put down: which sets the server allows, and what the button does. */
import { m } from "../paraglide/messages.js"
import type { Choice, Scene } from "../wire/messages"

const KINDS = ["Discard", "Exchange"]

const cardsOf = (choice: Choice): string[] => (choice.what.cards as string[] | undefined) ?? []

/** The choices that put cards down. */
export const exchanges = (scene: Scene): Choice[] =>
  scene.choices.filter((choice) => KINDS.includes(choice.kind) && cardsOf(choice).length > 0)

/** How many cards may be put down. */
export const sizes = (choices: Choice[]): number[] =>
  [...new Set(choices.map((choice) => cardsOf(choice).length))].sort((a, b) => a - b)

/** The choice that puts down just these cards, if there is one. */
export function exchangeOf(choices: Choice[], chosen: string[]): Choice | undefined {
  return choices.find(
    (choice) => cardsOf(choice).length === chosen.length && cardsOf(choice).every((card) => chosen.includes(card)),
  )
}

/** What the button says while these are chosen. */
export function exchangeText(choices: Choice[], chosen: string[]): string {
  const most = sizes(choices).at(-1) ?? 0
  if (exchangeOf(choices, chosen)) return m.do_put_down({ cards: m.count_cards({ count: chosen.length }) })
  return m.do_choose({ cards: m.count_cards({ count: most }) })
}

/** The cards chosen after one was touched; beyond the most that may be, the first chosen goes back. */
export function touched(chosen: string[], card: string, most: number): string[] {
  if (chosen.includes(card)) return chosen.filter((other) => other !== card)
  return [...chosen, card].slice(-most)
}
