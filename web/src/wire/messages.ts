// Made from the server's messages by `python -m stova.server.typescript`; not to be changed by hand.
export const LONGEST_TALK = 300
export const PROTOCOL = 1

/** The rules a table plays by and how it is kept. `options` are texts, changed from the preset. */
export interface Settings {
  game: string
  preset: string | null
  options: Record<string, string>
  bots: "beginner" | "club" | "expert"
  pace: "calm" | "quick" | "slow"
  listed: "no" | "yes"
}

/** Take an empty seat, or move to it, under a name. */
export interface Sit {
  type: "sit"
  seat: number
  name: string
}

/** Leave the seat; a bot plays on in it. */
export interface Stand {
  type: "stand"
}

/** The owner changes the rules, before the match begins. Whoever sits stays seated as far as there are seats. */
export interface Agree {
  type: "agree"
  settings: Settings
}

/** Accept the rules after they were changed. Refused unless they are these still. */
export interface Accept {
  type: "accept"
  settings: Settings
}

/** The random bytes of one's seat, in hexadecimal digits, for the key of the match. Those shared last count. */
export interface Share {
  type: "share"
  digits: string
  commitment: string
}

/** The owner begins the match; bots take the empty seats. */
export interface Begin {
  type: "begin"
}

/** Do this at one's turn: an action in its text form. */
export interface Act {
  type: "act"
  action: string
}

/** Go on to the next deal, as far as one's seat is concerned. */
export interface Ready {
  type: "ready"
}

/** The owner opens another match at the same table. */
export interface Again {
  type: "again"
}

/** Ask everybody to undo one's last action, or claim the rest of the tricks. */
export interface Ask {
  type: "ask"
  about: "claim" | "undo"
}

/** Agree to what was asked, or don't. */
export interface Consent {
  type: "consent"
  answer: "no" | "yes"
}

/** Say something to the table: text, or one of the game's phrases by its name. */
export interface Say {
  type: "say"
  text: string
  phrase: string
}

/** The owner stops the clocks and the bots, or lets them go on. */
export interface Pause {
  type: "pause"
  state: "off" | "on"
}

/** Have a bot play for somebody, who can take the seat back; where one does already, take the seat from them. */
export interface Replace {
  type: "replace"
  seat: number
}

/** Take one's seat back from the bot that played meanwhile. */
export interface Return {
  type: "return"
}

/** The owner closes the table. A match ends after the last deal that was played; without one it is broken off. */
export interface Close {
  type: "close"
}

/** The first message. */
export interface Hello {
  type: "hello"
  protocol: number
  table: string
  client: string
}

/** A command. `turn` is `Standing.turn` as the client saw it: what plays cards is refused if that has changed. */
export interface Do {
  type: "do"
  sequence: number
  turn: number
  command: Sit | Stand | Agree | Accept | Share | Begin | Act | Ready | Again | Ask | Consent | Say | Pause | Replace | Return | Close
}

/** Why something is not done: a word for programs, a sentence for people, and the rule if there is one. */
export interface Refusal {
  code: string
  why: string
  rule: string
}

/** What became of a command. What it changed has been told before. */
export interface Answer {
  type: "answer"
  sequence: number
  refused: Refusal | null
}

/** All that is to be seen from a seat, as a `Scene`. */
export interface Whole {
  type: "whole"
  version: number
  scene: unknown
}

/** What of the scene is otherwise than in version `since`: fields of a `Scene` with their new values. */
export interface Change {
  type: "change"
  since: number
  version: number
  scene: Record<string, unknown>
}

/** The connection ends; `again` seconds later it may be tried again, or never if None. */
export interface Bye {
  type: "bye"
  refused: Refusal
  again: number | null
}

/** How the table stands. */
export interface Standing {
  id: string
  stage: "closed" | "gathering" | "over" | "paused" | "playing"
  turn: number
  owner: "other" | "you"
  keeper: number | null
  held: number | null
  invite: string | null
}

