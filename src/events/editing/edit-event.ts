import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { selectRequest } from '../../requests/requests.sql.ts'
import { selectDays } from '../days/days.sql.ts'
import { areDaysKept, type DayPlan, dayColumns, planDays, refuseDates } from '../days/days.ts'
import { timeOfSave } from '../edit.rules.ts'
import { selectOwnGates } from '../entrances/own-gates.sql.ts'
import {
  addGates,
  areGatesKept,
  finishGates,
  type NamedGates,
  planGates,
} from '../entrances/own-gates.ts'
import { EventError } from '../errors.ts'
import { wasPublished } from '../event.rules.ts'
import { requireSafer } from '../payout-plan/require-safer.ts'
import { redrawIfChanged, withoutFormerCard } from '../pictures/draft-card.ts'
import { selectPools } from '../pools/pools.sql.ts'
import { arePoolsKept, planPools } from '../pools/pools.ts'
import { refuseBeyondPhone, refuseMixedGates } from '../types/read-units.ts'
import { addEvent, readStartingCents } from './add-event.ts'
import { toAuditEntries } from './audit-diff.ts'
import { checkReferences } from './check-references.ts'
import { endReview } from './end-review.ts'
import type { EventInput, TicketTypeInput } from './event-edit.contract.ts'
import {
  type GateLink,
  type LockedEvent,
  lockEvent,
  lockTypes,
  selectLinks,
  selectOrganizerAccount,
  updateEvent,
} from './event-edit.sql.ts'
import { NO_TYPE_TEXT, REQUIRED_TEXT, TITLE_TEXT } from './event-form.rules.ts'
import {
  inputOf,
  limitDrafts,
  newInputOf,
  requireDate,
  requirePublishable,
  separateEmpty,
  withoutEmptyStart,
} from './own-drafts.ts'
import { type EventChange, readEventInput, readInstant } from './parse-event.ts'
import { deferParts, refuseMove, requireDays } from './pending-change.ts'
import { lockTypesAndSteps } from './price-steps.sql.ts'
import type { EventProposal } from './review.sql.ts'
import {
  inFormOrder,
  NO_CHANGE,
  planForSale,
  refuseOrdered,
  refuseTooManyGates,
  type TypePlan,
  writeTypes,
  type ZeroQuestion,
} from './ticket-types.ts'

/** Parts of a save that belong to other rooms. */
export type OtherRooms = { moveSales: MoveSales; namedGates: NamedGates }

/** Moves the sales of an event that had this organizer to its present organizer. */
type MoveSales = (tx: Tx, event: Pick<LockedEvent, 'id' | 'organizer_id'>) => Promise<void>

/**
 * Saves an edited event with its ticket types and gates, completely or not at all. Organizers can
 * save only events that they manage, and some changes of a published event wait for approval (see
 * `deferParts`). Throws an AppError: event_not_found; was_published; stale if the event was saved
 * after `updated_at`; or an error that names the field at fault.
 */
export async function saveEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'> & OtherRooms,
  viewer: Viewer,
  id: string,
  sent: EventInput,
): Promise<void> {
  if (!isUuid(id)) throw new EventError('event_not_found')
  const input = inputOf(viewer, sent)
  const read = readInstant(input.updated_at)
  await inTransaction(deps.db, async (tx) => {
    const old = await lockEvent(tx, viewer, id)
    if (!old) throw new EventError('event_not_found')
    if (old.updated_at.getTime() !== read) {
      throw new EventError('stale', { details: { updated_at: old.updated_at.toISOString() } })
    }
    const now = timeOfSave(deps.clock.now(), old)
    const wanted = withoutFormerCard(old, input)
    const deferral = await deferParts(tx, deps, { viewer, event: old, input: wanted, now })
    const saved = await applyInput(tx, deps, viewer, {
      old,
      input: deferral.input,
      now,
      namedGates: deps.namedGates,
    })
    if (saved?.organizer_id !== undefined) await deps.moveSales(tx, old)
    if (deferral.isDeferred && !saved) await updateEvent(tx, old.id, { updated_at: now })
    if (!deferral.isDeferred && !saved) return
    const organizerId = old.organizer_id ?? old.id
    await spend(tx, deps, viewer, { budget: 'saves', organizerId })
  })
}

type SavedInput = {
  old: LockedEvent
  input: EventInput
  now: Date
  /** Absent if the input cannot have `gates`. */
  namedGates?: NamedGates
  /** Whether the event is sent in or published. Types at KES 0 then need `zero_prices`. */
  isForSale?: boolean
}

/**
 * Saves the input in an event that the caller has locked. Returns the changed columns of the event,
 * or null if the input changes nothing, not even the ticket types. Throws an AppError that names
 * the field at fault.
 */
