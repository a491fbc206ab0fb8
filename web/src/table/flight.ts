/** How cards move: from the hand or a seat to the trick, and from there to who took it. */
import { cubicOut } from "svelte/easing"
import { crossfade, type TransitionConfig } from "svelte/transition"
import { moving } from "../settings/settings.svelte"
import { TOWARDS, type Place } from "./places"

const LASTS = 220
const FAR = 170

const duration = (): number => (moving() ? LASTS : 0)

interface Card {
  key: string
  from?: Place
}

function fromPlace(_: Element, { from }: Card): TransitionConfig {
  return slide(from ?? "foot")
}

/** From and to a place at the table. */
export function slide(place: Place): TransitionConfig {
  const [x, y] = TOWARDS[place]
  return {
    duration: duration(),
    easing: cubicOut,
    css: (t, u) => `translate: ${x * u * FAR}px ${y * u * FAR}px; opacity: ${Math.min(1, 2 * t)}`,
  }
}

const [leave, arrive] = crossfade({
  duration,
  easing: cubicOut,
  fallback: (node, parameters) => fromPlace(node, parameters as Card),
})

/** A card leaves a hand; it arrives wherever it is received. */
export const send = leave
/** A card arrives, from the hand it left or else from a place at the table. */
export const receive = (node: Element, card: Card) => arrive(node, card)

/** Away to who took the trick. */
export const away = (_: Element, { to }: { to: Place }): TransitionConfig => slide(to)
