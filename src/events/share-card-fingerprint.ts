import { hash } from 'node:crypto'
import { isoText } from '../platform/values/nairobi.rules.ts'
import { lineAmountKes } from '../platform/values/money.rules.ts'
import type { selectPublicEvent } from './events.sql.ts'
import {
  type FeeTerms,
  offeredTypes,
  priceFor,
  priceList,
  priceTime,
  saleWindow,
} from './price.rules.ts'

type EventRow = NonNullable<Awaited<ReturnType<typeof selectPublicEvent>>>
type TypeRow = EventRow['ticket_types'][number]

/**
 * Part of the fingerprint. Raise it when cards are drawn differently, so that previews fetch them
 * again.
 */
const DRAWING_VERSION = 3

export type CardRow = Pick<EventRow, 'title' | 'date' | 'time' | 'location' | 'image_key'>
/** The event may be a draft without a date. */
type Fingerprinted = Omit<CardRow, 'date' | 'time'> & { date: string | null; time: string | null }
type Prices = readonly (Pick<TypeRow, 'price_cents' | 'steps'> & {
  sale_from: string | Date | null
  sale_until: string | Date | null
})[]

/**
 * A hash of everything that an event's share card shows. Lists compute it for each event, so it
 * uses the row directly and formats no texts.
 */
export function shareCardFingerprint(row: Fingerprinted, lowest: number | null): string {
  const { title, date, time, location, image_key } = row
  const content = [DRAWING_VERSION, title, date, time, location, lowest, image_key]
  return hash('sha256', JSON.stringify(content)).slice(0, 12)
}

/** The lowest price of one ticket now among the types on sale, in shillings. */
export function lowestKes(types: Prices, fee: FeeTerms, at: Date): number | null {
  if (types.length === 0) return null
  const now = at.getTime()
  const windows = types.map((type) => {
    const sale_from = isoText(type.sale_from)
    return {
      ...type,
      sale_from,
      sale_window: saleWindow({ sale_from, sale_until: isoText(type.sale_until) }, now),
    }
  })
  const prices = offeredTypes(windows).map((type) =>
    priceFor(priceList(type, fee), 1, priceTime(type.sale_from, now)),
  )
  return Math.min(...prices.map(({ price_cents }) => lineAmountKes(price_cents, 1)))
}
