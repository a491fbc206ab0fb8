/** What is said in an auction, as people say it. */
import { m } from "../paraglide/messages.js"
import type { Called } from "../wire/messages"
import { suitName } from "./cards"

interface Length {
  length: number
  suit: string | null
}

/** A bid of a length after another: `5`, `5, better`, `5, clubs`. */
export function bidSaid(bid: Length, before: Length | null): string {
  const length = String(bid.length)
  if (bid.suit === null) return length
  if (before?.suit === null && before.length === bid.length) return m.do_bid_better({ length })
  return m.do_bid_suit({ length, suit: suitName(bid.suit) })
}

/** The last bid of a length among calls. */
export function lastLength(calls: Called[]): Length | null {
  return (calls.findLast((call) => call.kind === "Bid")?.what as Length | undefined) ?? null
}

const WORDS: Record<string, () => string> = {
  Pass: m.call_pass,
  Hold: m.call_hold,
  Declare: m.call_play,
  Accept: m.call_play,
}

/** A call as it was said. */
export function callText(calls: Called[], place: number): string {
  const call = calls[place]
  if (call === undefined) return ""
  if (call.kind === "Bid") return bidSaid(call.what as unknown as Length, lastLength(calls.slice(0, place)))
  if (call.kind === "BidContract") return String(call.what.contract)
  if (call.kind === "NameTrump") return suitName(String(call.what.suit))
  return WORDS[call.kind]?.() ?? call.kind
}

/** The standing bid as it was said, or nothing. */
export function standingBid(calls: Called[]): string {
  const place = calls.findLastIndex((call) => call.kind === "Bid" || call.kind === "BidContract")
  return callText(calls, place)
}

/** What a seat said last. */
export function lastCall(calls: Called[], seat: number): string {
  return callText(
    calls,
    calls.findLastIndex((call) => call.seat === seat),
  )
}
