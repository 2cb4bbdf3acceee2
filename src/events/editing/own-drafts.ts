import { AccountError } from '../../accounts/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { organizersOf } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { within } from '../../platform/limits/limits.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { EventError } from '../errors.ts'
import { wasPublished } from '../event.rules.ts'
import { dateFault } from '../reschedule.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import type { LockedEvent } from './event-edit.sql.ts'
import { DRAFTS_A_DAY, ONLY_ADMINS_SET, REQUIRED_TEXT } from './event-form.rules.ts'
import type { EventChange } from './parse-event.ts'

/**
 * The fields of `sent` that the viewer may set. An organizer can send back the whole reply of GET:
 * the fields that only admins set are ignored.
 */
export function inputOf(viewer: Viewer, sent: EventInput): EventInput {
  if (viewer.role === 'admin') return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isOnlyAdmins(name)))
}

/**
 * The input of a new event. A draft belongs to the chosen organizer, or to the viewer if none
 * was chosen. Throws organization_not_found if the viewer may not edit that organizer's events.
 */
export function newInputOf(viewer: Viewer, sent: EventInput): EventInput {
  if (viewer.role === 'admin') return sent
  const organizerId = sent.organizer_id?.toLowerCase() ?? viewer.accountId
  if (!organizersOf(viewer, 'edit').includes(organizerId)) {
    throw new AccountError('organization_not_found')
  }
  return { ...inputOf(viewer, sent), organizer_id: organizerId }
}

const isOnlyAdmins = (name: string) => ONLY_ADMINS_SET.some((field) => field === name)

/** Throws was_published if the event is or was published. */
export function requireDraft(event: Pick<LockedEvent, 'dial_code'>): void {
  if (wasPublished(event)) throw new EventError('was_published')
}

/**
 * Leaves out `date` if it is empty both in the input and in the draft, and `time` likewise. A
 * client can therefore send back the reply of GET.
 */
export function withoutEmptyStart(
  old: Pick<LockedEvent, 'date' | 'time'>,
  input: EventInput,
): EventInput {
  const isEmpty = (name: string) =>
    (name === 'date' || name === 'time') && !input[name] && old[name] === null
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isEmpty(name)))
}

/** The columns for fields that are empty in the draft of an organizer, which needs only a title. */
const EMPTY = {
  date: { date: null },
  time: { time: null },
  location: { location: '' },
  price: { price_cents: 0 },
} as const satisfies { [field in keyof EventInput]: EventChange }

type Optional = keyof typeof EMPTY

/**
 * Separates the fields that an organizer left empty in a draft from the others. `stored` is null for
 * a new event. No field may be empty in an admin's input, or in an event that was published.
 */
export function separateEmpty(
  viewer: Viewer,
  stored: Pick<LockedEvent, 'dial_code'> | null,
  input: EventInput,
): { filled: EventInput; empty: EventChange } {
  const isStrict = viewer.role === 'admin' || (stored !== null && wasPublished(stored))
  const names = isStrict
    ? []
    : (Object.keys(EMPTY) as Optional[]).filter((name) => isEmpty(input, name))
  const filled = Object.entries(input).filter(([name]) => !names.some((empty) => empty === name))
  return {
    filled: Object.fromEntries(filled),
    empty: Object.assign({}, ...names.map((name) => EMPTY[name])),
  }
}

function isEmpty(input: EventInput, name: Optional): boolean {
  const sent = input[name]
  return sent === null || (typeof sent === 'string' && cleanLine(sent) === '')
}

type Start = { date: string; time: string; location: string }

/**
 * Throws an AppError that names the field if the draft has no date, time or location: such a draft
 * cannot be sent in, published or rescheduled.
 */
export function requireStart<E extends { [name in keyof Start]?: string | null }>(
  event: E,
): asserts event is E & Start {
  for (const field of ['date', 'time', 'location'] as const) {
    if (!event[field]) refuseField(field, `Give this draft a ${field} first.`)
  }
}

/**
 * Throws an AppError that names the field if the event has no date, time or location or, before its
 * first publication, no picture.
 */
export function requirePublishable(
  event: Pick<LockedEvent, 'date' | 'time' | 'location' | 'image_key' | 'dial_code'>,
): void {
  requireStart(event)
  if (event.image_key === null && !wasPublished(event)) refuseField('image', REQUIRED_TEXT)
}

/**
 * Throws if the event may not get this date: event_cancelled, or an AppError that names the field.
 * `stored` is null for a new event. An undefined `date` is no change.
 */
export function requireDate(
  viewer: Viewer,
  stored: Pick<LockedEvent, 'date' | 'cancelled_at'> | null,
  { date, now }: { date: string | null | undefined; now: Date },
): void {
  if (!date || date === stored?.date) return
  if (stored?.cancelled_at) throw new EventError('event_cancelled', { details: { field: 'date' } })
  const isAdmin = viewer.role === 'admin'
  const fault = dateFault({ date, stored: stored?.date, isAdmin, now })
  if (fault !== null) refuseField('date', fault)
}

/** Throws was_published if the event is not public or was cancelled. */
export function requirePublic(event: Pick<LockedEvent, 'is_published' | 'cancelled_at'>): void {
  if (!event.is_published || event.cancelled_at !== null) throw new EventError('was_published')
}

const DAY_MS = 24 * 3600_000

/**
 * Runs `work`, which adds a draft. Throws too_many_requests if the viewer has added DRAFTS_A_DAY
 * drafts in 24 hours. Admins have no limit.
 */
export async function limitDrafts<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  work: () => Promise<T>,
): Promise<T> {
  if (viewer.role === 'admin') return await work()
  const text = `You have created ${DRAFTS_A_DAY} drafts today. Edit one of them, or contact us.`
  const limit = { key: `drafts:${viewer.accountId}`, max: DRAFTS_A_DAY, windowMs: DAY_MS, text }
  return await within(deps, [limit], work)
}
