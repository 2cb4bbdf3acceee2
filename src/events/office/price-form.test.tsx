import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { type EventDraft, newDraft } from '../editing/event-draft.rules.ts'
import { addedStep, type StepDraft } from '../editing/price-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { serviceFeeOf } from './fee-choice.tsx'
import { EventTimelines } from './price-timeline.tsx'
import { TicketTypes } from './ticket-types.tsx'
import type { EventForm } from './use-event-form.ts'
import { useFindings } from './use-findings.ts'

const FIVE = { basis_points: 500, fixed: 0 }
const NONE = { basis_points: 0, fixed: 0 }

type Options = { event?: object; service_fee?: ServiceFee; marks?: string[]; onTop?: boolean }

function draftOf(price: string, steps: Partial<StepDraft>[], onTop = false): EventDraft {
  const price_steps = steps.map((step, index) => ({ ...addedStep(`s${index}`, true), ...step }))
  const type = { ...newDraft().types[0]!, key: 't', price, price_steps }
  return { ...newDraft(), fees_on_top: onTop, types: [type] }
}

/** The texts of the ticket types in the form, without tags. */
function shown(price: string, steps: Partial<StepDraft>[], options: Options = {}): string {
  const { event = null, service_fee = FIVE, marks = [], onTop } = options
  const form = {
    draft: draftOf(price, steps, onTop),
    event: event && { organizer_id: null, service_fee, ...event },
    change: () => {},
    findings: {
      isMarked: () => false,
      isTypeMarked: (_: string, name: string) => marks.includes(name),
    },
    types: { isFull: false, soldOf: () => undefined, isFixed: () => false },
    removed: [],
  } as unknown as EventForm
  const payers = [{ id: 'me', service_fee, may_edit: true }]
  return renderToStaticMarkup(<TicketTypes form={form} lists={{ payers, gates: [] }} />).replaceAll(
    '&#x27;',
    "'",
  )
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

const EARLY = { price: '1000', quantity: '50' }

// spec: event-form-early-prices
describe('sale dates and early prices in the form', () => {
  test('are one closed line for a ticket type without them', () => {
    const html = shown('1500', [])
    expect(textOf(html)).toContain('Sale dates and early prices')
    expect(html).not.toMatch(/<details open/)
    expect(html).not.toContain('<ol')
    for (const text of ['On sale from', 'On sale until', 'Add an early bird']) {
      expect(textOf(html)).toContain(text)
    }
  })

  test('have a row for each early price, up to six, and none to move a single one', () => {
    const one = shown('1500', [EARLY])
    expect(one).toContain('value="Early bird"')
    expect(textOf(one)).toContain('Add another early price')
    expect(textOf(one)).not.toContain('Move')
    const six = shown('1500', Array(6).fill(EARLY))
    expect(textOf(six)).not.toContain('Add another early price')
    expect(six.match(/>Move up</g)).toHaveLength(5)
    expect(six.match(/>Move down</g)).toHaveLength(5)
  })

  test('are open and marked where the server has found an error', () => {
    const html = shown('1500', [EARLY, EARLY], { marks: ['s1 price'] })
    expect(html).toMatch(/<details open/)
    const fields = html.match(/<input[^>]*name="price-s\d"[^>]*>/g)!
    expect(fields.map((field) => field.includes('aria-invalid="true"'))).toEqual([false, true])
  })

  test('say that the dates of a copied draft move with its date', () => {
    const html = shown('1500', [EARLY], { event: { copied_date: '2026-08-01' } })
    expect(textOf(html)).toContain(
      'Sale dates are those of the event you copied. They move with the date that you choose.',
    )
    expect(html).not.toContain('<ol')
    const plain = shown('1500', [], { event: { copied_date: '2026-08-01' } })
    expect(textOf(plain)).not.toContain('the event you copied')
  })
})

// spec: event-form-service-fee
describe('the choice of who pays the service fee', () => {
  test('shows both sums for the price that is typed', () => {
    const text = textOf(shown('1000', []))
    expect(text).toContain('You pay it Buyers pay KES 1,000, you get KES 950')
    expect(text).toContain('Buyers pay it You get KES 1,000, buyers pay KES 1,050')
    expect(text).not.toContain('we review')
    expect(textOf(shown('', []))).toContain('Buyers pay it It is added to the price.')
  })

  test('shows the sum of buyers below each price if they pay it', () => {
    expect(textOf(shown('1000', []))).not.toContain('Buyers pay KES 1,050')
    expect(textOf(shown('1000', [], { onTop: true }))).toContain('Buyers pay KES 1,050')
  })

  // spec: event-form-receives
  test('says below each price what the organizer receives', () => {
    expect(textOf(shown('1000', []))).toContain('You receive KES 950')
    const onTop = textOf(shown('1000', [], { onTop: true }))
    expect(onTop).toContain('You receive KES 1,000. Buyers pay KES 1,050')
    expect(textOf(shown('1000', [], { service_fee: NONE }))).toContain(
      'No fee. You receive KES 1,000',
    )
    for (const price of ['0', '9'.repeat(20)]) {
      expect(textOf(shown(price, []))).not.toContain('You receive')
    }
  })

  test('says on a published event that a change is reviewed', () => {
    expect(textOf(shown('1000', [], { event: { is_published: true } }))).toContain(
      'On a published event we review this change first, as we do with prices.',
    )
  })

  test('is not there for an organizer without a fee', () => {
    const text = textOf(shown('1000', [], { service_fee: NONE }))
    expect(text).toContain('You pay no service fee.')
    expect(text).not.toContain('Buyers pay it')
  })

  test('uses the fee of the chosen organizer', () => {
    const payers = [
      { id: 'managed', service_fee: NONE, may_edit: false },
      { id: 'me', service_fee: FIVE, may_edit: true },
    ]
    const of = (event: object | null, organizer_id: string) =>
      serviceFeeOf({ event, draft: { ...newDraft(), organizer_id } } as EventForm, payers)
    expect(of(null, '')).toEqual(FIVE)
    expect(of(null, 'managed')).toEqual(NONE)
    const stored = { organizer_id: 'x', service_fee: { basis_points: 1, fixed: 0 } }
    expect(of(stored, 'x')).toEqual(stored.service_fee)
    expect(of(stored, 'me')).toEqual(FIVE)
    expect(of(stored, 'unknown')).toBeNull()
  })
})

// spec: price-plan-timeline
test('the review and the preview show the prices of each type over time, and none without them', () => {
  const type = { id: 't', name: 'VIP', price: 1500, quantity: 9, gate_ids: [] }
  const step = {
    id: 's',
    name: 'Early bird',
    price: 1000,
    starts_at: null,
    ends_at: null,
    quantity: 50,
    taken: 0,
  }
  const event = { date: '', image: '', service_fee: FIVE, fees_on_top: true }
  const shownOf = (types: object[], fields: object = {}) =>
    textOf(
      renderToStaticMarkup(
        <EventTimelines
          event={{ ...event, ...fields, ticket_types: types } as unknown as EventReply}
        />,
      ),
    )
  expect(shownOf([type])).toBe('')
  expect(shownOf([type, { ...type, id: 'u', price_steps: [step] }])).toBe(
    'VIP: buyers payNow · Early bird · KES 1,050 · first 50then KES 1,575',
  )
  expect(shownOf([{ ...type, price_steps: [step] }], { service_fee: undefined })).toBe('')
  const until = { sale_until: '2099-01-01T09:00:00Z' }
  expect(shownOf([{ ...type, ...until }])).toBe(
    'VIP: buyers payNow – Thu, Jan 1, 2099, 12:00 PM · KES 1,575',
  )
})

// spec: event-form-early-prices
test('an error of the server marks the early price by its row', () => {
  const draft = draftOf('1500', [EARLY, EARLY])
  const field = 'ticket_types.0.price_steps.1.price'
  expect(renderToStaticMarkup(<Marks field={field} types={draft.types} />)).toBe('t s1 price')
})

/** Shows which fields an error of the server marks. */
function Marks({ field, types }: { field: string; types: EventDraft['types'] }) {
  const findings = useFindings()
  if (!findings.problem) findings.tell({ text: 'Wrong', field }, types)
  const names = ['s0 price', 's1 price', 's1 name', 'price']
  return names.filter((name) => findings.isTypeMarked('t', name)).map((name) => `t ${name}`)
}
