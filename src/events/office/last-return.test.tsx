// spec: review-again
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LastReturn } from './last-return.tsx'

const RETURNED = {
  at: '2026-11-30T12:05:00.000Z',
  by: 'Amina Odhiambo',
  words: 'Which stadium?',
  times: 1,
  changes: [] as { what: string; before: string; after: string }[],
}
const shown = (more: Partial<typeof RETURNED> = {}) =>
  renderToStaticMarkup(<LastReturn returned={{ ...RETURNED, ...more }} />).replace(/<[^>]+>/g, '')

test('a return is shown with its time, the admin, the reason, and what has changed since', () => {
  expect(shown()).toBe(
    'Returned on November 30, 2026, 3:05 PM by Amina Odhiambo:' +
      '“Which stadium?”Nothing has changed since.',
  )
  const changes = [{ what: 'Location', before: 'Nyayo', after: 'Kasarani' }]
  expect(shown({ changes })).toContain('Changed sinceLocation Nyayo → Kasarani')
  expect(shown({ changes })).not.toContain('Nothing has changed since.')
  expect(shown({ times: 2 })).toContain('Returned once before that.')
  expect(shown({ times: 4 })).toContain('Returned 3 times before that.')
})
