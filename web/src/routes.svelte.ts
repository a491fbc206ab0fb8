/** Which page is shown, by the address. */
export type Page =
  | { page: "front" | "lost" }
  | { page: "table"; id: string }
  | { page: "join"; invite: string }
  | { page: "me"; token: string }

/** The page of a path. */
export function pageOf(path: string): Page {
  const [, first = "", second = "", ...rest] = path.split("/")
  if (first === "" && second === "") return { page: "front" }
  if (second === "" || rest.length) return { page: "lost" }
  if (first === "table") return { page: "table", id: second }
  if (first === "join") return { page: "join", invite: second }
  return first === "me" ? { page: "me", token: second } : { page: "lost" }
}

class Router {
  page = $state.raw<Page>(pageOf(location.pathname))
  /** What the page before asks of this one: to begin a match at once. */
  intent = $state.raw<"begin" | null>(null)

  constructor() {
    addEventListener("popstate", () => this.#show(null))
  }

  go(path: string, intent: "begin" | null = null): void {
    history.pushState(null, "", path)
    this.#show(intent)
  }

  /** Goes to a page in place of this one. */
  replace(path: string): void {
    history.replaceState(null, "", path)
    this.#show(null)
  }

  #show(intent: "begin" | null): void {
    this.intent = intent
    this.page = pageOf(location.pathname)
    scrollTo(0, 0)
  }
}

export const router = new Router()

/** Follows a link of this page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  router.go(link.pathname)
}
