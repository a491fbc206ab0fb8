/** The dialogs that lie over the page, the topmost last: all that isn't in it can't be reached meanwhile. */
const opened: HTMLDialogElement[] = []

export const topmost = (): HTMLDialogElement | undefined => opened.at(-1)

/** Lays a dialog over the page. What is returned takes it off the list again. */
export function lay(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  opened.push(dialog)
  return () => opened.splice(opened.indexOf(dialog), 1)
}
