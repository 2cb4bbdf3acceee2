import { describe, expect, it } from 'vitest'
import { AnyPurchase } from '../../test/any-purchase.ts'
import type { EventReply } from '../events/events.contract.ts'
import type { PendingOrder, SettledOrder } from './checkout.contract.ts'
import { nextPurchase } from './paying.rules.ts'
import type {
  Moment,
  Next,
  OrderAnswer,
  Purchase,
  PurchaseEvent,
  StoredOrder,
} from './purchase.rules.ts'

const typed = { phoneNumber: '0712345678', email: '' }
const event = { id: 'e', title: 'Derby', ticket_types: [{ id: 't', price: 100 }] } as EventReply
const linesOf = (quantity: number) => [
  { ticketTypeId: 't', name: 'Terrace', quantity, amountKes: 100 * quantity },
]
const form: Purchase = {
  step: { at: 'form', problem: null },
  choice: { t: 1 },
  typed,
  order: null,
  paying: null,
}
const stored = {
  orderId: 'old',
  eventId: 'e',
  phoneNumber: '0712345678',
  email: null,
  tickets: [{ ticketTypeId: 't', quantity: 1, amount: 100 }],
  amount: 100,
  lines: linesOf(1),
  startedAt: 0,
  retry: false,
  unsure: false,
} as unknown as StoredOrder
const failed = { ...stored, retry: true }

const pending = { status: 'pending', order_id: 'old', phase: 'in_line' } as PendingOrder
const silent: OrderAnswer = { ok: false, status: 0, code: 'network', error: '' }
const refusal = (status: number, code: string): OrderAnswer => {
  return { ok: false, status, code, error: 'Words' }
}
const ended = (status: SettledOrder['status'], canRetry = false): OrderAnswer => {
  const order = { status, order_id: 'old', message: 'Ended', can_retry: canRetry }
  return { ok: true, data: order as SettledOrder }
}

/** Applies events one after the other. A response is applied as the response to the open call. */
function walk(purchase: Purchase, ...events: (PurchaseEvent | OrderAnswer)[]): Next {
  const moment: Moment = { now: 1000, freshId: 'fresh' }
  return events.reduce<Next>(
    (before, what) => {
      const { call } = before.purchase.paying ?? {}
      const news = 'ok' in what ? ({ is: 'answered', call: call!, answer: what } as const) : what
      return nextPurchase(before.purchase, news, moment)
    },
    { purchase, effects: [] },
  )
}

const press = (quantity = 1): PurchaseEvent[] => {
  const wanted = { event, lines: linesOf(quantity), typed }
  return [
    { is: 'pay', wanted },
    { is: 'ready', wanted },
  ]
}
const callsOf = ({ effects }: Next) =>
  effects.flatMap((effect) => (effect.do === 'call' ? effect.call.to : []))

// spec: price-step-whole-line
it('after a changed price the known order is dropped, so that its lines show the new price', () => {
  for (const order of [null, failed]) {
    const { purchase, effects } = walk(
      { ...form, order },
      ...press(),
      refusal(409, 'amount_changed'),
    )
    expect(purchase).toMatchObject({ order: null, step: { at: 'form' } })
    expect(effects).toContainEqual({ do: 'keep', kept: { order: null } })
  }
})

// spec: paybill-chosen
describe('paying by paybill from the start', () => {
  const byPaybill = { event, lines: linesOf(1), typed: { ...typed, payBy: 'paybill' } } as const
  const pressed: PurchaseEvent[] = [
    { is: 'pay', wanted: byPaybill },
    { is: 'ready', wanted: byPaybill },
  ]

  it('is sent with the order, and stored with it', () => {
    const { purchase, effects } = walk(form, ...pressed)
    expect(purchase.order).toMatchObject({ orderId: 'fresh', payBy: 'paybill' })
    expect(effects.map((effect) => effect.do)).toEqual(['keep', 'call'])
    expect(purchase.paying?.call).toMatchObject({ to: 'place', order: { payBy: 'paybill' } })
  })

  it('after a failed prompt is an order of its own, without another prompt', () => {
    const { purchase } = walk({ ...form, order: failed }, ...pressed)
    expect(purchase.paying?.call).toMatchObject({ to: 'place', order: { orderId: 'fresh' } })
    expect(callsOf(walk({ ...form, order: failed }, ...press()))).toEqual(['prompt'])
  })
})

describe('any history of purchases', () => {
  it('never charges for two orders together, stores each before it may charge, reuses no refused id, and ignores late answers', () => {
    const reached = new Set<string>()
    for (let seed = 1; seed <= 500; seed++) {
      const history = new AnyPurchase(seed)
      try {
        for (let steps = 0; steps < 300; steps++) history.step()
        history.finish()
      } catch (cause) {
        throw new Error(`Seed ${seed}:\n${history.log.slice(-30).join('\n')}`, { cause })
      }
      for (const { status } of history.orders.taken.values()) reached.add(status)
    }
    expect([...reached].sort()).toEqual(['0', 'expired', 'failed', 'pending', 'refund_due'])
  })
})

