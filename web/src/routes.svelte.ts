/** Which page is shown, by the address. */
import { pageOf, type Page } from "./pageOf"

class Router {
  page = $state.raw<Page>(pageOf(location.pathname))
  /** What the page before asks of this one: to begin a match at once. */
  intent = $state.raw<"begin" | null>(null)

  #path = location.pathname

  constructor() {
    // To go to another place of the same page is the browser's.
    addEventListener("popstate", () => location.pathname === this.#path || this.#show(null))
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
    this.#path = location.pathname
    this.page = pageOf(this.#path)
    scrollTo(0, 0)
  }
}

export const router = new Router()

/** Follows a link of this page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  router.go(link.pathname + link.search + link.hash)
}
