import { expect, test } from 'vitest'
import {
  heldOf,
  judge,
  lineOf,
  nameOf,
  openOf,
  orderOf,
  stepOf,
  TERMS,
  typeOf,
} from '../../../test/judged-orders.ts'
import type { StoredStep } from '../../events/price.rules.ts'
import type { Judgement } from './order-facts.ts'

/** Ten tickets at KES 100, with these steps. */
const withSteps = (...steps: Partial<StoredStep>[]) => ({
  types: [typeOf({ steps: steps.map(stepOf) })],
})

const ordersOf = (...quantities: number[]) =>
  quantities.map((quantity, index) =>
    orderOf({ id: `${index}`, phone: `25470000000${index}`, lines: [lineOf({ units: quantity })] }),
  )

/** The amount in shillings and the limits of each placed order's line. */
const linesOf = (judged: Judgement[]) =>
  judged.map((one) => {
    if (one.verdict !== 'placed') return nameOf(one)
    return [one.amount_cents / 100, ...one.lines[0]!.limit_ids]
  })

// spec: price-step-count
test('of two orders of a batch, the first gets the last early bird and the second pays the next price', () => {
  expect(linesOf(judge(ordersOf(1, 1), withSteps({})))).toEqual([[60, 'first'], [100]])
  const next = { id: 'next', price_cents: 80_00, limit_id: 'second', left: 10 }
  expect(linesOf(judge(ordersOf(1, 1), withSteps({}, next)))).toEqual([
    [60, 'first'],
    [80, 'second'],
  ])
})

test('a line is never split: it pays the first price that has room for all of it', () => {
  const steps = withSteps({ left: 3 })
  expect(linesOf(judge(ordersOf(4, 3, 1), steps))).toEqual([[400], [180, 'first'], [100]])
})

test('a buyer who saw the price of the last early bird is shown the next one', () => {
  const [, second] = ordersOf(1, 1).map((order) => ({ ...order, shown_cents: 60_00 }))
  const [, judgement] = judge([ordersOf(1)[0]!, second!], withSteps({}))
  expect(judgement).toMatchObject({ error: { code: 'amount_changed', details: { amount: 100 } } })
})

test('a refused order takes no early bird', () => {
  const refused = { ...ordersOf(1)[0]!, shown_cents: 1_00 }
  expect(linesOf(judge([refused, ordersOf(1, 1)[1]!], withSteps({})))).toEqual([
    'amount_changed',
    [60, 'first'],
  ])
})

test('a step that ends only by date has no limit', () => {
  const step = { limit_id: null, quantity: null, left: null }
  const ends = (ms: number) => new Date(TERMS.now.getTime() + ms).toISOString()
  expect(linesOf(judge(ordersOf(1), withSteps({ ...step, ends_at: ends(1) })))).toEqual([[60]])
  expect(linesOf(judge(ordersOf(1), withSteps({ ...step, ends_at: ends(0) })))).toEqual([[100]])
})

// spec: own-early-bird
test('a page that counts the own early birds as taken shows more than is charged, and a caller or steward may not', () => {
  const { phone } = ordersOf(1)[0]!
  const open = [openOf({ phone, lines: [heldOf({ quantity: 2, limit_ids: ['first'] })] })]
  const facts = { ...withSteps({ left: 0 }), open }
  const shown = (cents: number) => [
    {
      ...ordersOf(2)[0]!,
      shown_cents: cents,
      lines: [lineOf({ units: 2, shown_cents: cents })],
    },
  ]
  expect(linesOf(judge(shown(200_00), facts))).toEqual([[120, 'first']])
  expect(linesOf(judge(shown(199_00), facts))).toEqual(['amount_changed'])
  const proven = shown(200_00).map((order) => ({
    ...order,
    proof: { ...order.proof, provenPhone: phone },
  }))
  expect(linesOf(judge(proven, facts))).toEqual(['amount_changed'])
  const none = withSteps({ left: 0 })
  expect(linesOf(judge(shown(120_00), none))).toEqual(['amount_changed'])
})

test('an order that is replaced gives its early birds back to the order that replaces it', () => {
  const { phone } = ordersOf(1)[0]!
  const open = [openOf({ phone, lines: [heldOf({ quantity: 2, limit_ids: ['first'] })] })]
  const steps = withSteps({ left: 0 })
  expect(linesOf(judge(ordersOf(2, 1), { ...steps, open }))).toEqual([[120, 'first'], [100]])
  expect(linesOf(judge(ordersOf(1, 1), { ...steps, open }))).toEqual([
    [60, 'first'],
    [60, 'first'],
  ])
  const uncounted = [openOf({ phone, lines: [heldOf({ quantity: 2 })] })]
  expect(linesOf(judge(ordersOf(2), { ...steps, open: uncounted }))).toEqual([[200]])
})
