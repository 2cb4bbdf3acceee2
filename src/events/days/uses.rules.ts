/**
 * 'Good for 3': how often an add-on is redeemed. One for several days says whether that is on each
 * of them or in all; `isOnceInAll` is undefined for all others.
 */
export function goodFor(uses: number, isOnceInAll: boolean | undefined): string {
  if (isOnceInAll === undefined) return `Good for ${uses}`
  return isOnceInAll ? `Good for ${uses} in all` : `Good for ${uses} each day`
}
