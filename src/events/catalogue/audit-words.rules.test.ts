// spec: audit-log-when, audit-log-sentences
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_ROWS } from '../../../test/audit-rows.ts'
import { AUDIT_SENTENCES, auditSentence } from './audit-words.rules.ts'

test.each(AUDIT_ROWS)('%s from %j to %j', (action, before, after, sentence, subject = 'Derby') => {
  expect(auditSentence({ action, subject, before, after })).toBe(sentence)
})

test('braces in the words of people are no names of fields', () => {
  const entry = { action: 'event_returned', subject: '{after}', before: null, after: '[{subject}]' }
  expect(auditSentence(entry)).toBe('Returned {after} to its organizer: [{subject}]')
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

/** The actions in conditional expressions, such as `action: on ? 'refunds_started' : …`. */
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
