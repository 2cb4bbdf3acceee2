import { describe, expect, test } from 'vitest'
import { newDraft } from '../editing/event-draft.rules.ts'
import { addedStep, type StepDraft } from '../editing/price-draft.rules.ts'
import { plannedType, pricePlan } from './price-plan.ts'

const NO_FEE = { basis_points: 0, fixed_cents: 0, fees_on_top: false }
const NOW = Date.parse('2026-11-20T09:00:00+03:00')

type Typed = Partial<Omit<StepDraft, 'key' | 'id'>>

function planOf(
  steps: Typed[],
  { fee = NO_FEE, salesEnd = Number.NaN, ...window } = {} as {
    fee?: typeof NO_FEE
    salesEnd?: number
    sale_from?: string
    sale_until?: string
  },
) {
  const price_steps = steps.map((step, index) => ({ ...addedStep(`${index}`, false), ...step }))
  const type = { ...newDraft().types[0]!, price: '1500', ...window, price_steps }
  return pricePlan(plannedType(type)!, fee, { now: NOW, salesEnd })
}

const lines = ({ rows }: ReturnType<typeof planOf>) =>
  rows.map(({ when, name, price, limit }) =>
    [when, name, price, limit].filter((part) => part !== null).join(' · '),
  )

const EARLY = { name: 'Early bird', price: '1000', ends_at: '2026-11-27T23:59' }
const ADVANCE = { name: 'Advance', price: '1200', ends_at: '2026-12-20T23:59' }

// spec: price-plan-timeline
describe('the timeline of a ticket type', () => {
  test('names each price, until when it applies and for how many tickets', () => {
    const plan = planOf([{ ...EARLY, quantity: '50' }, ADVANCE])
    expect(lines(plan)).toEqual([
      'Now – Fri, Nov 27, 11:59 PM · Early bird · KES 1,000 · first 50',
      'then until Sun, Dec 20, 11:59 PM · Advance · KES 1,200',
      'then · KES 1,500',
    ])
    expect(plan.warnings).toEqual([])
  })

  test('says how many tickets of a step are left once the first are taken', () => {
    const plan = planOf([{ ...EARLY, ends_at: '', quantity: '50', taken: 12 }])
    expect(lines(plan)).toEqual([
      'Now · Early bird · KES 1,000 · first 50 (38 left)',
      'then · KES 1,500',
    ])
  })

  test('starts and ends with the sale, but does not name the end of the event', () => {
    const window = { sale_from: '2026-11-25T10:00', sale_until: '2027-01-08T18:00' }
    expect(lines(planOf([EARLY], window))).toEqual([
      'Wed, Nov 25, 10:00 AM – Fri, Nov 27, 11:59 PM · Early bird · KES 1,000',
      'then until Fri, Jan 8, 2027, 6:00 PM · KES 1,500',
    ])
    expect(lines(planOf([], { sale_from: window.sale_from }))).toEqual([
      'From Wed, Nov 25, 10:00 AM · KES 1,500',
    ])
    const salesEnd = Date.parse('2026-12-13T06:00:00+03:00')
    expect(lines(planOf([EARLY], { ...window, salesEnd })).at(-1)).toBe('then · KES 1,500')
  })

  test('shows a step that sells out beside a longer one before the longer one', () => {
    const steps = [
      { name: 'First', price: '800', quantity: '20', ends_at: '2026-12-10T10:00' },
      { name: 'Second', price: '900', quantity: '30', ends_at: '2026-11-24T10:00' },
    ]
    expect(lines(planOf(steps))).toEqual([
      'Now – Thu, Dec 10, 10:00 AM · First · KES 800 · first 20',
      'then until Tue, Nov 24, 10:00 AM · Second · KES 900 · first 30',
      'then · KES 1,500',
    ])
  })

  test('shows what buyers pay, with the fee on top and whole shillings', () => {
    const fee = { basis_points: 500, fixed_cents: 1050, fees_on_top: true }
    expect(lines(planOf([EARLY], { fee }))).toEqual([
      'Now – Fri, Nov 27, 11:59 PM · Early bird · KES 1,061',
      'then · KES 1,586',
    ])
  })

  test('leaves out a step that is not complete yet, and is null without any', () => {
    const type = { ...newDraft().types[0]!, price: '1500' }
    expect(plannedType(type)).toBeNull()
    expect(plannedType({ ...type, price_steps: [addedStep('a', true)] })).toBeNull()
    expect(plannedType({ ...type, price: '', sale_until: '2026-12-01T10:00' })).toBeNull()
    expect(lines(planOf([EARLY, { name: 'Advance', price: '' }]))).toHaveLength(2)
  })
})