export async function applyInput(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { old, input, now, namedGates, isForSale = input.is_published === true }: SavedInput,
): Promise<EventChange | null> {
  const { filled, empty } = separateEmpty(viewer, old, withoutEmptyStart(old, input))
  const days = planDays({ ...old, days: await selectDays(tx, old.id) }, input)
  const read = { ...readEventInput(filled, deps.env.publicOrigin), ...empty }
  const change = whatDiffers(old, withDays(read, days))
  const own = planGates(viewer, await selectOwnGates(tx, old.id), input.gates)
  requireDate(viewer, old, { date: change.date, now })
  await requireDays(tx, viewer, old, { days, now })
  await refuseMove(tx, old, days.before.length > 0 ? { location: change.location } : change)
  await requireSafer(tx, old, change.payout_release)
  if (change.is_published) requirePublishable({ ...old, ...change })
  const links = await selectLinks(tx, old.id)
  const shiftMs = shiftOf(old, change.date)
  const asks = old.is_published ? 'new' : isForSale ? 'all' : 'none'
  const plan = await planSave(tx, old, input, { links, shiftMs, asks, days })
  refuseTooManyGates(plan, links, own)
  await checkPhoneLimit(tx, old, { change, plan })
  if (isEmpty(plan)) await followTypes(tx, old, change)
  if (Object.keys(change).length === 0 && isEmpty(plan) && areGatesKept(own)) return null
  const before =
    old.organizer_id === null ? null : await selectOrganizerAccount(tx, old.organizer_id)
  const organizer = await checkReferences(tx, old, change, now)
  await addGates(tx, old.id, own)
  await writeTypes(tx, old.id, plan, now)
  await finishGates(tx, own, { namedGates, awaited: await awaitedGates(tx, old.id) })
  if (!isEmpty(plan)) await followTypes(tx, old, change)
  const dated = change.date === undefined ? {} : { copied_date: null }
  await updateEvent(tx, old.id, { ...change, ...dated, updated_at: now })
  const saved = { ...old, ...change } as LockedEvent
  await redrawIfChanged(tx, saved, change)
  // Publishing ends the review of a draft. The review of an event that was public before is about a
  // change, and goes on until an admin decides about the change.
  if (change.is_published && !wasPublished(old)) {
    await endReview(tx, deps, viewer, { event: saved, now })
  }
  const shown = { ...old, organizer: before?.email ?? null }
  const logged = { id: old.id, old: shown, new: { ...saved, organizer } }
  const allLinks = { old: links, new: await selectLinks(tx, old.id) }
  const entries = toAuditEntries(logged, plan, allLinks, own)
  await insertAudit(tx, { accountId: viewer.accountId, at: now }, entries)
  return change
}

/** Replaces the starting price in `change` by the price that follows from the stored types. */
async function followTypes(tx: Tx, old: LockedEvent, change: EventChange): Promise<void> {
  const cents = await readStartingCents(tx, old.id)
  if (cents === null) return
  delete change.price_cents
  if (cents !== old.price_cents) change.price_cents = cents
}

/** Checks the limit per phone number if the save changes the limit or the types. */
async function checkPhoneLimit(
  tx: Tx,
  old: LockedEvent,
  { change, plan }: { change: EventChange; plan: TypePlan },
): Promise<void> {
  const { max_per_phone = old.max_per_phone } = change
  if (plan.after.length > 0) return refuseBeyondPhone(plan.after, max_per_phone)
  if (change.max_per_phone === undefined) return
  const types = (await lockTypes(tx, old.id)).filter(({ archived_at }) => archived_at === null)
  refuseBeyondPhone(types.sort(inFormOrder), max_per_phone, 'max_per_phone')
}

/** The ids of the gates in a change that waits for approval. */
async function awaitedGates(tx: Tx, eventId: string): Promise<string[]> {
  const request = await selectRequest<EventProposal>(tx, 'event', eventId)
  const types = request?.state === 'sent' ? (request.proposal.change?.ticket_types ?? []) : []
  return types.flatMap(({ gate_ids = [] }) => gate_ids.map((id) => id.toLowerCase()))
}

/**
 * How far the first date of a copied event moves its windows and steps, in ms. Days of Nairobi have
 * 24 hours: there is no summer time.
 */
function shiftOf({ copied_date: from }: LockedEvent, date: string | null | undefined): number {
  return from && date ? Date.parse(date) - Date.parse(from) : 0
}

function whatDiffers(old: LockedEvent, wanted: EventChange): EventChange {
  const keys = Object.keys(wanted) as (keyof EventChange)[]
  return Object.fromEntries(
    keys.filter((key) => wanted[key] !== old[key]).map((key) => [key, wanted[key]]),
  )
}

