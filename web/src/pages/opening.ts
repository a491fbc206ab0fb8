/** Opening a table, as somebody who plays at once or waits for friends. */
import { router } from "../routes.svelte"
import * as http from "../wire/http"

let opening = false

/** Opens a table of a game, played as usual, and goes to it; nothing while one is being opened. Throws Refused. */
export async function openTable(game: string, intent: "begin" | null): Promise<void> {
  if (opening) return
  opening = true
  try {
    await http.me()
    const { id } = await http.openTable({ game, preset: null, options: {}, bots: "club", pace: "calm", listed: "no" })
    router.go(`/table/${id}`, intent)
  } finally {
    opening = false
  }
}
