/** The numbers that sellers can have: two digits, which fit behind an event's USSD code. */
export const SELLER_MIN = 10
export const SELLER_MAX = 99

export const isSellerNumber = (number: number): boolean =>
  Number.isInteger(number) && number >= SELLER_MIN && number <= SELLER_MAX

/** The number that a link or a request names. Null if it can be no seller's, and so is ignored. */
export const readSellerNumber = (number: number | null | undefined): number | null =>
  typeof number === 'number' && isSellerNumber(number) ? number : null

/** The longest word of a link that an order keeps. */
const LINK_WORD_MAX = 40

/**
 * A word of a link as an order keeps it. Anyone may write a link, so its words are cut between
 * characters. Empty if no request may have the word.
 */
export function readLinkWord(word: string): string {
  if (/[\0\p{Surrogate}]/u.test(word)) return ''
  return [...word].slice(0, LINK_WORD_MAX).join('')
}

/** The lowest number that no seller of the event has or had. Null if all are taken. */
export function nextSellerNumber(taken: readonly number[]): number | null {
  for (let number = SELLER_MIN; number <= SELLER_MAX; number += 1) {
    if (!taken.includes(number)) return number
  }
  return null
}

/** The address with which a seller's buyers open the event. */
export function sellerLink(origin: string, eventId: string, number: number): string {
  return `${origin}/event/${eventId}?seller=${number}`
}

/** The string that a seller's buyers dial: from '*265*25*120#' and 27, '*265*25*120*27#'. */
export function sellerDial(dial: string, number: number): string {
  return dial.replace('#', `*${number}#`)
}
