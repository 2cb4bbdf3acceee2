// spec: audit-log-when, audit-log-sentences
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_SENTENCES, auditSentence } from './audit-words.rules.ts'

const PLAN = { price: 100, quantity: 1000 }
const REFUND = { order: 'ZS9PR9NN', amount_cents: 5_000_00, words: '', tickets: null }
const CANCELLED = { orders: 3, amount: 1500, reason: 'Rain' }

test.each<[string, unknown, unknown, string]>([
  ['event_published', false, true, 'Published Derby'],
  ['event_unpublished', true, false, 'Unpublished Derby'],
  [
    'event_date_changed',
    '2027-03-14',
    '2027-03-15',
    'Changed the date of Derby: March 14, 2027 → March 15, 2027',
  ],
  ['ticket_type_price_changed', 0, 1500.5, 'Changed the price of Derby: KES 0 → KES 1,500.50'],
  ['ticket_type_added', null, PLAN, 'Added the ticket type Derby: price KES 100, quantity 1,000'],
  [
    'ticket_type_removed',
    { price: 5, sold: 2 },
    null,
    'Removed the ticket type Derby: was price KES 5, sold 2',
  ],
  ['event_organizer_changed', null, 'a@lango.test', 'Changed the organizer of Derby: a@lango.test'],
  [
    'ticket_type_gates_changed',
    [],
    ['Gate A', 'Gate B'],
    'Changed the gates of Derby: none → Gate A, Gate B',
  ],
  ['event_sold_out_changed', false, true, "Changed 'Sold out' of Derby: no → yes"],
  ['event_cancelled', null, CANCELLED, 'Cancelled Derby, 3 orders of KES 1,500: Rain'],
  [
    'refund_requested',
    null,
    { ...REFUND, reason: 'significant_change' },
    'Refunded KES 5,000 of order ZS9PR9NN: significant change',
  ],
  [
    'refund_requested',
    null,
    { ...REFUND, reason: 'organizer_decision', words: 'The buyer is ill' },
    "Refunded KES 5,000 of order ZS9PR9NN: organizer's decision (The buyer is ill)",
  ],
  [
    'event_moved',
    { date: '2027-03-14', time: '15:00', location: 'Nyayo' },
    { date: '2027-03-21', time: '15:00', location: 'Kasarani' },
    'Rescheduled Derby: date March 14, 2027 → March 21, 2027; location Nyayo → Kasarani',
  ],
  [
    'entry_rules_changed',
    { may_leave: false, licensed_capacity: null },
    { may_leave: true, licensed_capacity: 20_000 },
    'Changed the entry rules of Derby: may leave no → yes; licensed capacity none → 20,000',
  ],
  ['refunds_stopped', null, null, 'Paused automatic refunds'],
  [
    'payout_account_changed',
    null,
    { account: 'M-PESA 0712 ••• 678', usable_at: '2026-11-30T09:00:00.000Z' },
    'Changed the payout account of Derby to M-PESA 0712 ••• 678, paid to from November 30, 2026, 12:00 PM',
  ],
])('%s from %j to %j', (action, before, after, sentence) => {
  expect(auditSentence({ action, subject: 'Derby', before, after })).toBe(sentence)
})

/** Every action that the sources write into the audit log. */
function writtenActions(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`src/${path}`, 'utf8'))
    .filter((text) => /\b(insertAudit|AuditEntry)\b/.test(text))
  const actions =
    /'((?!is_)[a-z]+(?:_[a-z]+)*_(?:created|added|removed|renamed|changed|published|unpublished))'|(?<=\baction: ['`])([a-z_]+)(?=')/g
  const found = sources.flatMap((text) => [
    ...[...text.matchAll(actions)].map((match) => match[1] ?? match[2]!),
    ...chosenIn(text),
  ])
  return [...new Set(found)].sort()
}

/** The actions of expressions that choose one: `action: on ? 'refunds_started' : …`. */
function chosenIn(text: string): string[] {
  const choices = text.match(/\baction(?::| =) [^,;\n]*\?[^,;\n]*/g) ?? []
  return choices.flatMap((choice) => choice.match(/(?<=')[a-z]+(?:_[a-z]+)+(?=')/g) ?? [])
}

test('every recorded action has a sentence', () => {
  const written = writtenActions()
  expect(written.length).toBeGreaterThan(20)
  expect(written).toContain('gate_changed')
  expect(written).toContain('refunds_started')
  expect(written.filter((action) => !(action in AUDIT_SENTENCES))).toEqual([])
})

test('an action that is no longer recorded is shown by its code', () => {
  const entry = { action: 'poster_lent_out', subject: 'Derby', before: null, after: null }
  expect(auditSentence(entry)).toBe('Poster lent out: Derby')
})
