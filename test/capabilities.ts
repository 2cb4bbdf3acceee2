// The rows of the table of ways × capabilities. Each way (ways.ts) must sell each capability.
import type { CodeSpec, TypeSpec } from './build.ts'

const HOUR = 3_600_000

const inMs = (now: Date, ms: number) => new Date(now.getTime() + ms)

/**
 * All sums are in shillings. `quantity` is in units, `people` equals `quantity` by default, and
 * `price` is the price of one unit in the line.
 */
type Bought = { quantity: number; people?: number; amount: number; price: number; fee: number }

export type Capability = {
  type: (now: Date) => TypeSpec
  /** The capacity of the pool 'Hall', in people. The pool's limit counts people, too. */
  pool?: number
  fee?: 'inside' | 'on top'
  /** Purchases of one event, one after the other. */
  buys: readonly Bought[]
  /** The people that the step, the code or the pool counts after each purchase. */
  counts?: readonly number[]
  code?: CodeSpec
  /** The price of one ticket that the buyer chooses. */
  chosen?: number
  /** There is nothing to pay. */
  isFree?: true
  /** In an event of three days: the days of the ticket, and the days on which it admits people. */
  enters?: { days: readonly number[]; on: readonly number[] }
}

const inWindow = (now: Date) => ({
  price: 1000,
  saleFrom: inMs(now, -HOUR),
  saleUntil: inMs(now, HOUR),
})
const byNumber = () => ({ price: 1500, steps: [{ name: 'Early bird', price: 1000, quantity: 3 }] })

