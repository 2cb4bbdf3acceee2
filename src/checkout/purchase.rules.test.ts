import { describe, expect, it } from 'vitest'
import type { TicketTypeReply } from '../events/events.contract.ts'
import type { Choice } from './choice.rules.ts'
import {
  type KeptPurchase,
  nextChoice,
  type Purchase,
  type PurchaseInput,
  type StoredOrder,
} from './purchase.rules.ts'
import { refusalText, refusedBy } from './refusal.rules.ts'
import type { SuccessState } from './success-state.rules.ts'

const start: Purchase = {
  step: { at: 'choosing' },
  choice: {},
  typed: { phoneNumber: '', email: '' },
  order: null,
  paying: null,
}
const nothing: KeptPurchase = { order: null, paid: null, choice: null }
const order = {
  orderId: 'o',
  phoneNumber: '0712345678',
  email: null,
  lines: [{ ticketTypeId: 'a', name: 'A', quantity: 2, amountKes: 200 }],
} as unknown as StoredOrder
const paid = { orderId: 'p' } as SuccessState

describe('on arrival', () => {
  const arrive = (kept: Partial<KeptPurchase>, before = start) =>
    nextChoice(before, { is: 'arrived', kept: { ...nothing, ...kept } })

  it('an order of an earlier visit is resumed, and shown with its choice and number', () => {
    const { purchase, effects } = arrive({ order, paid, choice: { b: 1 } })
    expect(purchase).toMatchObject({
      step: { at: 'sending' },
      order,
      choice: { a: 2 },
      typed: { phoneNumber: '0712345678', email: '' },
    })
    expect(effects).toEqual([
      { do: 'keep', kept: { choice: { a: 2 } } },
      { do: 'load', next: { is: 'ready', wanted: null } },
    ])
  })

  it('a paid order is shown', () => {
    const { purchase } = arrive({ paid, choice: { b: 1 } })
    expect(purchase).toMatchObject({ step: { at: 'paid', paid }, choice: { b: 1 }, order: null })
  })

  it("the choice of this visit is restored; without one the page's own choice stays", () => {
    const before = { ...start, choice: { a: 1 } }
    expect(arrive({ choice: { b: 2 } }, before).purchase.choice).toEqual({ b: 2 })
    const { purchase, effects } = arrive({}, before)
    expect(purchase).toEqual(before)
    expect(effects).toEqual([{ do: 'keep', kept: { choice: { a: 1 } } }])
  })
})

describe('a choice', () => {
  const types = ['a', 'b'].map((id) => ({ id, name: id, price: 5, max_per_order: 4, available: 9 }))
  const chose = (ticketTypeId: string, quantity: number) =>
    ({ is: 'chose', types: types as TicketTypeReply[], ticketTypeId, quantity }) as const

  it('adds to the previous choice, is stored, and preloads the payment code', () => {
    const first = nextChoice(start, chose('a', 2))
    const { purchase, effects } = nextChoice(first.purchase, chose('b', 1))
    expect(purchase.choice).toEqual({ a: 2, b: 1 })
    expect(effects).toEqual([
      { do: 'keep', kept: { choice: { a: 2, b: 1 } } },
      { do: 'load', next: null },
    ])
  })

  it('opens the form, and stands in the address from then on', () => {
    const { purchase, effects } = nextChoice(start, { is: 'opened', choice: { a: 2 } })
    expect(purchase).toMatchObject({ step: { at: 'form', problem: null }, choice: { a: 2 } })
    expect(effects).toEqual([
      { do: 'keep', kept: { choice: { a: 2 } } },
      { do: 'address', choice: { a: 2 } },
    ])
  })

  it('starts from scratch after a purchase, which is then forgotten', () => {
    const before: Purchase = { ...start, step: { at: 'paid', paid }, choice: { a: 2 } }
    const { purchase, effects } = nextChoice(before, { is: 'more' })
    expect(purchase).toEqual(start)
    expect(effects).toEqual([{ do: 'keep', kept: { paid: null, choice: {} } }])
  })
})

