import type { AuditEntry } from '../../accounts/audit-log.sql.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { isoText } from '../../platform/values/nairobi.rules.ts'
import { typeDayWords } from '../days/day-words.rules.ts'
import { datedAfter, datedBefore, dayEntries } from '../days/days.ts'
import { type GatePlan, gateEntries } from '../entrances/own-gates.ts'
import { releaseWords } from '../payout-plan/payout-release.rules.ts'
import { poolEntries } from '../pools/pools.ts'
import { ownSaleEnd } from '../sales.rules.ts'
import { priceWords } from '../types/type-price.rules.ts'
import { toTypePrice } from '../types/type-prices.ts'
import { kindWords, soldInWords } from '../types/unit.rules.ts'
import { feePayer, stepDifferences, windowText } from './event-diff.rules.ts'
import type { PriceStepInput } from './event-edit.contract.ts'
import type { GateLink, LockedEvent, TypeColumns } from './event-edit.sql.ts'
import type { StepColumns } from './price-steps.sql.ts'
import type { TypePlan } from './ticket-types.ts'

/** The fields of an event that the audit log records, formatted for readers. */
type LoggedEvent = Pick<
  LockedEvent,
  | 'title'
  | 'date'
  | 'time'
  | 'location'
  | 'price_cents'
  | 'is_published'
  | 'is_sold_out'
  | 'max_per_phone'
  | 'fees_on_top'
  | 'payout_release'
> & { organizer: string | null }

/** The links of ticket types to gates, before and after the save. */
type Links = { old: GateLink[]; new: GateLink[] }

/** Returns an audit entry for each change that affects buyers, organizers or money. */
export function toAuditEntries(
  event: { id: string; old: LoggedEvent | null; new: LoggedEvent },
  plan: TypePlan,
  links: Links,
  gates: GatePlan,
): AuditEntry[] {
  const { title } = event.new
  const entries = [
    ...eventEntries(event.old, event.new).filter(
      ({ action }) => plan.days.after.length === 0 || !OF_FIRST_DAY.includes(action),
    ),
    ...dayEntries(title, plan.days),
    ...poolEntries(title, plan.pools),
    ...typeEntries(title, plan),
    ...stepEntries(title, plan),
    ...typeGateEntries(title, plan, links),
    ...gateEntries(title, gates),
  ]
  return entries.map((entry) => ({ ...entry, eventId: event.id }))
}

/** Actions left out in an event of several days: the entry of its days includes them. */
const OF_FIRST_DAY = ['event_date_changed', 'event_time_changed']

const FIELDS = [
  ['event_title_changed', (event: LoggedEvent) => event.title],
  ['event_date_changed', (event: LoggedEvent) => event.date],
  ['event_time_changed', (event: LoggedEvent) => event.time?.slice(0, 5) ?? null],
  ['event_place_changed', (event: LoggedEvent) => event.location],
  ['event_price_changed', (event: LoggedEvent) => toKes(event.price_cents)],
  ['event_sold_out_changed', (event: LoggedEvent) => event.is_sold_out],
  ['event_phone_limit_changed', (event: LoggedEvent) => event.max_per_phone],
  ['event_fee_payer_changed', (event: LoggedEvent) => feePayer(event.fees_on_top)],
  ['event_payout_release_changed', (event: LoggedEvent) => releaseWords(event.payout_release)],
] as const

function eventEntries(old: LoggedEvent | null, now: LoggedEvent): AuditEntry[] {
  const subject = now.title
  const fields = FIELDS.map(([action, of]) => ({ action, before: old && of(old), after: of(now) }))
  const who = { action: 'event_organizer_changed', before: old?.organizer, after: now.organizer }
  const changed = [...fields, who].filter(({ before, after }) => before !== after)
  const first = { action: 'event_created', after: title(now) }
  const turn = now.is_published ? 'event_published' : 'event_unpublished'
  const isTurned = (old?.is_published ?? false) !== now.is_published
  return [
    ...(old
      ? changed
      : [first, ...(now.organizer === null ? [] : [who]), ...feeOnTop(now), ...held(now)]),
    ...(isTurned ? [{ action: turn, before: !now.is_published, after: now.is_published }] : []),
  ].map((entry) => ({ ...entry, subject }))
}

/** The audit entry if buyers of a new event pay the fee. Empty if the organizer pays it. */
function feeOnTop({ fees_on_top }: LoggedEvent) {
  const after = feePayer(true)
  return fees_on_top ? [{ action: 'event_fee_payer_changed', before: undefined, after }] : []
}

/** The audit entry if a new event's money is paid out only after the event; otherwise empty. */
function held({ payout_release }: LoggedEvent) {
  const after = releaseWords(payout_release)
  const entry = { action: 'event_payout_release_changed', before: undefined, after }
  return payout_release === 'after_event' ? [entry] : []
}

/** Date, time and venue, for the audit entry of a new event. */
function title({ date, time, location }: LoggedEvent) {
  return { date, time: time?.slice(0, 5) ?? null, location }
}

