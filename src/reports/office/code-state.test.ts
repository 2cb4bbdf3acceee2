import { expect, test } from 'vitest'
import { madeManyWords, madeWords } from './code-state.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')

// spec: code-made-words
test('a new code says that it works now, from its start, or when the event is published', () => {
  const draft = { is_published: false }
  const published = { is_published: true }
  expect(madeWords(published, '', NOW)).toBe('The code can be used now. Copy its link below.')
  const from = 'The code works from its start. Copy its link below.'
  // Noon in UTC is 15:00 in Nairobi.
  expect(madeWords(published, '2026-12-01T15:01', NOW)).toBe(from)
  expect(madeWords(published, '2026-12-01T14:59', NOW)).not.toBe(from)
  expect(madeWords(draft, '', NOW)).toBe('The code works when the event is published.')
  const many = '1,200 codes made. Download the CSV.'
  expect(madeManyWords(published, 1200)).toBe(many)
  expect(madeManyWords(draft, 1200)).toBe(`${many} They work when the event is published.`)
})
