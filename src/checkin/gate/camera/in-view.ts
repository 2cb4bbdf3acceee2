/** A code that was out of view for less was not taken away: a hand trembles, a light flickers. */
const GONE_MS = 2000

/**
 * Says of each code that is seen whether it came into view just now. While a result is on the
 * screen (`isBusy`) a new one is left for later, and the old one stays known.
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