function typeEntries(title: string, plan: TypePlan): AuditEntry[] {
  const subject = (name: string) => `${title} · ${name}`
  const price = (type: Stock) =>
    type.is_free || type.lowest_cents !== null
      ? priceWords(toTypePrice(type))
      : toKes(type.price_cents)
  const { before, after } = plan.pools
  const poolOf = ({ pool_id }: Stock) =>
    [...after, ...before].find(({ id }) => id === pool_id)?.name ?? null
  const daysOf = (type: Stock, days = plan.days.after) => typeDayWords(type, days)
  const shown = (type: Stock) => ({
    price: price(type),
    quantity: Math.floor(type.capacity / type.sold_in),
    ...(type.sold_in > 1 && { sold_in: soldInWords(type) }),
    ...(type.kind === 'add_on' && { kind: kindWords(type.kind) }),
    ...(poolOf(type) && { shared_capacity: poolOf(type) }),
    ...(type.day_numbers.length > 0 && { days: daysOf(type) }),
    ...(type.is_hidden && { hidden: true, sold_at_door: type.sold_at_door }),
  })
  const sale = (type: Stock, days = datedAfter(plan.days)) => {
    const sale_from = isoText(type.sale_from)
    const sale_until = isoText(ownSaleEnd(type, days))
    return windowText({ sale_from, sale_until }) || null
  }
  return [
    ...plan.removed.map((type) => ({
      action: 'ticket_type_removed',
      subject: subject(type.name),
      before: { ...shown(type), sold: type.sold },
    })),
    ...plan.changed.flatMap(({ old, new: type }) => {
      const pairs = [
        ['ticket_type_renamed', old.name, type.name],
        ['ticket_type_price_changed', shown(old).price, shown(type).price],
        ['ticket_type_hidden_changed', old.is_hidden, type.is_hidden],
        ['ticket_type_door_changed', old.sold_at_door, type.sold_at_door],
        ['ticket_type_quantity_changed', shown(old).quantity, shown(type).quantity],
        ['ticket_type_kind_changed', kindWords(old.kind), kindWords(type.kind)],
        ['ticket_type_pool_changed', poolOf(old), poolOf(type)],
        ['ticket_type_units_changed', ...soldInOf(old, type)],
        ['ticket_type_window_changed', sale(old, datedBefore(plan.days)), sale(type)],
        ['ticket_type_days_changed', daysOf(old, plan.days.before), daysOf(type)],
      ] as const
      return pairs
        .filter(([, before, after]) => before !== after)
        .map(([action, before, after]) => ({ action, subject: subject(type.name), before, after }))
    }),
    ...plan.added.map((type) => ({
      action: 'ticket_type_added',
      subject: subject(type.name),
      after: { ...shown(type), ...(sale(type) && { on_sale: sale(type) }) },
    })),
  ]
}

/**
 * How a type was and is sold, in words. Nulls if `sold_in` stays: a new kind alone changes the
 * words for single tickets, but not how the type is sold.
 */
function soldInOf(old: TypeColumns, type: TypeColumns): [string, string] | [null, null] {
  if (old.sold_in === type.sold_in) return [null, null]
  return [soldInWords({ ...old, name: type.name }), soldInWords(type)]
}

type Stock = Omit<TypeColumns, 'id' | 'description' | 'max_per_order' | 'min_per_order'>

const STEP_ACTIONS = {
  added: 'price_step_added',
  removed: 'price_step_removed',
  changed: 'price_step_changed',
  moved: 'price_step_order_changed',
} as const

function stepEntries(title: string, plan: TypePlan): AuditEntry[] {
  return plan.steps.flatMap(({ type, before: olds, after: nows }) =>
    stepDifferences(olds.map(toStepInput), nows.map(toStepInput)).map(
      ({ kind, before, after }) => ({
        action: STEP_ACTIONS[kind],
        subject: `${title} · ${type.name}`,
        before: before || null,
        after: after || null,
      }),
    ),
  )
}

const toStepInput = ({
  id,
  name,
  price_cents,
  quantity,
  ...step
}: StepColumns): PriceStepInput => ({
  ...{ id, name, quantity },
  price: toKes(price_cents),
  starts_at: isoText(step.starts_at),
  ends_at: isoText(step.ends_at),
})

/** Names gates instead of using their ids, because a gate may be renamed later. */
function typeGateEntries(title: string, plan: TypePlan, links: Links): AuditEntry[] {
  const namesOf = (all: GateLink[], typeId: string) =>
    all.filter((link) => link.ticket_type_id === typeId).map((link) => link.gate)
  return plan.gates
    .map(({ typeId, name }) => ({
      action: 'ticket_type_gates_changed',
      subject: `${title} · ${name}`,
      before: namesOf(links.old, typeId),
      after: namesOf(links.new, typeId),
    }))
    .filter(({ before, after }) => before.length + after.length > 0)
}
