import { fill } from '../../messages/twin.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type Language, linkIn } from '../../platform/values/language.rules.ts'
import {
  formatAxisMonth,
  formatDate,
  formatFullDate,
  formatMonth,
  formatShortMonth,
  formatShortWeekday,
  formatTime,
  formatWeekday,
} from '../../ui/dates.rules.ts'
import { firstHeld } from '../calendar.rules.ts'
import { formatSpan } from '../days/day-span.rules.ts'
import { dialOf } from '../event.rules.ts'
import { type PublicRow, toPublicReply } from '../event-reply.ts'
import { formatPrice, lowestPriceKes } from '../event-words.rules.ts'
import { accentIn, imageUrl } from '../image.rules.ts'
import { offeredTypes } from '../price.rules.ts'
import { hasEnded, lastDate, saleStop } from '../sales.rules.ts'
import { pictureFingerprint } from '../share-card-fingerprint.ts'
import { SHARING } from './sharing.text.ts'
import type { Story } from './story-picture.ts'

export type SharingDeps = Pick<Deps, 'env' | 'clock'>

/** A part of the fingerprint. Increase the version when the design of story pictures changes. */
const DRAWING_VERSION = 3

/** The texts of an event's story picture. `name` is the organizer's latest chosen short link. */
export function toStory(
  { env, clock }: SharingDeps,
  row: PublicRow,
  { language, name }: { language: Language; name: string | undefined },
): Story {
  const { title, location, image_key, dial_code } = row
  const { date, time } = firstHeld(row)
  const last = lastDate(row)
  const now = clock.now()
  const event = toPublicReply(env, row, row.ticket_types, now)
  const isOnSale = saleStop(event) === null
  const accent = image_key && accentIn(imageUrl(env.publicOrigin, image_key))
  return {
    title,
    day: last === date ? dayOf({ date, time }, language) : spanOf(date, last, language),
    when:
      last === date
        ? `${formatFullDate(date, language)} · ${formatTime(time)}`
        : formatSpan(date, last, language),
    place: location,
    note: noteOf(row, event.is_sold_out, { language, now }),
    price: isOnSale ? priceOf(event, language) : null,
    dial:
      isOnSale && env.ussdCode && dial_code !== null
        ? { text: SHARING.noInternet[language], code: dialOf(env.ussdCode, dial_code) }
        : null,
    scan: (isOnSale ? SHARING.scan : SHARING.scanMore)[language],
    url: linkIn(language, `${env.publicOrigin}/event/${row.id}`),
    // Without a short link, shows the home page's address. The event's has an id, too long to type.
    address: linkIn(language, `${env.publicOrigin}${name ? `/m/${name}` : ''}`).replace(
      /^https?:\/\/(www\.)?/,
      '',
    ),
    accent: accent ? `#${accent}` : null,
    imageKey: image_key,
  }
}

const dayNumber = (date: string) => String(Number(date.slice(8)))

const dayOf = ({ date, time }: Pick<PublicRow, 'date' | 'time'>, language: Language) => ({
  weekday: formatWeekday(date, language),
  number: dayNumber(date),
  month: formatMonth(date, language),
  time: formatTime(time),
})

/** Several days: 'Fri–Sun', '11–13' and 'December 2026', or 'Oct–Nov 2026'. Each day has its own time. */
function spanOf(first: string, last: string, language: Language): Story['day'] {
  const both = (format: (date: string, language: Language) => string) =>
    [...new Set([first, last].map((date) => format(date, language)))].join('–')
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  const from = (isOneYear ? formatShortMonth : formatAxisMonth)(first, language)
  return {
    weekday: both(formatShortWeekday),
    number: both(dayNumber),
    month: isOneMonth ? formatMonth(last, language) : `${from}–${formatAxisMonth(last, language)}`,
    time: null,
  }
}

export function storyFingerprint(story: Story): string {
  return pictureFingerprint([DRAWING_VERSION, story])
}

type Priced = Parameters<typeof lowestPriceKes>[0]

/** The lowest price of one ticket now, in words. */
function priceOf({ ticket_types }: Priced, language: Language): string {
  const kes = lowestPriceKes({ ticket_types: offeredTypes(ticket_types) })
  if (kes === null) return SHARING.standard[language]
  return kes === 0
    ? SHARING.free[language]
    : fill(SHARING.from, language, { price: formatPrice(kes) })
}

/** The most important news about the event. Null if there is none. */
function noteOf(
  { cancelled_at, date, last_date, time, location, latest_move }: PublicRow,
  isSoldOut: boolean,
  { language, now }: { language: Language; now: Date },
): Story['note'] {
  const plain = (text: string) => ({ text, isBad: false })
  if (cancelled_at !== null) return { text: SHARING.cancelled[language], isBad: true }
  if (hasEnded(last_date!, now.getTime())) return plain(SHARING.over[language])
  if (isSoldOut) return plain(SHARING.soldOut[language])
  const old = latest_move?.old
  if (!old) return null
  if (old.date !== date) {
    return plain(fill(SHARING.newDate, language, { was: formatDate(old.date, language) }))
  }
  if (old.time !== time.slice(0, 5)) {
    return plain(fill(SHARING.newTime, language, { was: formatTime(old.time) }))
  }
  if (old.location === location) return null
  return plain(fill(SHARING.newPlace, language, { was: old.location }))
}
