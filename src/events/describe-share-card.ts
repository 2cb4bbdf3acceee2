import { createHash } from 'node:crypto'
import { formatKes, lineAmountKes } from '../platform/money.rules.ts'
import { formatDate, formatTime, formatWeekday } from './event-words.rules.ts'
import type { selectPublicEvents, selectTicketTypes } from './events.sql.ts'

type EventRow = Awaited<ReturnType<typeof selectPublicEvents>>[number]
type TypeRow = Awaited<ReturnType<typeof selectTicketTypes>>[number]

/** Part of the fingerprint: a card drawn in another way is another card. */
const DRAWN = 2

export type ShareCard = {
  title: string
  /** 'Saturday, December 12, 2026 · 3:00 PM' */
  when: string
  place: string
  price: string
  imageKey: string | null
}

/** All that an event's share card shows, and a fingerprint of it. */
export function describeShareCard(
  row: Pick<EventRow, 'title' | 'date' | 'time' | 'location' | 'image_key'>,
  types: readonly Pick<TypeRow, 'price_cents'>[],
): { card: ShareCard; fingerprint: string } {
  const card = {
    title: row.title,
    when: `${formatWeekday(row.date)}, ${formatDate(row.date)} · ${formatTime(row.time)}`,
    place: row.location,
    price: priceLine(types),
    imageKey: row.image_key,
  }
  const text = JSON.stringify([DRAWN, ...Object.values(card)])
  return { card, fingerprint: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

function priceLine(types: readonly Pick<TypeRow, 'price_cents'>[]): string {
  if (types.length === 0) return 'Standard Admission'
  const lowest = Math.min(...types.map((type) => lineAmountKes(type.price_cents, 1)))
  return `From ${formatKes(lowest)}`
}
