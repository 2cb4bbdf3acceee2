import { formatKesAndCents } from '../../platform/values/money.rules.ts'
import { formatDate, formatMoment, formatTime } from '../../ui/dates.rules.ts'
import { countOf } from '../../ui/office/formats.rules.ts'
import { dayWords, typeDayWords } from '../days/day-words.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { releaseWords } from '../payout-plan/payout-release.rules.ts'
import { priceAfter, priceOf, priceWords } from '../types/type-price.rules.ts'
import { kindWords, soldInWords } from '../types/unit.rules.ts'
import type {
  EventInput,
  PoolInput,
  PriceStepInput,
  TicketTypeInput,
} from './event-edit.contract.ts'

/**
 * A field that differs between two versions of an event, with its old and new value in words. Both
 * values are '' if they are ids or addresses.
 */
export type Difference = { what: string; before: string; after: string }

type Field = Exclude<
  keyof EventInput,
  'ticket_types' | 'gates' | 'pools' | 'days' | 'updated_at' | 'organizer_id' | 'zero_prices'
>

const NAMES: Record<Field, string> = {
  title: 'Title',
  description: 'Description',
  image: 'Picture',
  date: 'Date',
  time: 'Time',
  location: 'Location',
  attendees: 'Expected attendees',
  price: 'Starting price',
  category_id: 'Category',
  max_per_phone: 'Max per phone number',
  is_main_event: 'Main event',
  is_featured: 'Featured',
  is_published: 'Published',
  is_sold_out: 'Sold out',
  is_limited_tickets: 'Limited tickets',
  is_new: 'New',
  fees_on_top: 'Service fee',
  payout_release: 'Payouts',
}
/** Fields whose values are addresses or ids, which mean nothing to readers. */
const UNREADABLE: ReadonlySet<string> = new Set(['image', 'category_id'])

const TYPE_NAMES = {
  name: 'name',
  description: 'description',
  price: 'price',
  quantity: 'quantity',
  max_per_order: 'max per order',
  min_per_order: 'min per order',
  type_offset: 'type offset',
} as const

/**
 * The differences between a whole version of an event and a later version. Fields that `now` lacks
 * are unchanged.
 */
export function differencesOf(old: EventInput, now: EventInput): Difference[] {
  const fields = Object.keys(NAMES) as Field[]
  const areDays = [old, now].some(({ days = [] }) => days.length > 0)
  return [
    ...fields.flatMap((name) => {
      const [before, after] = [old[name] ?? '', now[name] ?? '']
      if (now[name] === undefined || before === after) return []
      // Leaves out date and time of the first day, because the list of days has them.
      if (areDays && (name === 'date' || name === 'time')) return []
      const isShown = !UNREADABLE.has(name)
      const words = (value: string | number | boolean) => (isShown ? wordsOf(name, value) : '')
      return { what: NAMES[name], before: words(before), after: words(after) }
    }),
    ...listDifferences('Day', [old.days, now.days], { idOf: ({ n }) => n, wordsOf: dayWords }),
    ...gateDifferences(old.gates ?? [], now.gates),
    ...listDifferences('Shared capacity', [old.pools, now.pools], {
      idOf: ({ id }) => id,
      wordsOf: ({ name, quantity }) => `${name}, ${quantity} places`,
    }),
    ...typeDifferences(old.ticket_types ?? [], now.ticket_types, {
      poolOf: (type) => poolName(type, [...(now.pools ?? []), ...(old.pools ?? [])]),
      daysOf: (type) => typeDayWords(type, numbered(now.days ?? old.days)),
    }),
  ]
}

/** The items that differ between two lists, in words. An undefined list is unchanged. */
function listDifferences<T>(
  what: string,
  [olds = [], nows]: [old: readonly T[] | undefined, now: readonly T[] | undefined],
  { idOf, wordsOf }: { idOf: (item: T) => unknown; wordsOf: (item: T) => string },
): Difference[] {
  if (nows === undefined) return []
  const removed = olds.filter((old) => !nows.some((now) => idOf(now) === idOf(old)))
  return [
    ...nows.flatMap((now) => {
      const old = olds.find((one) => idOf(now) && idOf(one) === idOf(now))
      const [before, after] = [old ? wordsOf(old) : '', wordsOf(now)]
      return before === after ? [] : [{ what, before, after }]
    }),
    ...removed.map((old) => ({ what, before: wordsOf(old), after: '' })),
  ]
}

