import { expect, test } from 'vitest'
import { shownCategory } from './shown-category.rules.ts'

test('an event without a category shows none', () => {
  expect(['Comedy', 'Uncategorized'].map(shownCategory)).toEqual(['Comedy', ''])
})