describe('paying', () => {
  const form: Purchase = { ...start, step: { at: 'form', problem: null } }
  const typed = { phoneNumber: '0712345678', email: '' }
  const wanted = { lines: [], typed } as unknown as PurchaseInput

  it('loads its code before it goes on; without the code nothing was sent', () => {
    const { purchase, effects } = nextChoice(form, { is: 'pay', wanted })
    expect(purchase).toEqual({ ...form, typed, step: { at: 'sending', notice: null } })
    expect(effects).toEqual([
      { do: 'keep', kept: { choice: {} } },
      { do: 'load', next: { is: 'ready', wanted } },
    ])
    expect(nextChoice(purchase, { is: 'unloaded' })).toEqual({
      purchase: {
        ...form,
        typed,
        step: { at: 'form', problem: 'Payment failed. Please try again.' },
      },
      effects: [],
    })
  })

  // spec: basket-never-changed
  it('for fewer tickets than were chosen changes the choice', () => {
    const before = { ...form, choice: { a: 3 } }
    const lines = [{ ticketTypeId: 'a', name: 'A', quantity: 1, amountKes: 100 }]
    const { purchase } = nextChoice(before, { is: 'pay', wanted: { ...wanted, lines } })
    expect(purchase.choice).toEqual({ a: 1 })
  })

  // spec: own-order-offered
  it('can be left for the ticket choice, and the known order can be continued', () => {
    const before = { ...form, order, choice: { b: 1 } }
    const { purchase } = nextChoice(before, { is: 'closed' })
    expect(purchase).toMatchObject({ ...before, step: { at: 'choosing' } })
    expect(nextChoice(purchase, { is: 'continued' }).purchase).toMatchObject({
      ...{ step: { at: 'form' }, choice: { a: 2 }, typed: { phoneNumber: '0712345678' } },
    })
    const waiting = { ...before, step: { at: 'sending', notice: null } } as const
    expect(nextChoice(waiting, { is: 'closed' }).purchase).toBe(waiting)
  })

  // spec: form-kept-closed
  it('keeps its problem and the paybill if it is closed and opened with the same tickets', () => {
    const paybill = { business: '600000', account: 'ABCD1234', amount: 200 }
    const byPaybill = { orderId: 'o', paybill, until: '2026-12-12T16:00:00Z' }
    const step = { at: 'form', problem: 'Wrong PIN.', byPaybill } as const
    const failed: Purchase = { ...form, order, choice: { a: 2, b: 0 }, step }
    const { purchase: closed } = nextChoice(failed, { is: 'closed' })
    const open = (choice: Choice) => nextChoice(closed, { is: 'opened', choice }).purchase.step
    expect(open({ a: 2 })).toEqual(step)
    expect(open({ a: 1 })).toEqual({ at: 'form', problem: null })
    expect(nextChoice(closed, { is: 'continued' }).purchase.step).toEqual(step)
    const types = [{ id: 'a', name: 'A', price: 100 }] as TicketTypeReply[]
    const more = { is: 'chose', types, ticketTypeId: 'a', quantity: 3 } as const
    const changed = nextChoice(closed, more).purchase
    expect(changed.step.at).toBe('choosing')
    const opened = nextChoice(changed, { is: 'opened', choice: { a: 3 } })
    expect(opened.purchase.step).toEqual({ at: 'form', problem: null })
  })

  // spec: form-kept-closed
  it('forgets a shortage when it is closed, because tickets come back', () => {
    const refused = { isShort: true, ownOrder: null }
    const short: Purchase = { ...form, step: { at: 'form', problem: 'Only 1 left.', refused } }
    const { purchase: closed } = nextChoice(short, { is: 'closed' })
    const { step } = nextChoice(closed, { is: 'opened', choice: {} }).purchase
    expect(step).toEqual({ at: 'form', problem: null })
  })

  it('sends one request, however often the button is pressed', () => {
    const { purchase } = nextChoice(form, { is: 'pay', wanted })
    expect(nextChoice(purchase, { is: 'pay', wanted })).toEqual({ purchase, effects: [] })
  })
})

describe('a refusal', () => {
  it('shows the new total', () => {
    const text = refusalText({ status: 409, code: 'amount_changed', error: 'x', amount: 1500 })
    expect(text).toContain('KES 1,500')
  })

  // spec: basket-never-changed, own-order-offered
  it('tells a shortage from other refusals, and names the own order that is in the way', () => {
    const by = (code: string, order_id?: string) =>
      refusedBy({ status: 409, error: '', code, ...(order_id && { order_id }) })
    expect(
      ['few_left', 'all_taken', 'sold_out', 'sales_closed'].map((code) => by(code).isShort),
    ).toEqual([true, true, true, false])
    expect(by('payment_open', 'mine')).toEqual({ isShort: false, ownOrder: 'mine' })
  })

  // spec: payment-network-failure-failed
  it("has the server's text, or ours if the server sent none", () => {
    expect(refusalText({ status: 409, code: 'sold_out', error: 'Gone' })).toBe('Gone')
    expect(refusalText({ status: 0, code: 'network', error: 'No connection.' })).toBe(
      'Payment failed. Please try again.',
    )
    expect(refusalText({ status: 503, code: 'orders_unavailable', error: 'Nothing.' })).toBe(
      'Nothing.',
    )
    expect(refusalText({ status: 500, code: 'internal', error: 'Oops' })).toBe(
      'Payment failed. Please try again.',
    )
  })
})