/** The name of the pool of a type; '' if the type has no pool. */
function poolName({ pool_id, pool }: TicketTypeInput, pools: readonly PoolInput[]): string {
  if (pool) return pool
  return (pool_id && pools.find(({ id }) => id === pool_id)?.name) || ''
}

const numbered = (days: EventInput['days'] = []) => days.map((day) => ({ ...day, n: day.n ?? 0 }))

/** The words for a type's pool and days. */
type TypeWords = Record<'poolOf' | 'daysOf', (type: TicketTypeInput) => string>

function gateDifferences(
  olds: readonly Entrance[],
  nows: readonly Entrance[] | undefined,
): Difference[] {
  const namesOf = (gates: readonly Entrance[]) => gates.map(({ name }) => name).join(', ')
  const [before, after] = [namesOf(olds), namesOf(nows ?? olds)]
  return before === after ? [] : [{ what: 'Entrances', before, after }]
}

function wordsOf(name: string, value: string | number | boolean): string {
  if (name === 'fees_on_top') return feePayer(value === true)
  if (name === 'payout_release') return releaseWords(String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === '') return ''
  if (name === 'date') return formatDate(String(value))
  if (name === 'time') return formatTime(String(value))
  return name === 'price' && typeof value === 'number' ? formatKesAndCents(value) : String(value)
}

export const feePayer = (feesOnTop: boolean) => (feesOnTop ? 'buyers pay it' : 'organizer pays it')

function typeDifferences(
  olds: TicketTypeInput[],
  nows: TicketTypeInput[] | undefined,
  words: TypeWords,
): Difference[] {
  if (nows === undefined) return []
  const removed = olds.filter((old) => !nows.some(({ id }) => id === old.id))
  return [
    ...nows.flatMap((now) => {
      const old = olds.find(({ id }) => now.id && id === now.id)
      return old
        ? [...changedFields(old, now), ...unitDifferences(old, now, words)]
        : [{ what: 'Ticket type', before: '', after: stock(now, words) }]
    }),
    ...removed.map((old) => ({ what: 'Ticket type', before: stock(old, words), after: '' })),
  ]
}

function changedFields(old: TicketTypeInput, now: TicketTypeInput): Difference[] {
  const names = Object.keys(TYPE_NAMES) as (keyof typeof TYPE_NAMES)[]
  const gates = ({ gate_ids = [] }: TicketTypeInput) => [...gate_ids].sort().join()
  const isMoved = now.gate_ids !== undefined && gates(now) !== gates(old)
  const fields = names
    .map((name) => {
      const [before, after] = name === 'price' ? pricesIn(old, now) : [old[name], now[name]]
      return { name, before: before ?? '', after: after === undefined ? before : after }
    })
    .filter(({ before, after }) => before !== (after ?? ''))
    .map(({ name, before, after }) => ({
      what: `${old.name}: ${TYPE_NAMES[name]}`,
      before: wordsOf(name, before),
      after: wordsOf(name, after ?? ''),
    }))
  const [before, after] = [windowText(old), windowText({ ...old, ...now })]
  return [
    ...fields,
    ...SIGHT.flatMap(([name, what, none]) => {
      const [had, has] = [old[name] ?? none, now[name] ?? old[name] ?? none]
      const words = (value: boolean) => (value ? 'yes' : 'no')
      return had === has
        ? []
        : [{ what: `${old.name}: ${what}`, before: words(had), after: words(has) }]
    }),
    ...(before === after ? [] : [{ what: `${old.name}: on sale`, before, after }]),
    ...stepDifferences(old.price_steps ?? [], now.price_steps).map(({ kind, ...values }) => ({
      what: `${old.name}: ${kind === 'moved' ? 'order of early prices' : 'early price'}`,
      ...values,
    })),
    ...(isMoved ? [{ what: `${old.name}: gates`, before: '', after: '' }] : []),
  ]
}

/** 'Sold in: single tickets → tables of 10' */
function unitDifferences(
  old: TicketTypeInput,
  now: TicketTypeInput,
  { poolOf, daysOf }: TypeWords,
): Difference[] {
  const { pool_id, pool, ...rest } = old
  const after = {
    ...rest,
    ...(now.pool_id === undefined && !now.pool && { pool_id, pool }),
    ...now,
  }
  const name = now.name ?? old.name ?? ''
  const words = [
    ['sold in', (type: TicketTypeInput) => soldInWords({ ...unitsOf(type), name })],
    ['kind', ({ kind = 'entry' }: TicketTypeInput) => kindWords(kind)],
    ['shared capacity', poolOf],
    ['days', daysOf],
  ] as const
  return words.flatMap(([what, wordsOf]) => {
    const [had, has] = [wordsOf(old), wordsOf(after)]
    // Words for single tickets depend on the kind: a new kind alone does not change `sold_in`.
    const isKept = had === has || (what === 'sold in' && old.sold_in === after.sold_in)
    return isKept ? [] : [{ what: `${old.name}: ${what}`, before: had, after: has }]
  })
}

