// spec: review-card
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Differences } from './differences.tsx'

const shown = (before: string, after: string) =>
  renderToStaticMarkup(<Differences changes={[{ what: 'Description', before, after }]} />)

test('a short difference is one line, and long values are folded', () => {
  expect(shown('Old', 'New').replace(/<[^>]+>/g, '')).toBe('Description Old → New')
  expect(shown('Old', '').replace(/<[^>]+>/g, '')).toBe('Description Old removed')
  expect(shown('Old', 'New')).not.toContain('Show all')
  const long = shown('Old', 'A long evening. '.repeat(40))
  expect(long.match(/Show all/g)).toHaveLength(1)
  expect(long).toContain('line-clamp-5')
})
