import { listWords } from '../../platform/values/list-words.rules.ts'
import { dayFaults } from '../days/day-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { poolFaults } from '../pools/pool.rules.ts'
import { dateFault } from '../reschedule.rules.ts'
import { draftPrice, isPositive, isWhole } from '../types/type-draft.rules.ts'
import { isForgotten, TYPES_TEXT } from '../types/type-price.rules.ts'
import { addOnGateFault, beyondPhone } from '../types/unit.rules.ts'
import { draftUnits, typedSoldIn, unitFaults } from '../types/unit-draft.rules.ts'
import { type EventDraft, startingText, type TypeDraft } from './event-draft.rules.ts'
import { REQUIRED_TEXT, TITLE_TEXT } from './event-form.rules.ts'
import { isAmount, pricingFaults } from './price-draft.rules.ts'

type Fault = { text: string; field: string }

const GATE_TEXT = 'Name each entrance, or remove it'

const REQUIRED = [
  ['title', 'title'],
  ['date', 'date'],
  ['time', 'time'],
  ['location', 'location'],
  ['price', 'starting price'],
] as const

/** The form of an admin, of an organizer's draft, or of an organizer's changes of a published event. */
export type FormKind = 'admin' | 'draft' | 'change'

/**
 * All faults that prevent saving, from top to bottom. The faults of an admin's form have the words
 * of the specification. An organizer's draft needs only a title, an organizer's event no picture.
 */
export function findFaults(
  draft: EventDraft,
  hasPicture: boolean,
  kind: FormKind = 'admin',
): Fault[] {
  const typed = { ...draft, price: startingText(draft) }
  const isOfDays = (field: string) => field === 'date' || field === 'time'
  const empty = REQUIRED.filter(
    ([field]) => typed[field].trim() === '' && !(draft.days.length > 0 && isOfDays(field)),
  )
  const missing: string[] = empty.map(([field]) => field)
  if (!hasPicture && kind === 'admin') missing.push('image')
  const needed = kind === 'draft' ? missing.filter((field) => field === 'title') : missing
  const text = {
    admin: REQUIRED_TEXT,
    draft: TITLE_TEXT,
    change: `Please fill in ${listWords(empty.map(([, name]) => name))}.`,
  }[kind]
  return [
    ...needed.map((field) => ({ text, field })),
    ...wrongNumbers(typed),
    ...dayFaults(draft),
    ...draft.types.flatMap((type, index) =>
      typeFaults(type).map(({ text, field }) => ({
        text,
        field: `ticket_types.${index}.${field}`,
      })),
    ),
    ...gateFaults(draft),
    ...poolFaults(draft.pools),
    ...phoneFaults(draft),
    ...draft.gates.flatMap(({ name }, index) =>
      name.trim() === '' ? [{ text: GATE_TEXT, field: `gates.${index}.name` }] : [],
    ),
  ]
}

const named = (type: TypeDraft, index: number) => ({
  kind: type.kind,
  sold_in: typedSoldIn(type),
  min_per_order: isPositive(type.min_per_order) ? Number(type.min_per_order) : 1,
  name: type.name.trim() || `Ticket type ${index + 1}`,
  gateIds: type.gate_ids,
})

/** The fault of an add-on without a gate of its own (see `addOnGateFault`), or no fault. */
function gateFaults({ types }: EventDraft): Fault[] {
  const fault = addOnGateFault(types.map(named))
  return fault ? [{ text: fault.text, field: `ticket_types.${fault.index}.gate_ids` }] : []
}

/** The fault if the limit per phone number is below the minimum of an order, or no fault. */
function phoneFaults({ types, max_per_phone }: EventDraft): Fault[] {
  const fault = beyondPhone(
    types.map(named),
    isPositive(max_per_phone) ? Number(max_per_phone) : null,
  )
  return fault ? [{ text: fault.text, field: 'max_per_phone' }] : []
}

/** Warns, while a limit per phone number is typed, if it is below the minimum of an order. */
export const phoneWarning = (draft: EventDraft): string | null =>
  phoneFaults(draft)[0]?.text ?? null

