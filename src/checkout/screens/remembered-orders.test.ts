import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SuccessState } from '../success-state.rules.ts'
import { boughtWords } from './bought-words.ts'
import { checkRemembered, forgetOrder } from './check-remembered.ts'
import { keepPurchase } from './kept-purchase.ts'
import { rememberedOrders } from './remembered-orders.ts'

const START = Date.parse('2027-03-14T15:00:00+03:00')
const event = { id: 'a', title: 'Derby', date: '2027-03-14', time: '15:00', location: 'Nyayo' }
const ticket = (quantity: number) => ({ ticket_number: '04PRACT1CE000001', quantity })
const paid = {
  ...{ orderId: 'o', event, phoneNumber: '0712345678', tickets: [ticket(1), ticket(2)] },
} as SuccessState

function storage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  }
}

let local: ReturnType<typeof storage>
beforeEach(() => {
  vi.useFakeTimers({ now: START - 86_400_000 })
  local = storage()
  vi.stubGlobal('window', { localStorage: local, sessionStorage: storage() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const counts = (now = Date.now()) => rememberedOrders(now).map(({ tickets }) => tickets)

// spec: event-you-have-tickets
it('a paid order is remembered beyond its tab until a day after the event, without ticket or number', () => {
  keepPurchase('a', { paid })
  vi.stubGlobal('window', { localStorage: local, sessionStorage: storage() })
  expect(counts()).toEqual([3])
  expect(local.items.get('lango.held')).not.toMatch(/PRACT|0712345678/)
  keepPurchase('a', { paid: { ...paid, orderId: 'second', tickets: [ticket(1)] } })
  keepPurchase('a', { paid })
  expect(counts()).toEqual([1, 3])
  // 'Buy more tickets' does not delete the order.
  keepPurchase('a', { paid: null })
  expect(counts(START + 86_399_000)).toEqual([1, 3])
  expect(counts(START + 86_400_000)).toEqual([])
})

it('a visitor can have an order forgotten', () => {
  keepPurchase('a', { paid })
  forgetOrder('o')
  expect(counts()).toEqual([])
})

// spec: event-you-have-tickets
it('a refund ends what is remembered, a change is taken over, and a lost network changes nothing', async () => {
  const transaction = { event_id: 'a', event_date: '2027-03-14', event_time: '15:00' }
  const answer = async (status: number, body: object) => {
    keepPurchase('a', { paid })
    await checkRemembered('o', async () => Response.json(body, { status }))
    return counts()
  }
  const sold = (tickets: object[], more = {}) => ({
    status: '0',
    transaction: { ...transaction, tickets, ...more },
  })
  expect(await answer(200, sold([ticket(2)]))).toEqual([2])
  const parking = { ...ticket(1), kind: 'add_on' }
  const drinks = { ...ticket(6), kind: 'add_on', sold_in: 3 }
  const words = () => rememberedOrders(Date.now()).map(boughtWords)
  await answer(200, sold([parking]))
  expect(words()).toEqual(['You have 1 add-on'])
  await answer(200, sold([drinks]))
  expect(words()).toEqual(['You have 2 add-ons'])
  await answer(200, sold([ticket(2), drinks]))
  expect(words()).toEqual(['You have 4 tickets and add-ons'])
  expect(await answer(200, sold([]))).toEqual([])
  expect(await answer(200, { status: 'refunded' })).toEqual([])
  expect(await answer(200, { status: 'refund_due' })).toEqual([])
  expect(await answer(404, { error: 'No such order.', code: 'order_not_found' })).toEqual([])
  expect(await answer(503, { error: 'Busy.', code: 'overloaded' })).toEqual([3])
  await answer(200, sold([ticket(2)], { event_date: '2027-04-14' }))
  expect(counts(START + 10 * 86_400_000)).toEqual([2])
})
