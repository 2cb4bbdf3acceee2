import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { isoText } from '../../platform/values/nairobi.rules.ts'
import { waitingDays, withWaitingDays } from '../days/pending-days.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { isSamePicture } from '../image.rules.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import { dividePools, poolsAfter, withPoolId } from '../pools/pending-pools.rules.ts'
import { startingPrice } from '../types/starting-price.rules.ts'
import { priceOf } from '../types/type-price.rules.ts'
import { toDraft, toInput } from './event-draft.rules.ts'
import type {
  DayInput,
  EventInput,
  PriceStepInput,
  TicketTypeInput,
} from './event-edit.contract.ts'
import { withoutGoneIds } from './price-draft.rules.ts'

const DEFERRABLE = [
  'title',
  'image',
  'price',
  'date',
  'time',
  'location',
  'fees_on_top',
  'payout_release',
] as const
/**
 * The fields of a ticket type whose changes wait for approval. A type that is added or removed
 * waits as a whole.
 */
const DEFERRED_OF_TYPE = [
  'price',
  'is_free',
  'lowest',
  'highest',
  'sold_at_door',
  'sold_in',
  'kind',
  'pool_id',
  'pool',
  'day_numbers',
  'once_in_all',
  'quantity',
  'type_offset',
] as const
/** Fields that older clients do not send. A save without such a field keeps its waiting change. */
const ADDED_FIELDS = [
  'is_free',
  'lowest',
  'suggested',
  'highest',
  'is_hidden',
  'sold_at_door',
  'sold_in',
  'kind',
  'pool_id',
  'pool',
  'day_numbers',
  'once_in_all',
] as const
/** The fields in which null is a value, so that a change to null waits. */
const NULLABLE: ReadonlySet<string> = new Set(['lowest', 'suggested', 'highest', 'pool_id'])

/** The changes of a published event that wait for approval. */
export type DeferPolicy = {
  fields: readonly (typeof DEFERRABLE)[number][]
  /** Whether changes of pools, of days, and of the stock and prices of ticket types wait. */
  defersTypes: boolean
  /** Whether a new name of a ticket type, a price step or a pool waits. */
  defersName: (name: string) => boolean
}

/** The stored event as an input: a client may send it back. */
export function storedInputOf(event: EventReply): EventInput {
  const { ticket_types: types = [], ...input } = toInput(toDraft(event), null)
  return {
    ...input,
    fees_on_top: event.fees_on_top ?? false,
    ticket_types: types.map((type, index) => {
      const { sale_from = null, sale_until = null, price_steps = [] } = event.ticket_types[index]!
      return { ...type, sale_from, sale_until, price_steps: price_steps.map(normalStep) }
    }),
  }
}

/** The starting price that follows from the ticket types of a whole input (see `startingPrice`). */
export const startingPriceIn = ({ ticket_types: types = [] }: EventInput): number | null =>
  startingPrice(
    types.map((type) => {
      const { is_hidden = false, kind = 'entry' } = type
      return { ...priceOf(type), is_hidden, kind }
    }),
  )

/** A step with all fields, so that equal steps have equal JSON. */
function normalStep({ id, name, price, starts_at, ends_at, quantity }: PriceStepInput) {
  return {
    ...(id && { id: id.toLowerCase() }),
    name: cleanLine(name ?? ''),
    price: price ?? 0,
    starts_at: isoText(starts_at),
    ends_at: isoText(ends_at),
    quantity: quantity ?? null,
  }
}

const isEmpty = (change: object) => Object.keys(change).length === 0

/**
 * Divides a change of a published event: `now` is the part to save immediately, and `deferred` the
 * part that is waiting for approval by `policy`, or null. `current` is the whole event as stored;
 * `waiting` is the part that waits since an earlier save. A field that `sent` lacks stays in
 * `deferred` if it was in `waiting`. A field that `sent` sets to its stored value, or that does not
 * wait by `policy`, leaves `deferred`.
 */
