/** A code that is gone for less counts as in view, because hands tremble and lights flicker. */
const GONE_MS = 2000

/**
 * Returns a function that returns true if a code has just come into view. While a result is shown
 * (`isBusy`), the function returns false for a new code. If that code is still in view after the
 * result, the function then returns true. Codes that were in view before the result stay known.
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
