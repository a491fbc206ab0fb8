/** How a game is played: its page, told once, and the addresses of it. */
import { game, how, type How, type HowPart } from "../wire/http"
import type { Settings } from "../wire/messages"

/** What a table plays by: the part of its settings that rules depend on. */
export type Agreed = Pick<Settings, "game" | "preset" | "options">

const told = new Map<string, Promise<How>>()

/** How a game is played. Throws Refused; asked again after that. */
export function howOf(name: string): Promise<How> {
  const known = told.get(name)
  if (known) return known
  const asked = how(name)
  told.set(name, asked)
  asked.catch(() => told.delete(name))
  return asked
}

/** The rule of a number. */
export const ruleOf = (page: How, rule: string): HowPart | undefined =>
  page.sections.flatMap((section) => section.parts).find((part) => part.rule === rule)

/** The page of a game, with what a table agreed on marked in it, at a rule. */
export function howAddress(agreed: Agreed, rule = ""): string {
  const query = new URLSearchParams({ ...agreed.options, preset: agreed.preset ?? "" })
  return `/how/${agreed.game}?${query}${rule && `#${rule}`}`
}

/** What an address says was agreed; null if it says nothing. */
export function agreedBy(name: string, search: string): Agreed | null {
  const { preset, ...options } = Object.fromEntries(new URLSearchParams(search))
  return search ? { game: name, preset: preset || null, options } : null
}

/** The value of every option, by name. */
export async function valuesOf({ game: name, preset, options }: Agreed): Promise<Record<string, string>> {
  const { options: offered } = await game(name, preset)
  return { ...Object.fromEntries(offered.map((option) => [option.name, option.value])), ...options }
}