export function divideChange(
  current: EventInput,
  sent: EventInput,
  waiting: PendingChange | null,
  policy: DeferPolicy,
): { now: EventInput; deferred: PendingChange | null } {
  const deferred: PendingChange = { ...waiting }
  const now = { ...sent }
  for (const name of DEFERRABLE) {
    const value = sent[name]
    if (value === undefined || value === null) continue
    delete deferred[name]
    if (!policy.fields.includes(name)) continue
    delete now[name]
    const wanted = typeof value === 'string' ? cleanLine(value) : value
    if (!isSameValue(name, wanted, current[name])) Object.assign(deferred, { [name]: wanted })
  }
  if (sent.pools !== undefined) {
    delete deferred.pools
    delete deferred.removed_pools
    if (policy.defersTypes) {
      const pools = dividePools(current.pools ?? [], sent.pools, policy.defersName)
      now.pools = pools.now
      Object.assign(deferred, pools.waiting)
    }
  }
  if (sent.days !== undefined) {
    delete deferred.days
    delete deferred.removed_days
    if (policy.defersTypes) Object.assign(deferred, deferDays(current.days ?? [], sent, now))
    if (sent.days.length > 0) {
      delete deferred.date
      delete deferred.time
    }
  }
  if (sent.ticket_types === undefined) return { now, deferred: isEmpty(deferred) ? null : deferred }
  delete deferred.ticket_types
  delete deferred.removed_types
  const olds = current.ticket_types ?? []
  if (policy.defersTypes) {
    const pools = sent.pools ?? current.pools ?? []
    const wanted = sent.ticket_types.map((type) => withPoolId(withWaiting(type, waiting), pools))
    now.ticket_types = olds.map((old) => withoutDeferred(old, wanted, policy))
    const types = deferredTypes(olds, wanted, policy)
    if (types.length > 0) deferred.ticket_types = types
    const isGone = ({ id }: TicketTypeInput) => !wanted.some((type) => isType(type, id))
    const removed = olds.filter(isGone).map(({ id }) => id!)
    if (removed.length > 0) deferred.removed_types = removed
  }
  return { now, deferred: isEmpty(deferred) ? null : deferred }
}

/**
 * Moves the days of a change out of the part to save now. Returns the part that waits, in which date
 * and time are those of the first day.
 */
function deferDays(stored: readonly DayInput[], sent: EventInput, now: EventInput): PendingChange {
  const days = sent.days ?? []
  if (days.length + stored.length === 0) return {}
  delete now.days
  delete now.date
  delete now.time
  return waitingDays(stored, days)
}

function withWaiting(type: TicketTypeInput, waiting: PendingChange | null): TicketTypeInput {
  const before = waiting?.ticket_types?.find(({ id }) => id !== undefined && isType(type, id))
  const kept = ADDED_FIELDS.filter(
    (name) => type[name] === undefined && before?.[name] !== undefined,
  )
  return { ...type, ...Object.fromEntries(kept.map((name) => [name, before![name]])) }
}

function isSameValue(
  name: (typeof DEFERRABLE)[number],
  wanted: string | number | boolean,
  stored: string | number | boolean | null | undefined,
): boolean {
  return name === 'image' ? isSamePicture(String(wanted), String(stored ?? '')) : wanted === stored
}

const isType = (type: TicketTypeInput, id: string | null | undefined) =>
  type.id?.toLowerCase() === id

/** The names of the fields that wait for approval if `sent` changes them in the stored type. */
function deferredFields(sent: TicketTypeInput, old: TicketTypeInput, { defersName }: DeferPolicy) {
  const isNameDeferred = !!sent.name && sent.name !== old.name && defersName(sent.name)
  return [
    ...(isNameDeferred ? (['name'] as const) : []),
    ...(areStepsDeferred(sent, old, defersName) ? (['price_steps'] as const) : []),
    ...(isSuggestionDeferred(sent, old) ? (['suggested'] as const) : []),
    ...(old.is_hidden && sent.is_hidden === false ? (['is_hidden'] as const) : []),
    // If the kind changes, `gate_ids` waits as well: entry tickets are not valid at add-on gates.
    ...((sent.kind ?? old.kind) === old.kind ? [] : (['gate_ids'] as const)),
    ...DEFERRED_OF_TYPE,
  ]
}

/** Whether the type changes between a fixed price, free and a price that buyers choose. */
function isChoiceChanged(sent: TicketTypeInput, old: TicketTypeInput): boolean {
  const { is_free, lowest } = { ...old, ...sent }
  return is_free !== old.is_free || (lowest === null) !== (old.lowest === null)
}

/**
 * Whether a change of `suggested` waits: a value outside the stored bounds is valid only with new
 * bounds, which may be waiting for approval.
 */
function isSuggestionDeferred(sent: TicketTypeInput, old: TicketTypeInput): boolean {
  if (isChoiceChanged(sent, old)) return true
  const { suggested = null } = sent
  if (suggested === null) return false
  return suggested < (old.lowest ?? 0) || suggested > (old.highest ?? suggested)
}

/**
 * Whether all steps wait: a step has a new name that waits, a step exceeds the stored price or
 * quantity, whose changes may wait, or the type changes between fixed, free and chosen price.
 */
function areStepsDeferred(
  sent: TicketTypeInput,
  old: TicketTypeInput,
  defersName: DeferPolicy['defersName'],
): boolean {
  const { price_steps = [] } = sent
  const { price, quantity, price_steps: olds = [] } = old
  return (
    isChoiceChanged(sent, old) ||
    price_steps.some((step) => {
      const name = cleanLine(step.name ?? '')
      const isNew = olds.every((old) => old.name !== name)
      const isBeyond = step.price! > price! || (step.quantity ?? 0) > quantity!
      return isBeyond || (isNew && defersName(name))
    })
  )
}

