import { describe, expect, test } from 'vitest'
import type { EventReply } from '../events.contract.ts'
import { TYPES_TEXT } from '../types/type-price.rules.ts'
import { dateFaults, findFaults, stillMissing, whyNothingSells } from './draft-faults.rules.ts'
import {
  differences,
  type EventDraft,
  isSameDraft,
  isScheduleFixed,
  newDraft,
  soldPriceChanges,
  toInput,
} from './event-draft.rules.ts'
import { REQUIRED_TEXT } from './event-form.rules.ts'
import { reviewedText } from './waiting-draft.rules.ts'

const full = (changes: Partial<EventDraft> = {}): EventDraft => ({
  ...newDraft(),
  title: 'Derby',
  date: '2027-03-14',
  time: '15:00',
  location: 'Nyayo',
  price: '100',
  image: '/images/a-1280.webp',
  ...changes,
})

const withType = (changes: object) => full({ types: [{ ...newDraft().types[0]!, ...changes }] })

// spec: event-page-actions
test('a draft without picture, description or tickets says what is missing before it is public', () => {
  const none = () => ({ sold: 0, held: 0 })
  const ready = { ...withType({ price: '200' }), description: 'A match.' }
  expect(stillMissing(ready, false, none)).toEqual([])
  expect(stillMissing({ ...ready, image: '', description: ' ' }, true, none)).toEqual([
    'Still missing: a picture and a description.',
    'Its sales have ended: the date has passed.',
  ])
})

// spec: event-date-bounds
test('the form asks about a mistyped year, and about no date that is missing or stored', () => {
  const by = { isAdmin: false, now: new Date('2026-11-29T09:00:00Z') }
  const text = '2015? This date has passed. Choose today or a later date.'
  expect(dateFaults(full({ date: '2015-03-14' }), null, by)).toEqual([{ text, field: 'date' }])
  expect(dateFaults(full({ date: '2027-03-14' }), null, by)).toEqual([])
  expect(dateFaults(full({ date: '' }), null, by)).toEqual([])
})

// spec: event-form-required-fill
describe('faults that keep a draft from being sent', () => {
  test.each(['title', 'date', 'time', 'location', 'price'] as const)(
    'a draft without %s cannot be sent',
    (field) => {
      expect(findFaults(full({ [field]: ' ' }), true)).toEqual([{ text: REQUIRED_TEXT, field }])
    },
  )

  // spec: event-form-marks-all
  test('all missing fields are reported together, those of ticket types too', () => {
    const [type] = newDraft().types
    const types = [type!, { ...type!, key: 'b', name: '', quantity: '0' }]
    const fields = findFaults({ ...newDraft(), types }, false).map(({ field }) => field)
    expect(fields).toEqual([
      ...['title', 'date', 'time', 'location', 'price', 'image'],
      ...['ticket_types.1.name', 'ticket_types.1.quantity'],
    ])
  })

  // spec: draft-title-alone
  test("an organizer's draft needs only a title, and a change names what is missing", () => {
    const empty = { ...newDraft(), title: ' ' }
    const text = 'Please add a title. All else can wait until you submit the draft.'
    expect(findFaults(empty, false, 'draft')).toEqual([{ text, field: 'title' }])
    expect(findFaults({ ...empty, title: 'Derby' }, false, 'draft')).toEqual([])
    const change = full({ location: '', date: '' })
    const named = 'Please fill in date and location.'
    expect(findFaults(change, false, 'change')).toEqual([
      { text: named, field: 'date' },
      { text: named, field: 'location' },
    ])
  })

  test('a draft without a picture cannot be sent', () => {
    expect(findFaults(full(), false)).toEqual([{ text: REQUIRED_TEXT, field: 'image' }])
    expect(findFaults(full(), true)).toEqual([])
  })

  test('a draft may offer a single ticket, one to each phone', () => {
    const draft = { ...withType({ quantity: '1', max_per_order: '1' }), max_per_phone: '1' }
    expect(findFaults(draft, true)).toEqual([])
  })

  // spec: ticket-type-complete-information
  test.each([
    ['name', ''],
    ['price', ''],
    ['price', '-1'],
    ['price', '1.005'],
    ['quantity', '0'],
    ['quantity', ''],
    ['quantity', '1.5'],
  ])('a type with %s %j', (field, value) => {
    expect(findFaults(withType({ [field]: value }), true)).toEqual([
      { text: TYPES_TEXT, field: `ticket_types.0.${field}` },
    ])
  })

  // spec: ticket-type-complete-information
  test.each([
    ['max_per_order', '0'],
    ['type_offset', '8'],
    ['type_offset', ''],
  ])('a type with %s %j', (field, value) => {
    const faults = findFaults(withType({ [field]: value }), true)
    expect(faults.map((fault) => fault.field)).toEqual([`ticket_types.0.${field}`])
  })

  test('a draft with negative expected attendees cannot be sent', () => {
    expect(findFaults(full({ attendees: '-1' }), true)).toMatchObject([{ field: 'attendees' }])
    expect(findFaults(full({ attendees: '0' }), true)).toEqual([])
  })
})

