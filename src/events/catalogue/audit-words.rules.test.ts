// spec: audit-log-when
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_WORDS, auditChange, auditWords } from './audit-words.rules.ts'

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

/** Every action that the sources write into the audit log. */
function writtenActions(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`src/${path}`, 'utf8'))
    .filter((text) => /\b(insertAudit|AuditEntry)\b/.test(text))
  const actions =
    /'((?!is_)[a-z]+(?:_[a-z]+)*_(?:created|added|removed|renamed|changed|published|unpublished))'|(?<=\baction: ['`])([a-z_]+)(?=')/g
  const found = sources.flatMap((text) =>
    [...text.matchAll(actions)].map((match) => match[1] ?? match[2]!),
  )
  return [...new Set(found)].sort()
}

test('every recorded action has words', () => {
  const written = writtenActions()
  expect(written.length).toBeGreaterThan(20)
  expect(written).toContain('gate_changed')
  expect(written.filter((action) => !(action in AUDIT_WORDS))).toEqual([])
})

test('an action that is no longer recorded is shown by its code', () => {
  expect(auditWords('event_place_changed')).toBe('Location changed')
  expect(auditWords('poster_lent_out')).toBe('Poster lent out')
})
