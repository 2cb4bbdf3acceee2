import type { OrderRequest } from './checkout.contract.ts'

/** How the buyer came to an event: the seller's number and the `utm` words of the link. */
export type OrderSource = Pick<OrderRequest, 'seller' | 'utm'>

const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const
/** The longest word that a request may have; the server shortens words. */
const WORD_MAX = 200

/** The source that a link names. Null if the link names none. */
export function readSource(link: URLSearchParams): OrderSource | null {
  const number = link.get('seller') ?? ''
  const seller = /^\d{1,6}$/.test(number) ? Number(number) : null
  const words = UTM.map((name) => [name, (link.get(`utm_${name}`) ?? '').slice(0, WORD_MAX)])
  const utm = Object.fromEntries(words.filter(([, word]) => word !== ''))
  const hasWords = Object.keys(utm).length > 0
  if (seller === null && !hasWords) return null
  return { ...(seller !== null && { seller }), ...(hasWords && { utm }) }
}
