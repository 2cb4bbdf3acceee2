/**
 * A code that is out of view for less time than this still counts as in view, because hands tremble
 * and lights flicker.
 */
const GONE_MS = 2000

/**
 * Returns a function that says whether a code has just come into view. While a result is shown
 * (`isBusy`), new codes wait, and codes that were in view stay known.
 */
export function watchView(): (text: string, at: number, isBusy: boolean) => boolean {
  const seen = new Map<string, number>()
  return (text, at, isBusy) => {
    for (const [other, last] of seen) if (at - last > GONE_MS) seen.delete(other)
    const isNew = !seen.has(text)
    if (isNew && isBusy) return false
    seen.set(text, at)
    return isNew
  }
}
