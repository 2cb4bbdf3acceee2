import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTree } from '../../test/tidy/tree.ts'

/** The text in this small picture of a phone is smaller than the smallest size of the scale. */
const PICTURES = ['src/checkout/screens/phone-prompt.tsx']

/** Matches a size of the scale. A page defines only the variable for running text, --text-body. */
const SIZE = /^font-size: (--theme\(--text-\w+\)|var\(--text-body\)|inherit)$/

// spec: one-type-scale
test('the type scale has six sizes, each with its line height', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const sizes = [...tokens.matchAll(/--text-(\w+): (\d+)px;/g)].map(([, name, size]) => {
    const height = new RegExp(`--text-${name}--line-height: (\\d+)px;`).exec(tokens)?.[1]
    return [name, Number(size), Number(height)]
  })
  expect(sizes).toEqual([
    ['small', 14, 20],
    ['body', 16, 24],
    ['lead', 20, 28],
    ['heading', 24, 28],
    ['title', 28, 32],
    ['hero', 40, 44],
  ])
})

// spec: one-type-scale
test('tables, cards and all other parts of a page take their sizes from the type scale', () => {
  const styled = [...readTree()].filter(
    ([path]) => /^src\/.*\.(css|tsx)$/.test(path) && !PICTURES.includes(path),
  )
  const strangers = styled.flatMap(([path, text]) =>
    [...text.matchAll(/font-size: ?[^;]*|\btext-\[[\d.]+\w+\]|fontSize: ?[^,}]*/g)]
      .map(([rule]) => rule)
      .filter((rule) => !SIZE.test(rule))
      .map((rule) => `${path}: ${rule}`),
  )
  expect(strangers).toEqual([])
})
