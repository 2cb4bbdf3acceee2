import { AccountError } from '../../accounts/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { organizationsOf } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { within } from '../../platform/limits/limits.ts'
import { EventError } from '../errors.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import type { LockedEvent } from './event-edit.sql.ts'
import { DRAFTS_A_DAY, ONLY_ADMINS_SET } from './event-form.rules.ts'

/**
 * The fields of `sent` that the viewer may set. The fields that only admins set are ignored, so that
 * an organizer can send back the reply of GET.
 */
export function inputOf(viewer: Viewer, sent: EventInput): EventInput {
  if (viewer.role === 'admin') return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isOnlyAdmins(name)))
}

/**
 * The input of a new event. A draft belongs to the organization that the caller chose among those
 * whose events they edit, or else to the caller. Throws organization_not_found.
 */
export function newInputOf(viewer: Viewer, sent: EventInput): EventInput {
  if (viewer.role === 'admin') return sent
  const asked = sent.organizer_id?.toLowerCase() ?? viewer.accountId
  if (!organizationsOf(viewer, 'edit').includes(asked)) {
    throw new AccountError('organization_not_found')
  }
  return { ...inputOf(viewer, sent), organizer_id: asked }
}

const isOnlyAdmins = (name: string) => ONLY_ADMINS_SET.some((field) => field === name)

/** Throws was_published if the event is or was published. */
export function requireDraft(event: Pick<LockedEvent, 'dial_code'>): void {
  if (wasPublished(event)) throw new EventError('was_published')
}

/**
 * The input without the fields for date and time that are empty there and in the draft, so that a
 * client can send back what GET returned.
 */
export function withoutEmptyStart(
  old: Pick<LockedEvent, 'date' | 'time'>,
  input: EventInput,
): EventInput {
  const isEmpty = (name: string) =>
    (name === 'date' || name === 'time') && !input[name] && old[name] === null
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isEmpty(name)))
}

type Start = { date: string; time: string }

/** Refuses a draft without date or time, which cannot be sent in, published or rescheduled. */
export function requireStart<E extends { [name in keyof Start]?: string | null }>(
  event: E,
): asserts event is E & Start {
  for (const field of ['date', 'time'] as const) {
    if (!event[field]) refuseField(field, `Give this draft a ${field} first.`)
  }
}

/** Throws was_published if an event that was published is not public any more, or was cancelled. */
export function requirePublic(event: Pick<LockedEvent, 'is_published' | 'cancelled_at'>): void {
  if (!event.is_published || event.cancelled_at !== null) throw new EventError('was_published')
}

const DAY_MS = 24 * 3600_000

/** Runs `work`, which adds a draft of the viewer. Throws too_many_requests. */
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
