/** Looking again and again at what others change, while somebody sees it. */
import { pause } from "./waiting"

/** Milliseconds from one look to the next. */
export const PAUSE = 5_000

/**
 * Looks now and from time to time, while the page is seen, and at once when it is seen again. What fails is tried
 * again, after longer and longer. Gives what ends it.
 */
export function keepLooking(look: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let ended = false
  let looking = false

  async function once(): Promise<void> {
    if (looking) return
    clearTimeout(timer)
    looking = true
    failures = await look().then(
      () => 0,
      () => failures + 1,
    )
    looking = false
    if (!ended && !document.hidden) timer = setTimeout(once, failures ? PAUSE + pause(failures, Math.random()) : PAUSE)
  }

  const seen = (): void => {
    if (document.hidden) clearTimeout(timer)
    else void once()
  }
  document.addEventListener("visibilitychange", seen)
  void once()
  return () => {
    ended = true
    clearTimeout(timer)
    document.removeEventListener("visibilitychange", seen)
  }
}
