import { expect, test } from 'vitest'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import { findFaults } from './draft-faults.rules.ts'
import {
  differences,
  type EventDraft,
  isSameDraft,
  newDraft,
  toDraft,
  toInput,
} from './event-draft.rules.ts'
import { addedStep, movedStep, pricingFaults, type StepDraft } from './price-draft.rules.ts'

const STEP = {
  id: 's1',
  name: 'Early bird',
  price: 1000,
  starts_at: null,
  ends_at: '2026-11-27T20:59:00.000Z',
  quantity: 50,
  taken: 12,
}
const TYPE = {
  id: 't1',
  name: 'Standard',
  description: '',
  price: 1500,
  max_per_order: 4,
  quantity: 100,
  type_offset: 0,
  gate_ids: [],
  sale_from: '2026-11-20T07:00:30.000Z',
  sale_until: null,
  price_steps: [STEP],
} as unknown as TicketTypeReply
const draftOf = (type: object = {}, event: object = {}): EventDraft =>
  toDraft({
    ...newDraft(),
    title: 'Derby',
    attendees: null,
    price: 1500,
    ...event,
    ticket_types: [{ ...TYPE, ...type }],
  } as unknown as EventReply)

// spec: event-form-early-prices
test('the form shows sale dates and early prices in Nairobi time and sends them back unchanged', () => {
  const draft = draftOf()
  expect(draft.types[0]).toMatchObject({
    sale_from: '2026-11-20T10:00:30',
    sale_until: '',
    price_steps: [
      { id: 's1', price: '1000', starts_at: '', ends_at: '2026-11-27T23:59', quantity: '50' },
    ],
  })
  const [sent] = toInput(draft, null).ticket_types!
  const { taken: _, ...step } = STEP
  expect(sent).toMatchObject({
    sale_from: '2026-11-20T10:00:30+03:00',
    sale_until: null,
    price_steps: [{ ...step, ends_at: '2026-11-27T23:59:00+03:00' }],
  })
})

test('a new type without sale dates and early prices sends none, a stored one clears them', () => {
  const [fresh] = toInput(newDraft(), null).ticket_types!
  expect(Object.keys(fresh!)).not.toContain('price_steps')
  expect(Object.keys(fresh!)).not.toContain('sale_from')
  const [stored] = toInput(draftOf({ sale_from: null, price_steps: [] }), null).ticket_types!
  expect(stored).toMatchObject({ sale_from: null, sale_until: null, price_steps: [] })
})

test('drafts with other steps, another order of steps or another bearer of the fee differ', () => {
  const other = { ...STEP, id: 's2', name: 'Advance' }
  expect(isSameDraft(draftOf(), draftOf({ price_steps: [{ ...STEP, id: 's9', taken: 0 }] }))).toBe(
    true,
  )
  expect(differences(draftOf(), draftOf({ price_steps: [] }))).toEqual(['ticket types'])
  const orders = [
    [STEP, other],
    [other, STEP],
  ].map((price_steps) => draftOf({ price_steps }))
  expect(isSameDraft(orders[0]!, orders[1]!)).toBe(false)
  expect(differences(draftOf(), draftOf({}, { fees_on_top: true }))).toEqual(['service fee'])
})

test('a step moves one place up or down', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((key) => addedStep(key, false)) as [
    StepDraft,
    StepDraft,
    StepDraft,
  ]
  expect(movedStep([a, b, c], c, -1)).toEqual([a, c, b])
  expect(movedStep([a, b, c], a, 1)).toEqual([b, a, c])
})

// spec: event-form-early-prices
test.each([
  [{ name: ' ' }, 'name'],
  [{ price: '' }, 'price'],
  [{ price: '0' }, 'price'],
  [{ price: '1500.01' }, 'price'],
  [{ ends_at: '', quantity: '' }, 'ends_at'],
  [{ starts_at: '2026-11-27T23:59' }, 'ends_at'],
  [{ quantity: '0' }, 'quantity'],
  [{ quantity: '1.5' }, 'quantity'],
])('an early price with %j is marked in its field', (change, field) => {
  const draft = draftOf({ price_steps: [STEP, STEP] })
  const [type] = draft.types
  const [first, second] = type!.price_steps
  const changed = { ...type!, price_steps: [first!, { ...second!, ...change }] }
  expect(pricingFaults(type!)).toEqual([])
  expect(pricingFaults(changed)).toEqual([
    { text: expect.any(String), field: `price_steps.1.${field}` },
  ])
  const fields = findFaults({ ...draft, types: [changed] }, true).map((fault) => fault.field)
  expect(fields).toContain(`ticket_types.0.price_steps.1.${field}`)
})

test('an early price may equal the price, and a sale must end after it starts', () => {
  expect(pricingFaults(draftOf({ price: 1000 }).types[0]!)).toEqual([])
  const ended = draftOf({ sale_until: '2026-11-20T07:00:30.000Z' }).types[0]!
  expect(pricingFaults(ended)).toEqual([
    { text: 'The sale must end after it starts', field: 'sale_until' },
  ])
})
