import { readChoice } from '../../checkout/choice.rules.ts'
import { readSource } from '../../checkout/screens/order-source.ts'

const NAMES = /^(seller|utm_.*)$/

/**
 * The query of an event's page with the source of the link that led to the tickets' form. Null if
 * there is nothing to add. Without script that form replaces the query, and only the Referer header
 * still has the link. The page itself cannot have it, because all visitors share the page.
 */
export function queryWithSource(request: Request): string | null {
  const { pathname, searchParams } = new URL(request.url)
  const isChosen = Object.keys(readChoice(searchParams)).length > 0
  if (request.method !== 'GET' || !isChosen || readSource(searchParams)) return null
  const from = request.headers.get('referer')
  const link = from === null || !URL.canParse(from) ? null : new URL(from)
  if (!link?.pathname.endsWith(pathname) || !readSource(link.searchParams)) return null
  for (const [name, word] of link.searchParams) {
    if (NAMES.test(name)) searchParams.set(name, word)
  }
  return `?${searchParams}`
}
