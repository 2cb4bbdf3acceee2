// spec: too-many-look
import { expect, it } from 'vitest'
import { lookupProblem, ticketsOf } from './lookup.rules.ts'

it.each([
  ['the server says what is wrong', { status: 404, error: 'No such thing' }, 'No such thing'],
  ['the server says nothing', { status: 500, error: '' }, 'Failed to lookup ticket'],
  ['no answer came', { status: 0, error: 'No connection.' }, 'An error occurred'],
  ['limited without a time', { status: 429, error: 'Too many requests.' }, 'Too many requests.'],
  [
    'limited for a while',
    { status: 429, error: 'Too many requests.', retryAfter: 42 },
    'Too many searches from your network. Your full ticket number still works. Please try again in 42 seconds.',
  ],
  [
    'limited for a moment',
    { status: 429, error: 'Too many requests.', retryAfter: 1 },
    'Too many searches from your network. Your full ticket number still works. Please try again in 1 second.',
  ],
])('%s', (_case, refusal, words) => {
  expect(lookupProblem(refusal)).toBe(words)
})

it('a reply with one ticket, several or none is read', () => {
  const ticket = { ticket_number: 'A', ticket_type: 'VIP', quantity: 2 }
  expect(ticketsOf({ ticket_number: 'A', tickets: [ticket] })).toEqual([ticket])
  expect(ticketsOf({ ticket_number: 'A' })).toMatchObject([{ ticket_number: 'A' }])
  expect(ticketsOf({})).toEqual([])
})
