import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCUMENT, writeSwahili } from './swahili/document.ts'

test('docs/swahili.md has every Swahili text beside its English twin, as they are now', () => {
  expect(readFileSync(DOCUMENT, 'utf8'), 'run npm run swahili').toBe(writeSwahili())
})