/** The fault of a date that the event may not get (see `dateFault`), or no fault. */
export function dateFaults(
  draft: EventDraft,
  event: EventReply | null,
  by: { isAdmin: boolean; now: Date },
): Fault[] {
  const storedOf = (n: number) => event?.days?.find((day) => day.n === n)?.date
  const days = draft.days.map(({ n, date }, index) => ({
    field: `days.${index}.date`,
    date,
    stored: storedOf(n),
  }))
  const one = { field: 'date', date: draft.date, stored: event?.date }
  return (days.length > 0 ? days : [one]).flatMap(({ field, date, stored }) => {
    const text = date === '' ? null : dateFault({ date, stored, ...by })
    return text === null ? [] : [{ text, field }]
  })
}

function wrongNumbers({ price, attendees, max_per_phone }: EventDraft): Fault[] {
  const faults: Fault[] = []
  if (price.trim() !== '' && !isAmount(price)) {
    const text = 'The starting price must be 0 or more, with at most two decimals'
    faults.push({ text, field: 'price' })
  }
  if (attendees.trim() !== '' && !isWhole(attendees)) {
    const text = 'Expected attendees must be a whole number from 0'
    faults.push({ text, field: 'attendees' })
  }
  if (max_per_phone.trim() !== '' && !isPositive(max_per_phone)) {
    const text = 'Max per phone number must be a whole number from 1, or empty'
    faults.push({ text, field: 'max_per_phone' })
  }
  return faults
}

/** For each field of a ticket type: the rule, and the error text if the rule is broken. */
const TYPE_RULES: [keyof TypeDraft, (type: TypeDraft) => boolean, string][] = [
  ['name', ({ name }) => name.trim() !== '', TYPES_TEXT],
  ['price', ({ price, price_kind }) => price_kind !== 'price' || isAmount(price), TYPES_TEXT],
  ['quantity', ({ quantity }) => isPositive(quantity), TYPES_TEXT],
  [
    'max_per_order',
    (type) => isPositive(type.max_per_order),
    'Max per order must be a whole number from 1',
  ],
  [
    'type_offset',
    (type) => /^[0-7]$/.test(type.type_offset.trim()),
    'The type offset must be a whole number from 0 to 7',
  ],
]

function typeFaults(type: TypeDraft): Fault[] {
  const faults = TYPE_RULES.filter(([, isRight]) => !isRight(type)).map(([field, , text]) => {
    return { text, field }
  })
  return [...faults, ...unitFaults(type), ...pricingFaults(type)]
}

type Taken = { sold: number; held: number }

/** Returns a function that returns the sold and held tickets of a type of the stored event. */
export function takenIn(event: EventReply | null): (typeId: string) => Taken {
  return (typeId) => {
    const type = event?.ticket_types.find(({ id }) => id === typeId)
    return { sold: type?.sold ?? 0, held: type?.held ?? 0 }
  }
}

/**
 * The reasons why no ticket of the draft could be bought, as sentences. Empty if tickets could be
 * bought.
 */
export function whyNothingSells(
  draft: EventDraft,
  salesEnded: boolean,
  takenOf: (typeId: string) => Taken,
): string[] {
  const left = draft.types.filter((type) => {
    const { sold, held } = type.id ? takenOf(type.id) : { sold: 0, held: 0 }
    return Number(type.quantity) * draftUnits(type).sold_in > sold + held
  })
  const priced = left.filter((type) => !isForgotten(draftPrice(type)))
  return [
    ...(salesEnded ? ['Its sales have ended: the date has passed.'] : []),
    ...(draft.is_sold_out ? ['It is marked as sold out.'] : []),
    ...(left.length === 0 ? ['No tickets are left.'] : []),
    ...(left.length > 0 && priced.length === 0
      ? ['All tickets cost KES 0, and none is ticked as free.']
      : []),
  ]
}

const LACKED = [
  ['date', 'a date'],
  ['time', 'a time'],
  ['location', 'a location'],
  ['image', 'a picture'],
  ['description', 'a description'],
] as const

/** Everything that a draft lacks before it can be published, as sentences. */
export function stillMissing(...event: Parameters<typeof whyNothingSells>): string[] {
  const [draft] = event
  const lacks = LACKED.filter(([field]) => draft[field].trim() === '').map(([, name]) => name)
  return [
    ...(lacks.length > 0 ? [`Still missing: ${listWords(lacks)}.`] : []),
    ...whyNothingSells(...event),
  ]
}