/** What is played. */
export interface Rules {
  settings: Settings
  title: string
  talon: string
  changed: Record<string, string>
  phrases: string[]
  meanings: Record<string, string>
}

/** A seat. */
export interface Chair {
  who: "bot" | "nobody" | "person" | "you"
  name: string
  here: "no" | "played for" | "yes"
  until: number | null
  accepts: "no" | "yes"
}

/** A card in one's hand, in the order to be shown; `why` and `rule` say why it can't be played, at one's turn. */
export interface Held {
  card: string
  playable: "no" | "yes"
  why: string
  rule: string
}

/** What cards are to the game now, wherever they lie: all trumps, and by card what players call it, if anything. */
export interface Cards {
  trumps: string[]
  roles: Record<string, string>
}

/** Something that may be done besides playing a card of the hand: its text form, its kind and what is in it. */
export interface Choice {
  action: string
  kind: string
  what: Record<string, unknown>
  rule: string
}

/** Why one can't bid, or can't pass, and the rule that says so. */
export interface Barred {
  why: string
  rule: string
}

/** A sheet as it is drawn: `ladder`, `columns` or `chalk`; what is in `what` depends on that. */
export interface SheetShown {
  kind: "chalk" | "columns" | "ladder"
  what: Record<string, unknown>
  over: "no" | "yes"
  early: "no" | "yes"
  winners: number[]
}

/** An end that a deal may have where a side says whether to stop or to go on. */
export interface End {
  choice: string
  when: "all" | "alone" | "lost" | "now"
  made: string
  sheet: SheetShown
}

/** A call as it was made. */
export interface Called {
  seat: number
  kind: string
  what: Record<string, unknown>
}

/** What is known to all of the deal in hand. */
export interface Deal {
  number: number
  dealer: number
  doing: string | null
  toAct: number | null
  declarer: number | null
  trump: string | null
  drawn: string | null
  calls: Called[]
  counts: number[]
  tricks: number[]
  points: number[] | null
  discarded: number | null
  lying: number
  putDown: string[]
  found: string[]
  talon: string[] | null
}

/** A trick: its cards in the order played from `leader`, and the seat that is winning it, or won it. */
export interface OnTable {
  number: number
  leader: number
  cards: string[]
  winner: number | null
  points: number | null
}

/** What a seat did, in the order of the deal. */
export interface Happened {
  at: number
  seat: number
  kind: string
  action: string
  announced: string
  points: number | null
}

/** What a finished deal came to, by side, and all hands as they were dealt, trumps first. */
export interface Outcome {
  made: string
  rule: string
  points: number[]
  tricks: number[]
  score: number[]
  redeal: string | null
  own: unknown
  dealt: string[][]
  ready: number[]
}

/** Something asked of everybody, or what became of it. */
export interface Asking {
  about: "claim" | "undo"
  seat: number
  agreed: number[]
  answer: "declined" | "granted" | "passed over" | "waits"
  by: number | null
}

/** Something said. */
export interface Line {
  at: number
  name: string
  seat: number
  text: string
  phrase: string
}

/** How the match's key comes about, in hexadecimal digits; the secret once the match is over. */
export interface FairShown {
  commitment: string
  shares: string[]
  secret: string | null
  record: string | null
}

/** All that is to be seen from a seat; fields change one by one. */
export interface Scene {
  you: number | null
  standing: Standing
  rules: Rules
  chairs: Chair[]
  fair: FairShown
  deal: Deal | null
  cards: Cards | null
  hand: Held[]
  choices: Choice[]
  barred: Barred | null
  ends: End[]
  trick: OnTable | null
  last: OnTable | null
  own: unknown
  story: Happened[]
  sheet: SheetShown | null
  outcome: Outcome | null
  asks: ("claim" | "undo")[]
  asking: Asking | null
  talk: Line[]
}

export type Command = Sit | Stand | Agree | Accept | Share | Begin | Act | Ready | Again | Ask | Consent | Say | Pause | Replace | Return | Close

export type Sent = Hello | Do

export type Told = Answer | Whole | Change | Bye
