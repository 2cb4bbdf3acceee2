import { isDeepStrictEqual } from 'node:util'
import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { findStrangerWords } from '../../messages/stranger-words.rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { selectRequest } from '../../requests/requests.sql.ts'
import { ask, settle } from '../../requests/requests.ts'
import { hasBuyers } from '../cancel.sql.ts'
import { selectDays } from '../days/days.sql.ts'
import {
  areDaysKept,
  type DayPlan,
  planDays,
  refuseDates,
  refuseOrderedDays,
} from '../days/days.ts'
import { EventError } from '../errors.ts'
import { wasPublished } from '../event.rules.ts'
import { imageKeyOf } from '../image.rules.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import { hasEventWithImage, renewUpload } from '../pictures/images.sql.ts'
import { selectPools } from '../pools/pools.sql.ts'
import { planPools } from '../pools/pools.ts'
import { refuseBeyondPhone, refuseMixedGates } from '../types/read-units.ts'
import { type Difference, differencesOf } from './event-diff.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import {
  isTypeUsed,
  type LockedEvent,
  lockTypes,
  publishesAlone,
  selectLinks,
} from './event-edit.sql.ts'
import { REQUIRED_TEXT } from './event-form.rules.ts'
import { readManagedEvent } from './managed-events.ts'
import { requireDate, requirePublic } from './own-drafts.ts'
import { readEventInput } from './parse-event.ts'
import {
  type DeferPolicy,
  divideChange,
  startingPriceIn,
  storedInputOf,
  withChange,
} from './pending-change.rules.ts'
import { lockTypesAndSteps } from './price-steps.sql.ts'
import { type EventProposal, selectSeen } from './review.sql.ts'
import {
  answerZeros,
  isTaken,
  planTypes,
  refuseOrdered,
  type TypePlan,
  USES_OF_TYPE,
} from './ticket-types.ts'
import { wordsInVenue } from './words-to-check.ts'

export type ChangeDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The stored event as an input. Read in the caller's transaction, which has locked the event. */
export async function storedInput(tx: Tx, deps: ChangeDeps, viewer: Viewer, id: string) {
  const event = await readManagedEvent({ ...deps, db: tx }, viewer, id)
  return storedInputOf(event!)
}

/** The names of ticket types, of their steps and of pools. */
const namesOf = ({ ticket_types = [], pools = [] }: EventInput) => [
  ...ticket_types.flatMap(({ name, price_steps = [] }) => [
    name,
    ...price_steps.map((step) => step.name),
  ]),
  ...pools.map(({ name }) => name),
]

const hasWords = (text: string | null | undefined) => findStrangerWords(text ?? '').length > 0

/**
 * Decides which changes wait for approval. Title and picture of an event with buyers wait for every
 * organizer, because buyers paid for the event as they saw it. Names with words that only an admin
 * may allow wait in every event, because strangers read them in SMS.
 */
function policyOf(
  input: EventInput,
  current: EventInput,
  { isAlone, isSold }: { isAlone: boolean; isSold: boolean },
): DeferPolicy {
  const { title, location, payout_release } = input
  const stored = namesOf(current)
  const isVenueHeld = !isAlone || wordsInVenue(location ?? '').length > 0
  const fields: DeferPolicy['fields'] = [
    ...(isSold || hasWords(title) ? (['title'] as const) : []),
    ...(isSold ? (['image'] as const) : []),
    ...(isAlone ? [] : (['price', 'date', 'time', 'fees_on_top'] as const)),
    // The change to payouts after the event is safer and needs no approval.
    ...(isAlone || payout_release === 'after_event' ? [] : (['payout_release'] as const)),
    ...(isVenueHeld ? (['location'] as const) : []),
  ]
  const defersTypes =
    !isAlone || namesOf(input).some((name) => !stored.includes(name) && hasWords(name))
  return { fields, defersTypes, defersName: hasWords }
}

/**
 * Throws has_orders with the field if the input moves an event that has an order. The dialog for
 * rescheduling must be used: it shows the possible refunds, and stops sales until an admin decides.
 */
export async function refuseMove(
  tx: Tx,
  event: Pick<LockedEvent, 'id' | 'cancelled_at' | 'date' | 'time' | 'location'>,
  schedule: Partial<Record<'date' | 'time' | 'location', string | null>>,
): Promise<void> {
  const isOther = (name: 'date' | 'time' | 'location') =>
    schedule[name] !== undefined && schedule[name] !== event[name]
  const field = (['date', 'time', 'location'] as const).find(isOther)
  if (field === undefined || event.cancelled_at !== null) return
  if (await hasBuyers(tx, event.id)) throw new EventError('has_orders', { details: { field } })
}

/** The input with all days and their numbers, if it has days. */
const withNumbers = (input: EventInput, { after }: DayPlan): EventInput =>
  input.days === undefined
    ? input
    : { ...input, days: after.map(({ n, date, time }) => ({ n, date, time })) }

/**
 * Throws an AppError if the days of an event may not change as planned: event_cancelled,
 * has_orders, or an error that names the field of a date that the event may not get.
 */
export async function requireDays(
  tx: Tx,
  viewer: Viewer,
  event: Pick<LockedEvent, 'id' | 'cancelled_at'>,
  { days, now }: { days: DayPlan; now: Date },
): Promise<void> {
  if (areDaysKept(days)) return
  if (event.cancelled_at !== null) {
    throw new EventError('event_cancelled', { details: { field: 'days' } })
  }
  refuseDates(days, { isAdmin: viewer.role === 'admin', now })
  await refuseOrderedDays(days, {
    hasOrders: () => hasBuyers(tx, event.id),
    orderedDays: async (numbers) => {
      const types = await lockTypes(tx, event.id)
      const ordered: number[] = []
      for (const type of types) {
        if (!type.day_numbers.some((n) => numbers.includes(n))) continue
        const isUsed = isTaken(type) || (await isTypeUsed(tx, type.id, USES_OF_TYPE))
        if (isUsed) ordered.push(...type.day_numbers)
      }
      return ordered
    },
  })
}

