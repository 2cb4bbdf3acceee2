import { hash } from 'node:crypto'
import { chargedKes } from './event-words.rules.ts'
import type { TicketTypeReply } from './events.contract.ts'
import type { selectPublicEvent } from './events.sql.ts'
import { offeredTypes } from './price.rules.ts'
import { heldDays } from './sales.rules.ts'

type EventRow = NonNullable<Awaited<ReturnType<typeof selectPublicEvent>>>

/**
 * Part of the fingerprint. Raise it when cards are drawn differently, so that previews fetch them
 * again.
 */
const DRAWING_VERSION = 4

export type CardRow = Pick<EventRow, 'title' | 'date' | 'time' | 'days' | 'location' | 'image_key'>
/** The event may be a draft without a date. */
type Fingerprinted = Omit<CardRow, 'date' | 'time'> & { date: string | null; time: string | null }

/**
 * A hash of everything that an event's share card shows. Lists compute it for each event, so it
 * uses the row directly and formats no texts.
 */
export function shareCardFingerprint(row: Fingerprinted, lowest: number | null): string {
  const { title, date, time, location, image_key } = row
  const held = heldDays(row.days).map((day) => day.date)
  const content = [DRAWING_VERSION, title, date, time, location, lowest, image_key]
  return pictureFingerprint(held.length === 0 ? content : [...content, held])
}

/** A hash of everything that a drawn picture shows, and of the version of its drawing. */
export function pictureFingerprint(content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content)).slice(0, 12)
}

/** The lowest price of one ticket now, in shillings, by a reply for visitors. Add-ons do not count. */
export function lowestKes(
  types: readonly Pick<TicketTypeReply, 'price' | 'sale_window' | 'kind'>[],
): number | null {
  const offered = offeredTypes(types)
  if (offered.length === 0) return null
  return Math.min(...offered.map(({ price }) => chargedKes(price)))
}
