/** Which page an address is. */
export type Page =
  | { page: "front" | "lost" }
  | { page: "table"; id: string }
  | { page: "join"; invite: string }
  | { page: "me"; token: string }
  | { page: "how"; game: string }

/** The page of a path. */
export function pageOf(path: string): Page {
  const [, first = "", second = "", ...rest] = path.split("/")
  if (first === "" && second === "") return { page: "front" }
  if (second === "" || rest.length) return { page: "lost" }
  if (first === "table") return { page: "table", id: second }
  if (first === "join") return { page: "join", invite: second }
  if (first === "how") return { page: "how", game: second }
  return first === "me" ? { page: "me", token: second } : { page: "lost" }
}
