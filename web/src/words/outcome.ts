/** What a finished deal and a match came to. */
import { m } from "../paraglide/messages.js"
import type { Outcome, Scene } from "../wire/messages"
import { standingBid } from "./calls"
import { cardSign, suitName } from "./cards"
import { signed, type SheetLine } from "../sheets/marks"
import { nameOf, sideCount, sideName, sideOf, sidesTold, together, whoIs } from "./people"

/** By the sheet, what made the score; of a side it is said of the declarer's. */
const MADE: Record<string, Record<string, (told: { side: string }) => string>> = {
  ladder: {
    "solo vol": m.made_ladder_solo_vol,
    vol: m.made_ladder_vol,
    ninety: m.made_ladder_ninety,
    won: m.made_ladder_won,
    tie: m.made_ladder_tie,
    lost: m.made_ladder_lost,
    javn: m.made_ladder_javn,
    "no trick": m.made_ladder_no_trick,
    unbid: m.made_ladder_unbid,
  },
  columns: {
    all: m.made_columns_all,
    double: m.made_columns_double,
    won: m.made_columns_won,
    lost: m.made_columns_lost,
    "lost double": m.made_columns_lost_double,
    "no trick": m.made_columns_no_trick,
    fold: m.made_columns_fold,
    tout: m.made_columns_tout,
    "tout lost": m.made_columns_tout_lost,
    nat: m.made_columns_nat,
    pit: m.made_columns_pit,
  },
  chalk: {
    game: m.made_chalk_game,
    "kept in": m.made_chalk_kept_in,
    nine: m.made_chalk_nine,
    "kept in alone": m.made_chalk_kept_in_alone,
    "nine alone": m.made_chalk_nine_alone,
  },
}
/** What that changes on a slate. */
const CHALKED: Record<string, () => string> = {
  game: m.chalked_game,
  "kept in": m.chalked_kept_in,
  nine: m.chalked_nine,
  "kept in alone": m.chalked_kept_in_alone,
  "nine alone": m.chalked_nine_alone,
}
/** Why a deal was not played. */
const AGAIN: Record<string, () => string> = {
  "passed out": m.outcome_passed,
  "one suit": m.outcome_one_suit,
}

/** What made the score, as a sentence without its full stop; `side` is the declarer's, which a slate doesn't name. */
export function madeText(kind: string, made: string, side = ""): string {
  const named = MADE[kind]?.[made]?.({ side }) ?? made
  return kind === "chalk" && CHALKED[made] ? `${named}, ${chalkedText(made)}` : named
}

export const chalkedText = (made: string): string => CHALKED[made]?.() ?? made

/** A finished deal in sentences: what was played, what was taken, what it was. */
export function outcomeTold(scene: Scene, outcome: Outcome): string[] {
  if (outcome.redeal !== null) {
    const again = outcome.redeal === "same" ? m.outcome_again_same() : m.outcome_again_next()
    return [`${AGAIN[outcome.made]?.() ?? ""} ${again}`.trim()]
  }
  const played = outcome.tricks.some(Boolean)
    ? [declaredTold(scene), ...takenTold(scene, outcome), ...asideTold(scene), roemTold(scene, outcome)]
    : []
  return [...played, scoredTold(scene, outcome), dealsOver(scene)].filter(Boolean)
}

/** What the declarer's side made, and who got what for it. */
function scoredTold(scene: Scene, outcome: Outcome): string {
  const kind = scene.sheet?.kind ?? ""
  const declarer = scene.deal?.declarer ?? null
  const made = madeText(kind, outcome.made, declarer === null ? "" : sideName(scene, sideOf(scene, declarer)))
  const scored = sidesTold(scene).filter((side) => outcome.score[side])
  if (kind === "chalk") return [...scored.map((side) => sideName(scene, side)), `${made}.`].join(": ")
  const scores = scored.map((side) => (kind === "ladder" ? laddered(scene, side) : counted(scene, side, outcome)))
  return [`${made}.`, scores.join("\u00a0· ")].filter(Boolean).join(" ")
}

/** What a side got, in what the sheet counts. */
function counted(scene: Scene, side: number, outcome: Outcome): string {
  const [score, unit] = [outcome.score[side] ?? 0, scene.sheet?.what.unit as string | undefined]
  const amount = unit ? `${signed(score)} ${unit}` : m.count_points({ count: score }).replace("-", "−")
  return m.outcome_score({ side: sideName(scene, side), score: amount })
}

