import { hash } from 'node:crypto'
import { chargedKes } from './event-words.rules.ts'
import type { TicketTypeReply } from './events.contract.ts'
import type { selectPublicEvent } from './events.sql.ts'
import { offeredTypes } from './price.rules.ts'
import { heldDays } from './sales.rules.ts'

type EventRow = NonNullable<Awaited<ReturnType<typeof selectPublicEvent>>>

/**
 * A part of the fingerprint. Increase the version when the design of the cards changes, so that
 * previews fetch the cards again.
 */
const DRAWING_VERSION = 4

export type CardRow = Pick<EventRow, 'title' | 'date' | 'time' | 'days' | 'location' | 'image_key'>
/** A card's event. A draft may have no date. */
type Fingerprinted = Omit<CardRow, 'date' | 'time'> & { date: string | null; time: string | null }

/**
 * A hash of everything that an event's share card shows. Lists compute the hash for each event, so
 * the function uses the raw row and formats no texts.
 */
export function shareCardFingerprint(row: Fingerprinted, lowest: number | null): string {
  const { title, date, time, location, image_key } = row
  const held = heldDays(row.days).map((day) => day.date)
  const content = [DRAWING_VERSION, title, date, time, location, lowest, image_key]
  return pictureFingerprint(held.length === 0 ? content : [...content, held])
}

/** A hash of the content of a drawn picture. `content` includes the version of the drawing. */
export function pictureFingerprint(content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content)).slice(0, 12)
}

/** The lowest price of one ticket now, in shillings, from a public reply. Add-ons do not count. */
export function lowestKes(
  types: readonly Pick<TicketTypeReply, 'price' | 'sale_window' | 'kind'>[],
): number | null {
  const offered = offeredTypes(types)
  if (offered.length === 0) return null
  return Math.min(...offered.map(({ price }) => chargedKes(price)))
}