/** The input without a starting price that follows from the stored ticket types. */
function withoutFollowingPrice(sent: EventInput, current: EventInput): EventInput {
  if (startingPriceIn(current) === null) return sent
  const { price: _, ...rest } = sent
  return rest
}

/**
 * Holds back the part of an organizer's change of a published event that needs an admin's approval.
 * Returns the part to save now, and whether the waiting part has changed. The caller has locked the
 * event. Throws was_published if the event was taken off the site or cancelled, price_zero, or an
 * AppError that names the field at fault.
 */
export async function deferParts(
  tx: Tx,
  deps: ChangeDeps,
  {
    viewer,
    event,
    input: sent,
    now,
  }: { viewer: Viewer; event: LockedEvent; input: EventInput; now: Date },
): Promise<{ input: EventInput; isDeferred: boolean }> {
  if (viewer.role === 'admin' || !wasPublished(event)) return { input: sent, isDeferred: false }
  requirePublic(event)
  const isAlone = await publishesAlone(tx, event)
  const wanted = readEventInput(sent, deps.env.publicOrigin)
  const days = planDays({ ...event, days: await selectDays(tx, event.id) }, sent)
  if (days.after.length === 0) requireDate(viewer, event, { date: wanted.date, now })
  await requireDays(tx, viewer, event, { days, now })
  await refuseMove(tx, event, days.before.length > 0 ? { location: wanted.location } : wanted)
  const current = await storedInput(tx, deps, viewer, event.id)
  const input = withNumbers(withoutFollowingPrice(sent, current), days)
  const { ticket_types = [], zero_prices: answer } = input
  const plan = await planWanted(tx, event, { input, current, days })
  const answerTo = (sent: TypePlan) => answerZeros(sent, ticket_types, { asks: 'new', answer })
  const answered = plan && answer ? { ...input, ticket_types: answerTo(plan) } : input
  const request = await selectRequest<EventProposal>(tx, 'event', event.id)
  const waiting = request?.state === 'sent' ? request.proposal.change : null
  const policy = policyOf(input, current, { isAlone, isSold: await hasBuyers(tx, event.id) })
  const parts = divideChange(current, answered, waiting, policy)
  const isReturned = request?.state === 'returned'
  if (isDeepStrictEqual(parts.deferred, waiting) && !isReturned) {
    return { input: parts.now, isDeferred: false }
  }
  if (plan) answerTo(plan)
  if (!parts.deferred) {
    await settle(tx, viewer, { kind: 'event', id: event.id, to: 'withdrawn', now })
  } else {
    await keepPicture(tx, deps, parts.deferred, now)
    const changes = differencesOf(current, withChange(current, parts.deferred))
    const notice = noticeOf(changes)
    const proposal = { change: parts.deferred, ...(await selectSeen(tx, event.id)) }
    await ask(tx, deps, viewer, { kind: 'event', id: event.id, proposal, event, notice, now })
    const entry = { action: 'event_change_sent_in', after: { changes }, now }
    await auditEvent(tx, viewer, event, entry)
  }
  return { input: parts.now, isDeferred: true }
}

/**
 * Plans the types of a change as if the whole change were saved now. Null if the change has neither
 * types nor pools nor days. Throws an AppError that names the field at fault.
 */
async function planWanted(
  tx: Tx,
  { id, max_per_phone }: LockedEvent,
  { input, current, days }: { input: EventInput; current: EventInput; days: DayPlan },
): Promise<TypePlan | null> {
  if (!input.ticket_types && !input.pools && areDaysKept(days)) return null
  const olds = current.ticket_types ?? []
  const rows = await lockTypesAndSteps(tx, id)
  const pools = planPools(await selectPools(tx, id), input.pools)
  const inputs = input.ticket_types ?? olds.map((old) => ({ id: old.id }))
  const plan = planTypes(rows, inputs, { pools, days })
  await refuseOrdered(tx, plan)
  const links = await selectLinks(tx, id)
  if (input.ticket_types) refuseMixedGates(plan, links)
  refuseBeyondPhone(
    plan.after,
    input.max_per_phone === undefined ? max_per_phone : input.max_per_phone,
  )
  return plan
}

function noticeOf(changes: Difference[]) {
  const list = changes
    .map(({ what, before, after }) =>
      before === after ? `${what} changed` : `${what}: ${before} → ${after}`,
    )
    .join('\n')
  const text = `requests changes to a published event. Approve it or return it:\n\n${list}`
  return { what: 'Change requested', text }
}

/**
 * Keeps the upload of a picture that is waiting for approval from the sweep of unused uploads. Throws
 * image_gone, or an AppError that names the field.
 */
async function keepPicture(
  tx: Tx,
  { env }: ChangeDeps,
  { image }: PendingChange,
  now: Date,
): Promise<void> {
  if (image === undefined) return
  const key = imageKeyOf(image, env.publicOrigin) ?? refuseField('image', REQUIRED_TEXT)
  if (!(await renewUpload(tx, key, now)) && !(await hasEventWithImage(tx, key))) {
    throw new EventError('image_gone', { details: { field: 'image' } })
  }
}
