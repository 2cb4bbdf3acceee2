// spec: audit-log-when
import { expect, test } from 'vitest'
import { auditChange, auditWords } from './audit-words.rules.ts'

const entry = (action: string, before: unknown, after: unknown) => ({
  id: 1,
  at: '2026-11-21T10:00:00.000Z',
  account: null,
  action,
  subject: 'Derby',
  event_id: null,
  before,
  after,
})

test.each([
  ['event_date_changed', '2027-03-14', '2027-03-15', '2027-03-14 → 2027-03-15'],
  ['ticket_type_price_changed', 0, 1500.5, '0 → 1,500.5'],
  ['ticket_type_added', null, { price: 100, quantity: 1000 }, 'price 100, quantity 1,000'],
  ['ticket_type_removed', { price: 5, sold: 2 }, null, 'was price 5, sold 2'],
  ['event_organizer_changed', null, 'a@lango.test', 'a@lango.test'],
  ['ticket_type_gates_changed', [], ['Gate A', 'Gate B'], 'none → Gate A, Gate B'],
  ['event_sold_out_changed', false, true, 'no → yes'],
  ['event_published', false, true, ''],
  ['event_unpublished', true, false, ''],
])('%s from %j to %j', (action, before, after, words) => {
  expect(auditChange(entry(action, before, after))).toBe(words)
})

test('every action has words', () => {
  expect(auditWords('event_place_changed')).toBe('Location changed')
  expect(auditWords('role_changed')).toBe('Role changed')
})
