/** Scenes for tests: the least there is of one, with some of it otherwise. */
import type { Deal, Scene } from "../src/wire/messages"

export const deal: Deal = {
  number: 1,
  dealer: 3,
  doing: "play a card",
  toAct: 0,
  declarer: 0,
  trump: "H",
  drawn: null,
  calls: [],
  counts: [8, 8, 8, 8],
  tricks: [0, 0, 0, 0],
  points: [0, 0],
  discarded: null,
  lying: 0,
  putDown: [],
  found: [],
  talon: null,
}

const seat = { who: "bot", name: "", here: "yes", until: null, accepts: "yes" } as const

export const scene: Scene = {
  you: 0,
  standing: { id: "t", stage: "playing", turn: 1, owner: "you", keeper: 0, held: 0, invite: null },
  rules: {
    settings: { game: "g", preset: null, options: {}, bots: "club", pace: "calm", listed: "no" },
    title: "Game",
    talon: "talon",
    changed: {},
    phrases: [],
    meanings: {},
  },
  chairs: [{ ...seat, who: "you", name: "Anna" }, seat, { ...seat, name: "Bo", who: "person" }, seat],
  fair: { commitment: "", shares: [], secret: null, record: null },
  deal,
  cards: { trumps: [], roles: {} },
  hand: [],
  choices: [],
  barred: null,
  ends: [],
  trick: { number: 1, leader: 0, cards: [], winner: null, points: null },
  last: null,
  own: null,
  story: [],
  sheet: { kind: "ladder", what: { columns: [[24], [24]] }, over: "no", early: "no", winners: [] },
  outcome: null,
  asks: [],
  asking: null,
  talk: [],
} as Scene

export const choice = (kind: string, what: Record<string, unknown> = {}, action = kind, rule = "") => ({
  action,
  kind,
  what,
  rule,
})
