/** The HTTP part of the server: games, tables, who one is. Every function throws Refused. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser"
import { m } from "../paraglide/messages.js"
import type { FairShown, Refusal, Settings, Standing } from "./messages"

export interface GameOption {
  name: string
  rule: string
  value: string
  /** Null for a whole number of at least `least`, or none. */
  choices: string[] | null
  least: number | null
}

export interface GameOffer {
  name: string
  title: string
  summary: string
  seats: number
  presets: string[]
  options: GameOption[]
}

/** Words of one kind; `values` are those an option may have, or the one that is spoken of. Cards in them are `♣Q`. */
export interface HowWords {
  kind: "plain" | "strong" | "emphasis" | "rule" | "game" | "option" | "setting" | "value" | "preset"
  text: string
  name: string
  values: string[]
}

/** `rows` have cells of words, one a row but in tables, whose first row is the head; a second row says what cards are. */
export interface HowBlock {
  kind: "paragraph" | "example" | "cards" | "list" | "steps" | "table"
  rows: HowWords[][][]
  /** The columns of a table that have figures. */
  figures: number[]
}

/** A rule, or what stands before the first. */
export interface HowPart {
  rule: string
  blocks: HowBlock[]
}

/** How a game is played. */
export interface How {
  game: string
  title: string
  like: HowBlock[]
  sections: { title: HowWords[]; parts: HowPart[] }[]
}

export interface Me {
  name: string
  link: string
}

/** Whose a personal link is, whether that is who one is here, and how many tables one has here. */
export interface Whose {
  name: string
  yours: "yes" | "no"
  tables: number
}

export interface Passkey {
  id: string
  /** Seconds since 1970. */
  created: number
}

export interface TableSummary {
  id: string
  title: string
  stage: Standing["stage"]
  /** By seat; null where nobody sits. */
  players: (string | null)[]
  yourTurn: "yes" | "no"
}

/** The server said no; `message` is a sentence for people. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.why)
  }
}

const unreachable: Refusal = { code: "unreachable", why: m.error_unreachable(), rule: "" }

async function ask<Reply>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<Reply> {
  const sent =
    body === undefined
      ? { method }
      : { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
  const reply = await fetch(`/api/${path}`, sent).catch(() => {
    throw new Refused(unreachable)
  })
  const told: unknown = await reply.json().catch(() => null)
  if (!reply.ok) throw new Refused(isRefusal(told) ? told : unreachable)
  return told as Reply
}

function isRefusal(told: unknown): told is Refusal {
  return typeof told === "object" && told !== null && "why" in told
}

export const games = () => ask<GameOffer[]>("games")
/** A game with the values of a preset; its standard one if null. */
export const game = (name: string, preset: string | null) =>
  ask<GameOffer>(`games/${encodeURIComponent(name)}${preset === null ? "" : `?preset=${encodeURIComponent(preset)}`}`)
export const how = (name: string) => ask<How>(`games/${encodeURIComponent(name)}/how`)
export const me = () => ask<Me>("me")
export const rename = (name: string) => ask<Me>("me", { name })
/** Whose a personal link is, by its end. */
export const whose = (token: string) => ask<Whose>(`me/${encodeURIComponent(token)}`)
/** Be who one is on another device, by the end of a personal link. */
export const comeAs = (token: string) => ask<Me>(`me/${encodeURIComponent(token)}`, {})
/** Have another personal link, and be known by it on this device alone. */
export const renewLink = () => ask<Me>("link", {})
export const passkeys = () => ask<Passkey[]>("passkeys")
export const removePasskey = (id: string) => ask<Passkey[]>(`passkeys/${encodeURIComponent(id)}`, undefined, "DELETE")
export const passkeyCreation = () => ask<PublicKeyCredentialCreationOptionsJSON>("passkeys/creation", {})
export const keepPasskey = (credential: RegistrationResponseJSON) => ask<Me>("passkeys", { credential })
export const passkeyRequest = () => ask<PublicKeyCredentialRequestOptionsJSON>("passkeys/request", {})
export const showPasskey = (credential: AuthenticationResponseJSON) => ask<Me>("passkeys/shown", { credential })
export const lobby = () => ask<TableSummary[]>("tables")
export const mine = () => ask<TableSummary[]>("mine")
export const openTable = (settings: Settings) => ask<{ id: string; invite: string }>("tables", { settings })
export const join = (invite: string) => ask<{ id: string }>("join", { invite })
/** What the record of a table's last match says of its key. */
export const recordOf = (table: string) =>
  ask<{ fair?: Pick<FairShown, "commitment" | "shares" | "secret"> }>(`tables/${table}/record`)
/** Where a browser gets it as a file, which the server names. */
export const recordAddress = (table: string) => `/api/tables/${table}/record`
