/** Noting what a table commits itself to, and checking that it kept to it. The construction is stova-fair-1. */
const PREFIX = new TextEncoder().encode("stova-fair-1 commitment")
const KEY = "stova.fair."

/** Keeps the commitment a table shows while the match hasn't begun. */
export function note(table: string, commitment: string): void {
  localStorage.setItem(KEY + table, commitment)
}

/** The commitment this device saw before the first deal, if it did. */
export const noted = (table: string): string | null => localStorage.getItem(KEY + table)

/** The commitment of a secret: both in hexadecimal digits. */
export async function commitmentOf(secret: string): Promise<string> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const told = new Uint8Array([...PREFIX, ...bytes])
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", told))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