// spec: price-0-warned
describe('drafts that sell nothing', () => {
  const none = () => ({ sold: 0, held: 0 })
  const priced = withType({ price: '10' })

  test('a draft that sells something needs no warning', () => {
    expect(whyNothingSells(priced, false, none)).toEqual([])
  })

  test.each<[string, EventDraft, boolean]>([
    ['ended', priced, true],
    ['sold out', { ...priced, is_sold_out: true }, false],
    ['free', withType({ price: '0' }), false],
  ])('%s', (word, draft, ended) => {
    expect(whyNothingSells(draft, ended, none)).toMatchObject([expect.stringContaining(word)])
  })

  test('a draft whose tickets are all sold or held sells nothing', () => {
    const draft = withType({ id: 'a', price: '10', quantity: '5' })
    const taken = () => ({ sold: 3, held: 2 })
    expect(whyNothingSells(draft, false, taken)).toEqual(['No tickets are left.'])
  })
})

test('a type that has sold tickets and gets another price is named with both prices', () => {
  const stored = { id: 'a', price: 1000, sold: 3 }
  const event = { ticket_types: [stored] } as unknown as EventReply
  const priced = (price: string) => withType({ id: 'a', name: 'Stand', price })
  expect(soldPriceChanges(priced('10'), event)).toEqual(['Stand: KES 1,000 → KES 10'])
  expect(soldPriceChanges(priced('1000.50'), event)).toEqual(['Stand: KES 1,000 → KES 1,000.50'])
  expect(soldPriceChanges(priced('1000.00'), event)).toEqual([])
  const unsold = { ticket_types: [{ ...stored, sold: 0 }] } as unknown as EventReply
  expect(soldPriceChanges(priced('10'), unsold)).toEqual([])
  expect(soldPriceChanges(priced('10'), null)).toEqual([])
})

test('numbers are sent as numbers, and empty fields as null', () => {
  expect(toInput(withType({ price: '10.50' }), 'then')).toMatchObject({
    price: 10.5,
    attendees: null,
    category_id: null,
    organizer_id: null,
    updated_at: 'then',
    ticket_types: [{ price: 10.5, quantity: 100, max_per_order: 4, type_offset: 0 }],
  })
})

test('two drafts are compared by their content', () => {
  const one = withType({ price: '10' })
  const saved = withType({ price: '10.0', id: 'x', key: 'x' })
  expect(isSameDraft(one, saved)).toBe(true)
  const other = { ...withType({ price: '11' }), title: 'Cup', is_published: true, attendees: '5' }
  expect(isSameDraft(one, other)).toBe(false)
  expect(differences(one, other).sort()).toEqual(
    ["'Published'", 'expected attendees', 'starting price', 'ticket types', 'title'].sort(),
  )
})

// spec: event-change-head
test('the head of the form says which changes are reviewed, and how an event with orders is moved', () => {
  const text = (facts: object) =>
    reviewedText({ ...full(), cancelled_at: null, ...facts } as unknown as EventReply)
  const others = 'Other changes go live at once, unless we must check a name in them.'
  const reviewed = 'We review changes of'
  const words = 'title and picture once tickets are ordered.'
  expect(text({})).toBe(
    `${reviewed} price, fees, payouts, date, time, place and tickets, and of ${words} ${others}`,
  )
  const moved =
    'A new date, time or place needs Reschedule, which notifies your buyers and says whether we review it first.'
  expect(text({ has_orders: true })).toBe(
    `${reviewed} price, fees, payouts, tickets, title and picture. ${moved} ${others}`,
  )
  const publishes_alone = true
  expect(text({ publishes_alone })).toBe(`${reviewed} ${words} ${others}`)
  expect(text({ publishes_alone, has_orders: true })).toBe(
    `${reviewed} title and picture. ${moved} ${others}`,
  )
})

// spec: reschedule-form
test('date, time and location of an event are fixed once an order exists', () => {
  const event = (has_orders: boolean, cancelled_at: string | null = null) =>
    ({ ...full(), has_orders, cancelled_at }) as unknown as EventReply
  expect(isScheduleFixed(null)).toBe(false)
  expect(isScheduleFixed(event(false))).toBe(false)
  expect(isScheduleFixed(event(true))).toBe(true)
  expect(isScheduleFixed(event(true, '2027-01-01T00:00:00Z'))).toBe(false)
})