/** What a side counts down by, from where to where, and whether that is the end of the rubber. */
function laddered(scene: Scene, side: number): string {
  const what = scene.sheet?.what as unknown as { columns: number[][]; rubbers: number[][]; lines: SheetLine[] }
  const [column, score] = [what.columns[side] ?? [], what.lines.at(-1)?.scored[side] ?? 0]
  const [ended, left] = [
    column.length < 2,
    (column.length > 1 ? column : what.rubbers.map((ends) => ends[side])).at(-1),
  ]
  const told = { side: sideName(scene, side), was: (left ?? 0) + score, score, left: signed(left ?? 0) }
  return ended && (left ?? 0) <= 0 ? m.outcome_rubber(told) : m.outcome_to_go(told)
}

/** Where the sides stand when a rubber ends though nobody is at nought. */
function dealsOver(scene: Scene): string {
  const what = scene.sheet?.what as unknown as { columns: number[][]; rubbers?: number[][] }
  const ends = scene.sheet?.kind === "ladder" ? what.rubbers?.at(-1) : undefined
  if (!ends || Math.min(...ends) <= 0 || what.columns.some((column) => column.length > 1)) return ""
  const stand = sidesTold(scene).map((side) => `${sideName(scene, side)} ${ends[side] ?? 0}`)
  return m.outcome_deals_over({ ends: stand.join(" · ") })
}

function declaredTold(scene: Scene): string {
  const deal = scene.deal
  if (deal === null || scene.sheet?.kind === "chalk") return ""
  if (deal.declarer === null) return m.outcome_nobody()
  const name = nameOf(scene, deal.declarer)
  const suit = deal.trump === null ? m.outcome_no_trumps() : suitName(deal.trump)
  const bid = standingBid(deal.calls)
  if (deal.calls.some((call) => call.kind === "BidContract")) return m.outcome_contract({ name, suit, contract: bid })
  return bid ? m.outcome_declared({ name, suit, bid }) : m.outcome_played_with({ name, suit })
}

function takenTold(scene: Scene, outcome: Outcome): string[] {
  return sidesTold(scene).map((side) => {
    const taken = { side: sideName(scene, side), tricks: m.count_tricks({ count: outcome.tricks[side] ?? 0 }) }
    const points = m.count_card_points({ count: outcome.points[side] ?? 0 })
    return scene.deal?.points ? m.outcome_points({ ...taken, points }) : m.outcome_tricks(taken)
  })
}

/** The cards that lay aside, and count to the declarer unless tricks alone count. */
function asideTold({ deal, rules }: Scene): string[] {
  const down = deal?.putDown.map(cardSign).join(" ")
  const left = deal?.talon?.map(cardSign).join(" ")
  const [putDown, unseen] = deal?.points
    ? [m.outcome_put_down, m.outcome_left]
    : [m.outcome_put_down_only, m.outcome_left_only]
  return [down ? putDown({ cards: down }) : "", left ? unseen({ cards: left, talon: rules.talon }) : ""]
}

/** What roem was counted in a deal, by side. */
export const roemOf = ({ own }: Outcome): number[] => (own as { roem?: number[] } | null)?.roem ?? []

/** Roem by side, where something of it was declared. */
function roemTold(scene: Scene, outcome: Outcome): string {
  const roem = roemOf(outcome)
  return roem.some(Boolean)
    ? m.outcome_roem({
        roem: sidesTold(scene)
          .map((side) => `${sideName(scene, side)} ${roem[side] ?? 0}`)
          .join(" · "),
      })
    : ""
}

/** Who ended on the total that is noted, if anybody did. */
export function notedTold(scene: Scene): string {
  const noted = (scene.sheet?.what.noted as number[] | undefined) ?? []
  return noted.length ? m.who_noted({ names: together(noted.map((side) => sideName(scene, side))) }) : ""
}

/** Who won the match, or who lost where a match ends with that. */
export function matchTold(scene: Scene): string {
  const sheet = scene.sheet
  const losers = (sheet?.what.losers as number[] | undefined) ?? []
  const names = (sides: number[]): string => together(sides.map((side) => sideName(scene, side)))
  if (losers.length > 0 && losers.length < sideCount(scene)) return m.who_lost_match({ names: names(losers) })
  const winners = sheet?.winners ?? []
  if (winners.length === 0 || winners.length === sideCount(scene)) return m.outcome_draw()
  const alone = winners.length === 1 && sideCount(scene) === scene.chairs.length ? winners[0] : undefined
  return alone === undefined ? m.who_won_match({ names: names(winners) }) : m.did_win_match(whoIs(scene, alone))
}
