import { expect, it } from 'vitest'
import { readSearch, searchWords } from './search.rules.ts'

// spec: was-searched-stands
it('a search is one line of limited length', () => {
  const search = (q: string) => readSearch(new URLSearchParams({ q }))
  expect(search(' lake\u0000 \n derby ')).toBe('lake derby')
  expect(search('x'.repeat(300))).toHaveLength(200)
  expect(search(' \u0000 ')).toBe('')
  expect(readSearch(new URLSearchParams())).toBe('')
})

// spec: search-words-folded
it('the words of a search are distinct and without punctuation, and a lone apostrophe is no word', () => {
  expect(searchWords('  derby,  NYAYO\u00a0“derby” ')).toEqual(['derby', 'NYAYO'])
  expect(searchWords('R&B – 50% off')).toEqual(['R&B', '50', 'off'])
  expect(searchWords("% ' ’’ -")).toEqual(['%'])
})
