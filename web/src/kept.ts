/** What this browser keeps. Where it lets pages keep nothing, all goes on for as long as the page is open. */

/** What is kept under a key, or else what is so otherwise. */
export function kept<Value>(key: string, otherwise: Value): Value {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as Value | null) ?? otherwise
  } catch {
    return otherwise
  }
}

/** Keeps a value, or none any more if it is null. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}
