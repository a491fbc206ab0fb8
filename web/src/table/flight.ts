/** How cards move: from the hand or a seat to the trick, and from there to who took it. */
import { cubicOut } from "svelte/easing"
import type { TransitionConfig } from "svelte/transition"
import { moving } from "../settings/settings.svelte"
import type { Place } from "./places"

const LASTS = 220
/** How large a card is that somebody holds, beside one on the table. */
const HELD = 0.45

/** Where something is: its middle, and its width if it is a card. Pixels. */
interface Spot {
  x: number
  y: number
  width: number | null
}

/** Where cards were that have just left a hand. */
const left = new Map<string, Spot>()

function spotOf(node: Element): Spot {
  const { x, y, width, height } = node.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2, width }
}

/** Where a card lies, though it may still be on its way there. */
function placeIn(node: HTMLElement): Spot {
  const { x, y } = node.offsetParent?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const width = node.offsetWidth
  return { x: x + node.offsetLeft + width / 2, y: y + node.offsetTop + node.offsetHeight / 2, width }
}

/** Who sits at a place; a card that goes there becomes as small as those that are held. */
function seatAt(place: Place): Spot | null {
  const seat = document.querySelector(`[data-place="${place}"] .seat`)
  return seat && { ...spotOf(seat), width: null }
}

/** A card leaves a hand; it is seen again where it arrives. */
export function send(node: Element, { card }: { card: string }): TransitionConfig {
  left.set(card, spotOf(node.querySelector("svg") ?? node))
  // What is put down arrives nowhere, and when somebody plays it later it comes from there.
  setTimeout(() => left.delete(card))
  return { duration: 0 }
}

/** A card arrives, from the hand it left or else from who sits at a place. */
export function receive(node: HTMLElement, { card, from }: { card: string; from: Place }): () => TransitionConfig {
  return () => {
    const was = left.get(card)
    left.delete(card)
    return fly(node, was ?? seatAt(from))
  }
}

/** Away to who took the trick. */
export function away(node: HTMLElement, { to }: { to: Place }): TransitionConfig {
  return fly(node, seatAt(to))
}

/** Between where a card lies and elsewhere; it fades in and out at a seat, where there are no single cards. */
function fly(node: HTMLElement, elsewhere: Spot | null): TransitionConfig {
  if (elsewhere === null || !moving()) return { duration: 0 }
  const here = placeIn(node)
  const [x, y] = [elsewhere.x - here.x, elsewhere.y - here.y]
  const size = elsewhere.width === null ? HELD : elsewhere.width / (here.width ?? 1)
  const css = (t: number, u: number): string =>
    `translate: ${x * u}px ${y * u}px; scale: ${1 + (size - 1) * u}; z-index: 1;` +
    (elsewhere.width === null ? ` opacity: ${Math.min(1, 3 * t)}` : "")
  return { duration: LASTS, easing: cubicOut, css }
}