/** Whether the type has the field's stored value, or lacks the field. */
function isKept(sent: TicketTypeInput, old: TicketTypeInput, name: keyof TicketTypeInput) {
  if (sent[name] === undefined) return true
  if (name === 'gate_ids' || name === 'day_numbers') {
    return [...sent[name]!].sort().join() === [...(old[name] ?? [])].sort().join()
  }
  if (name === 'once_in_all') return sent[name] === (old[name] ?? false)
  if (name !== 'price_steps') return sent[name] === old[name]
  const text = ({ price_steps = [] }: TicketTypeInput) =>
    JSON.stringify(price_steps.map(normalStep))
  return text(sent) === text(old)
}

/** The id of a stored type with the requested fields that need no approval. */
function withoutDeferred(
  old: TicketTypeInput,
  sent: TicketTypeInput[],
  policy: DeferPolicy,
): TicketTypeInput {
  const wanted: TicketTypeInput = { ...sent.find((type) => isType(type, old.id)), id: old.id! }
  for (const name of deferredFields(wanted, old, policy)) delete wanted[name]
  return wanted
}

/**
 * The part of the requested types that waits: new types as a whole, and of stored types the changed
 * fields that need approval.
 */
function deferredTypes(olds: TicketTypeInput[], sent: TicketTypeInput[], policy: DeferPolicy) {
  return sent.flatMap((type) => {
    const old = olds.find(({ id }) => isType(type, id))
    if (!old) return [withoutNulls(type)]
    const fields = deferredFields(type, old, policy).filter((name) => !isKept(type, old, name))
    if (fields.length === 0) return []
    const wanted: TicketTypeInput = withoutNulls(type)
    const waits = (name: (typeof fields)[number]) => (NULLABLE.has(name) ? type : wanted)[name]
    return [{ id: old.id!, ...Object.fromEntries(fields.map((name) => [name, waits(name)])) }]
  })
}

function withoutNulls({ price_steps, sale_from, sale_until, ...type }: TicketTypeInput) {
  const times = { sale_from: isoText(sale_from), sale_until: isoText(sale_until) }
  const fields = Object.entries({ ...type, ...times }).filter(([, value]) => value !== null)
  const pending: NonNullable<PendingChange['ticket_types']>[number] = {
    ...Object.fromEntries(fields),
    ...(price_steps && { price_steps: price_steps.map(normalStep) }),
  }
  return pending
}

/**
 * The input that applies a waiting change. Stored types that the change does not name stay as they
 * are.
 */
export function withChange(current: EventInput, change: PendingChange): EventInput {
  const { ticket_types, removed_types = [], pools, removed_pools, ...rest } = change
  const { days: _, removed_days: __, ...others } = rest
  const fields: EventInput = {
    ...others,
    ...((pools ?? removed_pools) && { pools: poolsAfter(current.pools ?? [], change) }),
    ...withWaitingDays(current.days ?? [], change),
  }
  if (!ticket_types && removed_types.length === 0) return fields
  const kept = (current.ticket_types ?? []).filter(({ id }) => !removed_types.includes(id!))
  const changed = kept.map(({ id, price_steps: stored }) => {
    const { price_steps, ...sent } = ticket_types?.find((type) => type.id === id) ?? {}
    const steps = price_steps && { price_steps: withoutGoneIds(price_steps, stored ?? []) }
    return { ...sent, ...steps, id: id! }
  })
  const added = (ticket_types ?? []).filter(({ id }) => id === undefined)
  return { ...fields, ticket_types: [...changed, ...added] }
}

/**
 * The whole event with the change, to be compared with another proposal. The types, steps and pools
 * that the change adds have no ids yet, and get their names as ids.
 */
export function wholeWith(stored: EventInput, change: PendingChange | null): EventInput {
  if (change === null) return stored
  const { ticket_types, ...proposed } = withChange(stored, change)
  const olds = stored.ticket_types ?? []
  const types = ticket_types?.map((type) => ({ ...olds.find(({ id }) => id === type.id), ...type }))
  const whole = { ...stored, ...proposed }
  return {
    ...whole,
    ...(whole.pools && { pools: withIds(whole.pools) }),
    ticket_types: withIds(types ?? olds).map(({ price_steps, ...type }) => ({
      ...type,
      ...(price_steps && { price_steps: withIds(price_steps) }),
    })),
  }
}

type Named = { id?: string | null; name?: string | null }

const withIds = <T extends Named>(items: readonly T[]): T[] =>
  items.map((item) => ({ ...item, id: item.id ?? item.name ?? '' }))