const unitsOf = ({ sold_in = 1, kind = 'entry' }: TicketTypeInput) => ({ sold_in, kind })

/** The price in words, before and after. */
function pricesIn(old: TicketTypeInput, now: TicketTypeInput): [string, string] {
  const price = priceOf(old)
  return [priceWords(price), priceWords(priceOf(priceAfter(now, price)))]
}

const SIGHT = [
  ['is_hidden', 'hidden', false],
  ['sold_at_door', 'sold at the door', true],
] as const

type StepDifference = {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before: string
  after: string
}

/** The steps that differ between two lists, in words. An undefined list is unchanged. */
export function stepDifferences(
  olds: readonly PriceStepInput[],
  nows: readonly PriceStepInput[] | undefined,
): StepDifference[] {
  if (nows === undefined) return []
  const oldOf = ({ id }: PriceStepInput) => olds.find((old) => id && old.id === id)
  const kept = olds.filter((old) => nows.some(({ id }) => id === old.id))
  const names = (steps: readonly PriceStepInput[]) => steps.map(({ name }) => name).join(', ')
  const ordered = nows.flatMap((step) => oldOf(step) ?? [])
  const isMoved = ordered.some((old, index) => old !== kept[index])
  return [
    ...olds
      .filter((old) => !kept.includes(old))
      .map((old) => ({ kind: 'removed' as const, before: stepText(old), after: '' })),
    ...nows.flatMap((now) => {
      const old = oldOf(now)
      const [before, after] = [old ? stepText(old) : '', stepText(now)]
      const kind = old ? ('changed' as const) : ('added' as const)
      return before === after ? [] : [{ kind, before, after }]
    }),
    ...(isMoved ? [{ kind: 'moved' as const, before: names(kept), after: names(ordered) }] : []),
  ]
}

/** 'Early bird KES 1,000 until Fri, Nov 27, 11:59 PM, first 50' */
function stepText({ name, price, starts_at, ends_at, quantity }: PriceStepInput): string {
  const period = periodText(starts_at, ends_at)
  const first = quantity ? `, first ${quantity}` : ''
  return `${name} ${formatKesAndCents(price ?? 0)}${period && ` ${period}`}${first}`
}

type Window = Pick<TicketTypeInput, 'sale_from' | 'sale_until'>

/** 'from Fri, Nov 20, 10:00 AM until Fri, Nov 27, 11:59 PM'; '' if there are no times. */
export const windowText = ({ sale_from, sale_until }: Window) => periodText(sale_from, sale_until)

type Moment = string | null | undefined

function periodText(from: Moment, until: Moment): string {
  const start = from ? [`from ${formatMoment(from)}`] : []
  const end = until ? [`until ${formatMoment(until)}`] : []
  return [...start, ...end].join(' ')
}

/** 'VIP: 50 tickets, KES 1,500', followed by the sale window and the price steps. */
function stock(
  { name, quantity, price_steps = [], ...type }: TicketTypeInput,
  { poolOf, daysOf }: TypeWords,
): string {
  const sale = windowText(type)
  const { sold_in, kind } = unitsOf(type)
  const pool = poolOf(type)
  const units =
    sold_in > 1
      ? `${quantity} ${soldInWords({ name: name ?? '', sold_in, kind })}`
      : countOf(Number(quantity), kindWords(kind))
  return [
    `${name}: ${units}, ${type.is_free ? 'free' : priceWords(priceOf(type))}`,
    ...((type.min_per_order ?? 1) > 1 ? [`at least ${type.min_per_order} per order`] : []),
    ...(daysOf(type) === '' ? [] : [`for ${daysOf(type)}`]),
    ...(pool === '' ? [] : [`places from ${pool}`]),
    ...(type.is_hidden ? [type.sold_at_door ? 'hidden, also sold at the door' : 'hidden'] : []),
    ...(sale === '' ? [] : [`on sale ${sale}`]),
    ...price_steps.map(stepText),
  ].join('; ')
}
