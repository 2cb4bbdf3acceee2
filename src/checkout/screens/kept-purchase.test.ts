import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StoredOrder } from '../purchase.rules.ts'
import type { SuccessState } from '../success-state.rules.ts'
import { keepInAddress, keepPurchase, readPurchase, storedOrders } from './kept-purchase.ts'
import { settlePurchase } from './settle-purchase.ts'

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
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a purchase is kept by its event, part by part, until a part is forgotten', () => {
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

it('what another page has seen of an order is kept, unless another one was begun in its place', () => {
  const first = { ...order, eventId: 'a' }
  keepPurchase('a', { order: first })
  settlePurchase(first, { order: null, paid })
  expect(readPurchase('a')).toEqual({ ...nothing, paid })
  const second = { ...first, orderId: 'second' }
  keepPurchase('a', { order: second, paid: null })
  settlePurchase(first, { order: null, paid })
  expect(readPurchase('a')).toEqual({ ...nothing, order: second })
})

it('an order outlives its tab, and what is paid does not', () => {
  keepPurchase('a', { order, paid })
  vi.stubGlobal('window', { ...window, sessionStorage: storage() })
  expect(readPurchase('a')).toEqual({ ...nothing, order })
})

it('the choice is kept in the history, beside what else is there, and in the address once it is to be', () => {
  keepPurchase('a', { choice: { t: 2 } })
  expect(history.state).toEqual({ idx: 3, usr: { choice: { t: 2 } } })
  keepInAddress({ t: 2 })
  expect([history.state.usr, addresses]).toEqual([{ choice: { t: 2 } }, [undefined, '?q_t=2']])
})

it('a browser that keeps nothing breaks nothing', () => {
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
