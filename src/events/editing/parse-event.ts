// Parses client input into the form in which it is stored or searched.
import type { Updateable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { cleanLine, cleanText } from '../../platform/values/clean-text.rules.ts'
import { toCents } from '../../platform/values/money.rules.ts'
import { isDay } from '../../platform/values/nairobi.rules.ts'
import { isTime } from '../edit.rules.ts'
import { imageKeyOf } from '../image.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import { REQUIRED_TEXT } from './event-form.rules.ts'

/** The value of a boolean filter. Undefined if the URL does not contain the filter. */
export function readFlag(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true'
}

/** A date to filter by. Throws an AppError that names the field if the date does not exist. */
export function readDay(field: string, day: string | undefined): string | undefined {
  if (day === undefined || isDay(day)) return day
  refuseField(field, `${field} must be a day such as 2027-03-14.`)
}

/** A name to store. Throws an AppError that names the field if the name is empty or too long. */
export function readName(typed: string | undefined, max: number, field = 'name'): string {
  const name = cleanLine(typed ?? '')
  if (name !== '' && name.length <= max) return name
  refuseField(
    field,
    name === '' ? `${field} is required.` : `${field} must have at most ${max} characters.`,
  )
}

export type EventChange = Pick<
  Updateable<DB['event']>,
  | 'title'
  | 'description'
  | 'image_key'
  | 'date'
  | 'time'
  | 'location'
  | 'expected_attendees'
  | 'price_cents'
  | 'category_id'
  | 'organizer_id'
  | 'max_per_phone'
  | 'payout_release'
  | 'highest_day'
  | 'days_after'
  | (typeof FLAGS)[number]
>

const FLAGS = [
  'is_main_event',
  'is_featured',
  'is_published',
  'is_sold_out',
  'is_limited_tickets',
  'is_new',
  'fees_on_top',
] as const

/**
 * The columns that an input sets, ready to store. Throws an AppError that names the field at fault.
 */
export function readEventInput(input: EventInput, origin: string): EventChange {
  const change: EventChange = {}
  if (input.title !== undefined) change.title = readRequired('title', cleanLine(input.title ?? ''))
  if (input.description !== undefined) change.description = cleanText(input.description ?? '')
  if (input.image !== undefined) change.image_key = readImage(input.image, origin)
  if (input.date !== undefined) change.date = readDate(input.date)
  if (input.time !== undefined) change.time = readTime(input.time)
  if (input.location !== undefined) {
    change.location = readRequired('location', cleanLine(input.location ?? ''))
  }
  if (input.attendees !== undefined) change.expected_attendees = input.attendees
  if (input.max_per_phone !== undefined) change.max_per_phone = input.max_per_phone
  if (input.price !== undefined) change.price_cents = readPrice(input.price)
  if (input.category_id !== undefined) change.category_id = readId('category_id', input.category_id)
  if (input.organizer_id !== undefined) {
    change.organizer_id = readId('organizer_id', input.organizer_id)
  }
  if (input.payout_release !== undefined) change.payout_release = input.payout_release
  for (const flag of FLAGS) if (input[flag] !== undefined) change[flag] = input[flag]
  return change
}

function readRequired(field: string, text: string): string {
  if (text !== '') return text
  refuseField(field, REQUIRED_TEXT)
}

function readDate(date: string | null): string {
  const text = readRequired('date', date ?? '')
  return isDay(text) ? text : refuseField('date', 'date must be a day such as 2027-03-14.')
}

function readTime(time: string | null): string {
  const text = readRequired('time', time ?? '')
  return isTime(text) ? `${text}:00` : refuseField('time', 'time must be such as 19:30.')
}

function readPrice(price: number | null): number {
  if (price === null) return refuseField('price', REQUIRED_TEXT)
  const cents = price < 0 ? null : toCents(price)
  return cents ?? refuseField('price', 'price must be 0 or more, with at most two decimals.')
}

function readImage(address: string | null, origin: string): string | null {
  if (address === null || address === '') return null
  return (
    imageKeyOf(address, origin) ?? refuseField('image', 'image must be an address of an upload.')
  )
}

function readId(field: string, id: string | null): string | null {
  if (id === null || id === '') return null
  if (isUuid(id)) return id.toLowerCase()
  throw new AppError('not_found', { text: `${field} is not known.`, details: { field } })
}

/**
 * The `updated_at` that a client has read, in ms. Throws an AppError that names the field if the
 * text is missing or no instant.
 */
export function readInstant(text: string | undefined): number {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  if (!Number.isNaN(at)) return at
  refuseField(
    'updated_at',
    text === undefined
      ? 'updated_at is required: send the one that you read.'
      : 'updated_at must be a time such as 2026-11-21T10:00:00.000Z: send the one that you read.',
  )
}