export const CAPABILITIES: Record<string, Capability> = {
  'a sale window': {
    type: inWindow,
    buys: [{ quantity: 2, amount: 2000, price: 1000, fee: 0 }],
  },
  'a step by date': {
    type: (now) => ({
      price: 1500,
      steps: [
        { name: 'Blind bird', price: 800, endsAt: inMs(now, -HOUR) },
        { name: 'Early bird', price: 1000, endsAt: inMs(now, HOUR) },
      ],
    }),
    buys: [{ quantity: 2, amount: 2000, price: 1000, fee: 0 }],
  },
  'a step by number': {
    type: byNumber,
    buys: [
      { quantity: 2, amount: 2000, price: 1000, fee: 0 },
      // The step has one ticket left. A line is never split, so both tickets have the full price.
      { quantity: 2, amount: 3000, price: 1500, fee: 0 },
      { quantity: 1, amount: 1000, price: 1000, fee: 0 },
    ],
    counts: [2, 2, 3],
  },
  'a fee on top': {
    type: () => ({ price: 1000 }),
    fee: 'on top',
    buys: [{ quantity: 3, amount: 3180, price: 1060, fee: 180 }],
  },
  'a fee inside': {
    type: () => ({ price: 1000 }),
    fee: 'inside',
    buys: [{ quantity: 3, amount: 3000, price: 1000, fee: 180 }],
  },
  'a code': {
    type: () => ({ price: 1000 }),
    code: { kind: 'percent', value: 15 },
    fee: 'on top',
    buys: [{ quantity: 2, amount: 1805, price: 902.5, fee: 105 }],
    counts: [2],
  },
  'a code and a lower step': {
    type: byNumber,
    code: { kind: 'amount', value: 300 },
    buys: [
      { quantity: 2, amount: 2000, price: 1000, fee: 0 },
      // The step has one ticket left, so both tickets have the full price less the code's KES 300.
      { quantity: 2, amount: 2400, price: 1200, fee: 0 },
    ],
    counts: [2, 4],
  },
  'a code for a hidden type': {
    type: () => ({ price: 1000, isHidden: true, soldAtDoor: true }),
    code: { kind: 'access', maxTickets: 3 },
    buys: [{ quantity: 3, amount: 3000, price: 1000, fee: 0 }],
    counts: [3],
  },
  'a chosen price': {
    type: () => ({ lowest: 200, highest: 5000 }),
    fee: 'on top',
    chosen: 750,
    buys: [{ quantity: 3, amount: 2250, price: 750, fee: 142.5 }],
  },
  'a free ticket': {
    type: () => ({ isFree: true }),
    fee: 'on top',
    isFree: true,
    buys: [{ quantity: 2, amount: 0, price: 0, fee: 0 }],
  },
  'a code that leaves nothing to pay': {
    type: () => ({ price: 1000 }),
    code: { kind: 'amount', value: 1500 },
    fee: 'on top',
    isFree: true,
    buys: [{ quantity: 2, amount: 0, price: 0, fee: 0 }],
    counts: [2],
  },
  'tables of ten': {
    type: () => ({ price: 20_000, soldIn: 10 }),
    // The fixed part of the fee is charged per person.
    fee: 'on top',
    buys: [{ quantity: 2, people: 20, amount: 42_200, price: 21_100, fee: 2200 }],
  },
  'tables of ten and a code': {
    type: () => ({ price: 20_000, soldIn: 10 }),
    code: { kind: 'percent', value: 15, maxTickets: 20 },
    buys: [{ quantity: 2, people: 20, amount: 34_000, price: 17_000, fee: 0 }],
    counts: [20],
  },
  'tables of ten in a step by number': {
    type: () => ({
      price: 20_000,
      soldIn: 10,
      capacity: 100,
      steps: [{ name: 'Early bird', price: 15_000, quantity: 20 }],
    }),
    buys: [
      { quantity: 1, people: 10, amount: 15_000, price: 15_000, fee: 0 },
      { quantity: 2, people: 20, amount: 40_000, price: 20_000, fee: 0 },
      { quantity: 1, people: 10, amount: 15_000, price: 15_000, fee: 0 },
    ],
    counts: [10, 10, 20],
  },
  'a least number in an order': {
    type: () => ({ price: 1000, minPerOrder: 2 }),
    buys: [{ quantity: 2, amount: 2000, price: 1000, fee: 0 }],
  },
  'tables of ten in a pool': {
    type: () => ({ price: 20_000, soldIn: 10, pool: 'Hall' }),
    pool: 40,
    buys: [{ quantity: 2, people: 20, amount: 40_000, price: 20_000, fee: 0 }],
    counts: [20],
  },
  'a day ticket': {
    type: () => ({ price: 1000, days: [2] }),
    buys: [{ quantity: 2, amount: 2000, price: 1000, fee: 0 }],
    enters: { days: [2], on: [2] },
  },
  'a day ticket with a step and a fee on top': {
    type: () => ({ ...byNumber(), days: [3] }),
    fee: 'on top',
    buys: [
      { quantity: 2, amount: 2120, price: 1060, fee: 120 },
      { quantity: 2, amount: 3170, price: 1585, fee: 170 },
    ],
    counts: [2, 2],
    enters: { days: [3], on: [3] },
  },
  'a pass': {
    type: () => ({ price: 2500 }),
    code: { kind: 'percent', value: 20 },
    buys: [{ quantity: 2, amount: 4000, price: 2000, fee: 0 }],
    counts: [2],
    enters: { days: [1, 2, 3], on: [1, 2, 3] },
  },
  'a pass for two days in a pool': {
    type: () => ({ price: 1800, days: [1, 3], pool: 'Hall' }),
    pool: 40,
    buys: [{ quantity: 3, amount: 5400, price: 1800, fee: 0 }],
    counts: [3],
    enters: { days: [1, 3], on: [1, 3] },
  },
  'a pass that enters once in all': {
    type: () => ({ price: 2500, onceInAll: true }),
    buys: [{ quantity: 1, amount: 2500, price: 2500, fee: 0 }],
    enters: { days: [1, 2, 3], on: [1] },
  },
  'tables of ten for all days': {
    type: () => ({ price: 20_000, soldIn: 10 }),
    fee: 'on top',
    buys: [{ quantity: 1, people: 10, amount: 21_100, price: 21_100, fee: 1100 }],
    enters: { days: [1, 2, 3], on: [1, 2, 3] },
  },
  'all of it': {
    type: (now) => ({ ...inWindow(now), ...byNumber() }),
    fee: 'on top',
    buys: [
      { quantity: 2, amount: 2120, price: 1060, fee: 120 },
      { quantity: 2, amount: 3170, price: 1585, fee: 170 },
    ],
    counts: [2, 2],
  },
}
