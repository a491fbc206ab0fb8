/** Opening a table, as somebody who plays at once or waits for friends. */
import { router } from "../routes.svelte"
import * as http from "../wire/http"

/** Opens a table of a game, played as usual, and goes to it. Throws Refused. */
export async function openTable(game: string, intent: "begin" | null): Promise<void> {
  await http.me()
  const { id } = await http.openTable({ game, preset: null, options: {}, bots: "club", pace: "calm", listed: "no" })
  router.go(`/table/${id}`, intent)
}
