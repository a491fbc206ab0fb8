/** What stopping and going on may come to. */
import { m } from "../paraglide/messages.js"
import { counted, type ChalkUp } from "../sheets/chalk"
import type { End, Scene } from "../wire/messages"
import { chalkedText, madeText } from "./outcome"

/** A choice, and the ends it may lead to. */
export interface Way {
  choice: string
  ends: End[]
}

const WAYS: Record<string, () => string> = { stop: m.do_stop, "go on": m.do_go_on }
const WHEN: Record<End["when"], () => string> = {
  now: m.end_now,
  all: m.end_all,
  alone: m.end_alone,
  lost: m.end_lost,
}

/** The ends by the choice that may lead to them, in the order told. */
export const waysOf = ({ ends }: Scene): Way[] =>
  [...new Set(ends.map(({ choice }) => choice))].map((choice) => ({
    choice,
    ends: ends.filter((end) => end.choice === choice),
  }))

export const wayText = ({ choice }: Way): string => WAYS[choice]?.() ?? choice

/** When it comes to that, in a word or two. */
export const whenText = ({ when }: End): string => WHEN[when]()

/** What changes on the slate, and the crosses which that brings. */
export function endText(scene: Scene, { made, sheet }: End): string {
  const gained = balance(sheet.what) - balance(scene.sheet?.what)
  const crosses = m.end_crosses({ count: Math.abs(gained) })
  return gained ? `${chalkedText(made)}: ${crosses}` : chalkedText(made)
}

/** The crosses of the first side less those of the other. */
function balance(what: Record<string, unknown> | undefined): number {
  const [one, other] = (what as ChalkUp | undefined)?.crosses ?? []
  return one && other ? counted(one) - counted(other) : 0
}

/** All of it for the ear. */
export const endsTold = (scene: Scene): string[] =>
  waysOf(scene).map((way) => {
    const ends = way.ends.map((end) => `${whenText(end)}, ${madeText("chalk", end.made)}`)
    return `${wayText(way)}: ${ends.join("; ")}.`
  })
