import { expect, test } from 'vitest'
import { DASHBOARD, destinationOf, entranceFor } from './entrance.rules.ts'

// spec: routes-organizer-goes
test('a sign-in leads back to the requested page of the back office, never to another page', () => {
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
