/** Where the keyboard goes when what it was on leaves the table. */
import { tick } from "svelte"

/** The first of these that there is: what is asked, before what may only be looked through. */
const NEXT = [
  ".outcome .main",
  ".outcome",
  ".hand:has(.may) .held[tabindex='0']",
  ".mine .row .may",
  ".asked .buttons .button:not(:disabled)",
  ".hand .held[tabindex='0']",
  ".mine .row .held",
]

/** Whether the keyboard is nowhere, or on something that is leaving. */
const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest("[inert]") !== null

/** Before what is on a table changes: the keyboard is kept on it, if it was there. */
export function keepFocus(table: HTMLElement | undefined): void {
  const was = document.activeElement
  if (!table?.contains(was)) return
  const nearest = was?.closest(".row") ? [".mine .row .held"] : []
  void tick().then(() => {
    if (!isLost()) return
    const next = [...nearest, ...NEXT].map((what) => table.querySelector<HTMLElement>(`${what}:not([inert] *)`))
    const found = next.find((element) => element !== null) ?? table
    found.focus({ preventScroll: true })
  })
}
