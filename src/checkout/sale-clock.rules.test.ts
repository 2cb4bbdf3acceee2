import { expect, it } from 'vitest'
import type { TicketTypeReply } from '../events/events.contract.ts'
import { countdownWords, isSaleDue, mayBeCached, nextTurn } from './sale-clock.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 7, minute)).toISOString()
const ms = (minute: number) => Date.parse(at(minute))
const price = { name: null, price: 5, fee: 0, starts_at: null, ends_at: null, left: null }

// spec: price-step-turns, sale-window-states
it('the page changes when a sale begins and when a price begins or ends', () => {
  const types: Partial<TicketTypeReply>[] = [
    { sale_window: 'not_yet', sale_from: at(30) },
    { prices: [{ ...price, starts_at: at(10), ends_at: at(20) }, price] },
    {},
  ]
  const turns = [0, 10, 20].map((minute) => nextTurn(types, ms(minute)))
  expect(turns).toEqual([ms(10), ms(20), ms(30)])
  expect(nextTurn(types.slice(1), ms(20))).toBe(null)
})

// spec: sale-window-states
it('a sale that should have begun is looked at again five seconds later', () => {
  const types = [{ sale_window: 'not_yet', sale_from: at(30) } as const]
  expect(isSaleDue(types, ms(30) - 1)).toBe(false)
  expect(isSaleDue(types, ms(30))).toBe(true)
  expect(nextTurn(types, ms(30))).toBe(ms(30) + 5000)
})

// spec: price-step-turns
it('a page of the history or of the cache may be older than its arrival', () => {
  expect(mayBeCached({ type: 'navigate', transferSize: 9000 })).toBe(false)
  expect(mayBeCached({ type: 'back_forward', transferSize: 9000 })).toBe(true)
  expect(mayBeCached({ type: 'navigate', transferSize: 0 })).toBe(true)
})

// spec: sale-window-states
it('a countdown is in days, in hours, and in the last hour in seconds', () => {
  const seconds = [183_600, 86_400, 86_399, 3600, 3599, 61, 5]
  expect(seconds.map(countdownWords)).toEqual([
    ...['2 d 3 h', '1 d 0 h', '23 h 59 min', '1 h 0 min', '59:59', '1:01', '0:05'],
  ])
})
