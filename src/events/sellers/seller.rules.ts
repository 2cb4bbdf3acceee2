/** The range of seller numbers: two digits, dialled after an event's USSD code. */
export const SELLER_MIN = 10
export const SELLER_MAX = 99

export const isSellerNumber = (number: number): boolean =>
  Number.isInteger(number) && number >= SELLER_MIN && number <= SELLER_MAX

/** The seller number in a link or request. Null, which means no seller, if it is out of range. */
export const readSellerNumber = (number: number | null | undefined): number | null =>
  typeof number === 'number' && isSellerNumber(number) ? number : null

/** The maximum number of characters that an order stores of each UTM word in a link. */
const LINK_WORD_MAX = 40

/**
 * A UTM word of a link, as an order stores it. Anyone can write a link, so the word is shortened,
 * but never inside a character. Empty if the word contains characters that no request may contain.
 */
export function readLinkWord(word: string): string {
  if (/[\0\p{Surrogate}]/u.test(word)) return ''
  return [...word].slice(0, LINK_WORD_MAX).join('')
}

/** The lowest number that no seller, present or former, has. Null if all numbers are taken. */
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

/** The USSD string with a seller's number: '*265*25*120*27#' from '*265*25*120#' and 27. */
export function sellerDial(dial: string, number: number): string {
  return dial.replace('#', `*${number}#`)
}
