/** How cards move: from the hand or a seat to the trick, and from there to who took it. */
import { cubicOut } from "svelte/easing"
import type { TransitionConfig } from "svelte/transition"
import { moving } from "../settings/settings.svelte"
import { TOWARDS, type Place } from "./places"

const LASTS = 220
/** Pixels. */
const FAR = 170

/** Where the middles of cards were that have just left a hand. */
const left = new Map<string, [number, number]>()

const duration = (): number => (moving() ? LASTS : 0)

function middle(node: Element): [number, number] {
  const { x, y, width, height } = node.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}

/** A card leaves a hand; it is seen again where it arrives. */
export function send(node: Element, { card }: { card: string }): TransitionConfig {
  left.set(card, middle(node.querySelector("svg") ?? node))
  return { duration: 0 }
}

/** A card arrives, from the hand it left or else from a place at the table. */
export function receive(node: Element, { card, from }: { card: string; from: Place }): () => TransitionConfig {
  return () => {
    const was = left.get(card)
    left.delete(card)
    if (was === undefined) return slide(from)
    const [x, y] = middle(node)
    return glide(was[0] - x, was[1] - y)
  }
}

/** Away to who took the trick. */
export function away(_: Element, { to }: { to: Place }): TransitionConfig {
  return slide(to)
}

function glide(x: number, y: number): TransitionConfig {
  return { duration: duration(), easing: cubicOut, css: (_, u) => `translate: ${x * u}px ${y * u}px; z-index: 1` }
}

function slide(place: Place): TransitionConfig {
  const [x, y] = TOWARDS[place]
  return {
    duration: duration(),
    easing: cubicOut,
    css: (t, u) => `translate: ${x * u * FAR}px ${y * u * FAR}px; opacity: ${Math.min(1, 2 * t)}`,
  }
}