describe('a purchase on the event page', () => {
  // spec: waiting-other-number
  it('keeps the other number from its change on, also in the form after a failure', () => {
    const waiting = walk(form, ...press(), { ok: true, data: pending }).purchase
    const { effects, purchase } = walk(waiting, { is: 'renumbered', phoneNumber: '0722000999' })
    expect(effects).toMatchObject([{ do: 'keep', kept: { order: { phoneNumber: '0722000999' } } }])
    const failed = walk(purchase, ended('failed', true)).purchase
    expect([failed.typed.phoneNumber, failed.order?.phoneNumber]).toEqual([
      '0722000999',
      '0722000999',
    ])
    // An event without an open call changes nothing.
    expect(walk(failed, { is: 'renumbered', phoneNumber: '0733000999' }).purchase).toBe(failed)
  })

  it('goes from the form to the waiting screen and back with a problem', () => {
    let next = walk(form, ...press())
    expect(next.purchase.step).toEqual({ at: 'sending', notice: null })
    const { call } = next.purchase.paying!
    next = walk(next.purchase, { is: 'network', call, offline: true })
    expect(next.purchase.step).toMatchObject({
      at: 'sending',
      notice: expect.stringMatching(/^No connection/),
    })
    next = walk(next.purchase, { is: 'busy', call, seconds: 7 })
    expect(next.purchase.step).toMatchObject({
      notice: expect.stringMatching(/^We're very busy right now.* in 7 seconds\.$/),
    })
    expect(next.purchase.paying).toMatchObject({ call })
    next = walk(next.purchase, { is: 'network', call, offline: false })
    expect(next.purchase.step).toEqual({ at: 'sending', notice: null })
    next = walk(next.purchase, { ok: true, data: pending })
    expect(next.purchase.step).toEqual({ at: 'waiting', order: pending, offline: false })
    next = walk(next.purchase, ended('failed', true))
    expect(next.purchase.step).toEqual({ at: 'form', problem: 'Ended' })
  })

  it('ignores network events without an open call', () => {
    const call = { to: 'look', orderId: 'old' } as const
    expect(walk(form, { is: 'network', call, offline: true }).purchase).toBe(form)
  })

  // spec: basket-never-changed
  it('refused for want of tickets keeps the choice, and forgets the order that wanted a prompt', () => {
    const first = walk(form, ...press(3), refusal(409, 'few_left')).purchase
    expect(first).toMatchObject({ choice: { t: 3 }, step: { refused: { isShort: true } } })
    const again = walk({ ...form, order: failed }, ...press(), refusal(409, 'all_taken')).purchase
    expect(again).toMatchObject({ order: null, step: { at: 'form' } })
  })

  it('stores an order before its call', () => {
    const { effects, purchase } = walk(form, ...press())
    const { order } = purchase
    expect(order).toMatchObject({ orderId: 'fresh', startedAt: 1000, amount: 100, retry: false })
    expect(effects).toEqual([
      { do: 'keep', kept: { order } },
      { do: 'call', call: { to: 'place', order } },
    ])
  })
})

describe('a call without an answer', () => {
  it('for a prompt leads to a look, which finds it paid, refused or open', () => {
    const lost = walk({ ...form, order: failed }, ...press(), silent)
    expect(callsOf(lost)).toEqual(['look'])
    expect(walk(lost.purchase, { ok: true, data: pending }).purchase.step.at).toBe('waiting')
    const refund = walk(lost.purchase, ended('refund_due')).purchase
    expect([refund.step.at, refund.order]).toEqual(['refund', null])
    const still = walk(lost.purchase, ended('failed', true)).purchase
    expect(still.step).toMatchObject({ problem: 'Payment failed. Please try again.' })
    expect(still.order).toEqual(failed)
  })

  it.each([
    ['the prompt and the look', [silent, silent]],
    ['a look after words that only tell of a prompt', [refusal(409, 'prompt_open'), silent]],
  ])('%s: the order is read before other tickets are paid for', (_what, answers) => {
    const { purchase } = walk({ ...form, order: failed }, ...press(), ...answers)
    expect(purchase.step.at).toBe('form')
    expect(callsOf(walk(purchase, ...press(1)))).toEqual(['prompt'])
    const other = walk(purchase, ...press(3))
    expect(callsOf(other)).toEqual(['look'])
    expect(callsOf(walk(other.purchase, { ok: true, data: pending }))).toEqual(['follow'])
    const placed = walk(other.purchase, ended('failed', true)).purchase
    expect(placed.paying?.call).toMatchObject({ to: 'place', order: { orderId: 'fresh' } })
  })

  it('for a look after a refused id allows no other order until the result is known', () => {
    const start = { ...form, order: stored }
    const { purchase } = walk(start, ...press(), refusal(409, 'order_conflict'), silent)
    expect(purchase).toMatchObject({ step: { at: 'form' }, order: { orderId: 'old' } })
  })
})

describe('an order of an earlier visit', () => {
  const arrived = (startedAt: number) =>
    walk(
      { ...form, step: { at: 'choosing' } },
      { is: 'arrived', kept: { order: { ...stored, startedAt }, paid: null, choice: null } },
      { is: 'ready', wanted: null },
    )

  it('that never arrived is sent again with its own id while its buyer expects it', () => {
    const next = walk(arrived(0).purchase, refusal(404, 'order_not_found'))
    expect(next.purchase.paying?.call).toMatchObject({ to: 'place', order: { orderId: 'old' } })
    const refused = walk(next.purchase, refusal(409, 'too_late'))
    expect([callsOf(refused), refused.purchase.order]).toEqual([[], null])
  })

  it('that never arrived is forgotten when it is old', () => {
    const next = walk(arrived(-600_000).purchase, refusal(404, 'order_not_found'))
    expect(next.purchase).toMatchObject({ order: null, step: { at: 'form', problem: 'Words' } })
    expect(next.effects).toEqual([{ do: 'keep', kept: { order: null } }, { do: 'refresh' }])
  })

  it('that failed for good is not shown; one that can be retried is', () => {
    const old = walk(arrived(0).purchase, ended('expired')).purchase
    expect([old.step, old.order]).toEqual([{ at: 'choosing' }, null])
    const again = walk(arrived(0).purchase, ended('expired', true)).purchase
    expect(again.step).toEqual({ at: 'form', problem: 'Ended' })
    expect(again.order).toMatchObject({ orderId: 'old', retry: true })
  })
})
