import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../events.contract.ts'
import { ReturnReason } from './event-actions.tsx'

const shown = (event: object) =>
  renderToStaticMarkup(<ReturnReason event={event as EventReply} />).replace(/<[^>]+>/g, '')

test('a returned draft or change shows the reason, and one that waits shows none', () => {
  const review = { state: 'returned', words: 'The poster is missing' }
  expect(shown({ is_published: false, review })).toBe('Returned: The poster is missing')
  expect(shown({ is_published: true, review })).toBe('Not approved: The poster is missing')
  expect(shown({ is_published: false, review: { ...review, state: 'sent' } })).toBe('')
})
