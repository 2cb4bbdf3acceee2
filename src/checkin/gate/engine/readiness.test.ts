import { describe, expect, test } from 'vitest'
import { makeSession } from '../../../../test/gate-session.ts'
import { ENTRY_BYTES } from '../../list/ticket-list.rules.ts'
import { lookOf } from '../screens/result-look.ts'
import { decide } from './decide.ts'
import { PRACTICE_TICKETS, practise } from './practice-tickets.ts'
import { batteryCheck, clockCheck, listCheck, storageCheck } from './readiness.ts'
import { readShown } from './shown-number.ts'

// spec: gate-readiness
describe('readiness', () => {
  test('reports age and size of the list', () => {
    const now = 100 * 60_000
    expect(listCheck(null, now, 0)).toMatchObject({ state: 'bad', says: 'Not downloaded yet' })
    expect(listCheck(now, now, 12_000 * ENTRY_BYTES).says).toBe('12,000 tickets, just now')
    expect(listCheck(now, now, ENTRY_BYTES).says).toBe('1 ticket, just now')
    expect(listCheck(now - 16 * 60_000, now, ENTRY_BYTES)).toMatchObject({ state: 'bad' })
  })

  test('reports how many minutes the clock is fast or slow', () => {
    expect(clockCheck(30_000).state).toBe('good')
    expect(clockCheck(3 * 3600_000).says).toBe('180 min slow: fix it in settings')
    expect(clockCheck(-300_000).says).toMatch(/^5 min fast/)
  })

  test('reports storage and battery if the browser gives them', () => {
    expect(storageCheck(null).state).toBe('unknown')
    expect(storageCheck(3_000_000)).toMatchObject({ state: 'bad' })
    expect(storageCheck(3_000_000_000).state).toBe('good')
    expect(batteryCheck(12)).toEqual({ name: 'Battery', state: 'bad', says: '12 %' })
    expect(batteryCheck(null).state).toBe('unknown')
  })
})

// spec: gate-practice
test('has an own result for each practice ticket and for no other number', () => {
  const titles = PRACTICE_TICKETS.map(({ number }) => lookOf(practise(number)!).title)
  expect(titles).toEqual([
    'Let 1 person in',
    'Let 4 people in',
    'Already used',
    'Wrong gate',
    'Other day: Friday',
    'Refunded',
    'Not genuine',
  ])
  expect(practise('0412345678ABCDEF')).toBeNull()
})

test('lets no phone admit a practice ticket', async () => {
  const { session } = await makeSession()
  for (const { number } of PRACTICE_TICKETS) {
    expect(await decide(session, readShown(number)!, {})).toMatchObject({ moved: 0 })
  }
})
