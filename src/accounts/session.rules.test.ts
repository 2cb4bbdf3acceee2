import { expect, test } from 'vitest'
import { DASHBOARD, destinationOf, entranceFor } from './session.rules.ts'
import { MARK_COOKIE, readMark } from './session-mark.rules.ts'

test('a sign-in leads back into the office, and nowhere else', () => {
  for (const wanted of ['/organizer/events', '/organizer/events/1/transactions?sort=-amount']) {
    expect(destinationOf(wanted)).toBe(wanted)
    const to = new URL(entranceFor(wanted), 'https://lango.example').searchParams.get('to')
    expect(to).toBe(wanted)
  }
  expect(entranceFor(DASHBOARD)).toBe('/organizer/signin')
  for (const elsewhere of [
    null,
    '',
    '/',
    '/organizer',
    '//evil.example/organizer/x',
    'https://evil.example/organizer/x',
    'javascript:alert(1)',
    '/\\evil.example',
    '/organizer/signin?to=/organizer/signin',
    '/organizer/signup',
  ]) {
    expect(destinationOf(elsewhere), String(elsewhere)).toBe(DASHBOARD)
  }
})

test('the mark is found among other cookies, and is 0 where there is none', () => {
  expect(readMark(`a=1; ${MARK_COOKIE}=1763750000000; b=2`)).toBe(1763750000000)
  expect(readMark(`x${MARK_COOKIE}=5; ${MARK_COOKIE}=`)).toBe(0)
  expect(readMark('')).toBe(0)
})
