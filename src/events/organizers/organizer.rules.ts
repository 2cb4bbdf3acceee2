export const NAME_MAX = 100
export const WORDS_MAX = 5000

/** The path of an organizer's public page. */
export const organizerPath = (id: string): string => `/organizers/${id}`

/**
 * At most `most` letters of `text` around the first letter that differs from `other`; '…' marks what
 * is left out.
 */
export function aroundChange(text: string, other: string, most: number): string {
  if (text.length <= most) return text
  const [letters, others] = [[...text], [...other]]
  const found = letters.findIndex((letter, at) => letter !== others[at])
  const first = found < 0 ? letters.length : found
  const from = Math.max(0, Math.min(first - Math.floor(most / 4), letters.length - most))
  const kept = letters.slice(from, from + most).join('')
  return `${from > 0 ? '…' : ''}${kept}${from + most < letters.length ? '…' : ''}`
}
