import { expect, it } from 'vitest'
import { readSearch, searchWords } from './search.rules.ts'

// spec: was-searched-stands
it('what is searched for is a line of text, as long as a search may be', () => {
  const search = (q: string) => readSearch(new URLSearchParams({ q }))
  expect(search(' lake\u0000 \n derby ')).toBe('lake derby')
  expect(search('x'.repeat(300))).toHaveLength(200)
  expect(search(' \u0000 ')).toBe('')
  expect(readSearch(new URLSearchParams())).toBe('')
})

// spec: search-words-folded
it('the words of a search: each once, without signs around them; an apostrophe alone is none', () => {
  expect(searchWords('  derby,  NYAYO\u00a0“derby” ')).toEqual(['derby', 'NYAYO'])
  expect(searchWords('R&B – 50% off')).toEqual(['R&B', '50', 'off'])
  expect(searchWords("% ' ’’ -")).toEqual(['%'])
})