/** The columns of a request. In an event of several days, with date and time of the first day. */
const withDays = ({ date, time, ...read }: EventChange, days: DayPlan): EventChange => ({
  ...read,
  ...(days.after.length === 0 && {
    ...(date !== undefined && { date }),
    ...(time !== undefined && { time }),
  }),
  ...dayColumns(days),
})

type SaveOptions = { links: GateLink[]; shiftMs: number; asks: ZeroQuestion; days: DayPlan }

/**
 * Plans the changes of the ticket types while all types and the limits of their steps are locked, so
 * that no concurrent sale takes tickets that the plan removes.
 */
async function planSave(
  tx: Tx,
  { id }: LockedEvent,
  { ticket_types: sent, pools, zero_prices }: EventInput,
  { links, shiftMs, asks, days }: SaveOptions,
): Promise<TypePlan> {
  const areTypesKept = sent === undefined && pools === undefined && shiftMs === 0
  if (areTypesKept && areDaysKept(days) && asks !== 'all') return NO_CHANGE
  const rows = await lockTypesAndSteps(tx, id)
  // Sorts the types as the form does, because an error names the index of a type.
  const kept = rows.filter(({ archived_at }) => archived_at === null).sort(inFormOrder)
  const inputs = sent ?? kept.map((type) => ({ id: type.id }))
  const plan = planForSale(rows, inputs, {
    shiftMs,
    pools: planPools(await selectPools(tx, id), pools),
    days,
    asks,
    answer: zero_prices,
  })
  await refuseOrdered(tx, plan)
  if (sent) refuseMixedGates(plan, links)
  const gatesOf = (typeId: string) =>
    links.filter((link) => link.ticket_type_id === typeId).map((link) => link.gate_id)
  const gates = plan.gates.filter(({ typeId, gateIds }) => {
    const wanted = [...new Set(gateIds.map((gateId) => gateId.toLowerCase()))].sort()
    return wanted.join() !== gatesOf(typeId).sort().join()
  })
  return { ...plan, gates }
}

function isEmpty({ added, changed, removed, gates, steps, pools, days }: TypePlan): boolean {
  const lists = [added, changed, removed, gates, steps]
  return lists.every((list) => list.length === 0) && arePoolsKept(pools) && areDaysKept(days)
}

const REQUIRED = ['title', 'date', 'time', 'location', 'price', 'image'] as const
// A draft may lack all other fields until it is sent in. It then gets a drawn card.
const REQUIRED_IN_DRAFT = ['title'] as const

/**
 * Adds an event with its ticket types; returns its id. For an organizer, the event is a draft that
 * the organizer owns. Throws an AppError that names the field at fault, or too_many_requests.
 */
export async function createEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  sent: EventInput,
): Promise<string> {
  const input = newInputOf(viewer, sent)
  const isDraft = viewer.role !== 'admin'
  const days = planDays(null, input)
  for (const field of isDraft ? REQUIRED_IN_DRAFT : REQUIRED) {
    if (days.after.length > 0 && (field === 'date' || field === 'time')) continue
    if ((input[field] ?? '') === '') refuseField(field, isDraft ? TITLE_TEXT : REQUIRED_TEXT)
  }
  const { filled, empty } = separateEmpty(viewer, null, input)
  const change = withDays({ ...readEventInput(filled, deps.env.publicOrigin), ...empty }, days)
  const { title = '', date = null, time = null, location = '', price_cents = 0 } = change
  refuseDates(days, { isAdmin: !isDraft, now: deps.clock.now() })
  requireDate(viewer, null, { date, now: deps.clock.now() })
  const add = () =>
    inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const asks = input.is_published ? 'all' : 'none'
      const plan = planForSale([], readTypes(input), {
        pools: planPools([], input.pools),
        days,
        asks,
        answer: input.zero_prices,
      })
      refuseMixedGates(plan, [])
      refuseBeyondPhone(plan.after, input.max_per_phone ?? null)
      const gates = planGates(viewer, [], input.gates)
      refuseTooManyGates(plan, [], gates)
      const organizer = await checkReferences(tx, null, { image_key: null, ...change }, now)
      const event = { ...change, title, date, time, location, price_cents }
      return await addEvent(tx, viewer, { event, organizer, plan, gates, now })
    })
  return await limitDrafts(deps, viewer, add)
}

/**
 * Reads the ticket types. A new event may lack `ticket_types`, because they can be added later. An
 * empty list is refused, because such an event could never sell.
 */
function readTypes({ ticket_types }: EventInput): TicketTypeInput[] {
  if (ticket_types?.length === 0) refuseField('ticket_types', NO_TYPE_TEXT)
  return ticket_types ?? []
}
