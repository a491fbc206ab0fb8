/** Copies a text; whether it could. Browsers let pages do so only at secure addresses. */
export const copy = (text: string): Promise<boolean> =>
  Promise.resolve(navigator.clipboard as Clipboard | undefined)
    .then((clipboard) => clipboard?.writeText(text).then(() => true) ?? false)
    .catch(() => false)