// spec: price-plan-warnings
describe('the warnings of the timeline', () => {
  test('a gap between two steps', () => {
    const later = { ...ADVANCE, starts_at: '2026-12-01T00:00' }
    const plan = planOf([EARLY, later])
    expect(lines(plan)).toEqual([
      'Now – Fri, Nov 27, 11:59 PM · Early bird · KES 1,000',
      'then until Tue, Dec 1, 12:00 AM · KES 1,500',
      'then until Sun, Dec 20, 11:59 PM · Advance · KES 1,200',
      'then · KES 1,500',
    ])
    expect(plan.warnings).toEqual([
      'Between Fri, Nov 27, 11:59 PM and Tue, Dec 1, 12:00 AM the price is KES 1,500.',
    ])
  })

  test('a gap before the first step', () => {
    expect(planOf([{ ...EARLY, starts_at: '2026-11-22T08:00' }]).warnings).toEqual([
      'Until Sun, Nov 22, 8:00 AM the price is KES 1,500.',
    ])
  })

  test('a gap that only opens if a step sells out', () => {
    const plan = planOf([
      { ...EARLY, quantity: '50' },
      { ...ADVANCE, starts_at: EARLY.ends_at, quantity: '100' },
    ])
    expect(lines(plan)).toEqual([
      'Now – Fri, Nov 27, 11:59 PM · Early bird · KES 1,000 · first 50',
      'then until Fri, Nov 27, 11:59 PM · KES 1,500',
      'then until Sun, Dec 20, 11:59 PM · Advance · KES 1,200 · first 100',
      'then · KES 1,500',
    ])
    expect(plan.warnings).toEqual([
      "If 'Early bird' sells out, the price is KES 1,500 until Fri, Nov 27, 11:59 PM.",
    ])
  })

  test.each([
    [
      'ended in the past',
      [{ ...EARLY, ends_at: '2026-11-19T10:00' }],
      {},
      "'Early bird' ended on Thu, Nov 19, 10:00 AM.",
    ],
    [
      'ends before the sale',
      [EARLY],
      { sale_from: '2026-11-28T00:00' },
      "'Early bird' never applies: it ends before the sale starts.",
    ],
    [
      'starts after the sale',
      [{ ...EARLY, starts_at: '2026-11-26T00:00' }],
      { sale_until: '2026-11-26T00:00' },
      "'Early bird' never applies: it starts after the sale has ended.",
    ],
    [
      'starts after the event',
      [{ ...ADVANCE, starts_at: '2026-12-14T00:00' }],
      { salesEnd: Date.parse('2026-12-13T06:00:00+03:00') },
      "'Advance' never applies: it starts after the sale has ended.",
    ],
    [
      'lies behind a step without a number',
      [ADVANCE, EARLY],
      {},
      "'Early bird' never applies: 'Advance' comes first and is not limited to a number of tickets.",
    ],
    [
      'is taken',
      [{ ...EARLY, quantity: '50', taken: 50 }],
      {},
      "All tickets of 'Early bird' are taken.",
    ],
  ])('a step that %s', (_, steps, window, warning) => {
    const plan = planOf(steps, window)
    expect(plan.warnings).toEqual([warning])
  })

  test('a sale that has ended', () => {
    expect(planOf([EARLY], { sale_until: '2026-11-20T09:00' })).toEqual({
      rows: [],
      warnings: ['The sale of this ticket type has ended.'],
    })
  })
})
