import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoredOrder } from '../purchase.rules.ts'
import type { SuccessState } from '../success-state.rules.ts'
import {
  keepInAddress,
  keepPurchase,
  knownPhone,
  readPurchase,
  storedOrders,
} from './kept-purchase.ts'
import { settlePurchase } from './payment-news.tsx'

const order = { orderId: 'o' } as StoredOrder
const paid = { orderId: 'p' } as SuccessState
const nothing = { order: null, paid: null, choice: null }

function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  }
}

let addresses: (string | undefined)[]
beforeEach(() => {
  addresses = []
  vi.stubGlobal('window', { localStorage: storage(), sessionStorage: storage() })
  const tab = {
    state: { idx: 3 } as object,
    replaceState(state: object, _title: string, address?: string) {
      tab.state = state
      addresses.push(address)
    },
  }
  vi.stubGlobal('history', tab)
  vi.stubGlobal('location', { search: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a purchase is stored per event, and each part stays until it is cleared', () => {
  expect(readPurchase('a')).toEqual(nothing)
  keepPurchase('a', { order })
  keepPurchase('b', { order: { ...order, orderId: 'other' } })
  keepPurchase('a', { paid })
  expect(readPurchase('a')).toEqual({ ...nothing, order, paid })
  expect(storedOrders().map(({ orderId }) => orderId)).toEqual(['o', 'other'])
  keepPurchase('a', { order: null })
  expect(readPurchase('a')).toEqual({ ...nothing, paid })
  expect(readPurchase('b').order).toMatchObject({ orderId: 'other' })
  keepPurchase('a', { paid: null })
  expect(readPurchase('a')).toEqual(nothing)
})

it('an order settled by another page stays settled, unless a newer order replaced it', () => {
  const first = { ...order, eventId: 'a' }
  keepPurchase('a', { order: first })
  settlePurchase(first, { order: null, paid })
  expect(readPurchase('a')).toEqual({ ...nothing, paid })
  const second = { ...first, orderId: 'second' }
  keepPurchase('a', { order: second, paid: null })
  settlePurchase(first, { order: null, paid })
  expect(readPurchase('a')).toEqual({ ...nothing, order: second })
})

// spec: phone-remembered
it('a number that paid is remembered, and no other', () => {
  expect(knownPhone()).toBe(null)
  keepPurchase('a', { order: { ...order, phoneNumber: '0700000001' } })
  keepPurchase('a', { paid: { ...paid, phoneNumber: '07•• ••• 678' } })
  expect(knownPhone()).toBe(null)
  keepPurchase('a', { paid: { ...paid, phoneNumber: '0712 345 678' } })
  keepPurchase('a', { paid: null })
  expect(knownPhone()).toBe('254712345678')
})

it('an unfinished order outlives its tab, and a paid order does not', () => {
  keepPurchase('a', { order, paid })
  vi.stubGlobal('window', { ...window, sessionStorage: storage() })
  expect(readPurchase('a')).toEqual({ ...nothing, order })
})

it('the choice is stored in the history next to the router state, and in the address on request', () => {
  keepPurchase('a', { choice: { t: 2 } })
  expect(history.state).toEqual({ idx: 3, usr: { choice: { t: 2 } } })
  keepInAddress({ t: 2 })
  expect([history.state.usr, addresses]).toEqual([{ choice: { t: 2 } }, [undefined, '?q_t=2']])
  vi.stubGlobal('location', { search: '?code=RAFIKI20&q_t=1' })
  keepInAddress({ t: 2 })
  expect(addresses.at(-1)).toBe('?q_t=2&code=RAFIKI20')
})

it('a browser that refuses storage causes no error', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('window', {
    get localStorage() {
      return refuse()
    },
    sessionStorage: { getItem: refuse, setItem: refuse },
  })
  vi.stubGlobal('history', { state: null, replaceState: refuse })
  keepPurchase('a', { order, paid, choice: { t: 1 } })
  expect(readPurchase('a')).toEqual(nothing)
  expect(storedOrders()).toEqual([])
})
