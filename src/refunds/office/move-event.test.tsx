// spec: sms-count
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { MoveEvent } from './move-event.tsx'

// spec: chosen-day-words
test('the reschedule form says the chosen day in words below its date field', () => {
  const event = { id: 'e', date: '2026-12-19', time: '16:00', location: 'Kasarani' }
  const html = renderToStaticMarkup(
    <MoveEvent event={event as EventReply} onMoved={() => {}} onClose={() => {}} />,
  )
  expect(html.replace(/<[^>]+>/g, '\n').split('\n')).toContain('Saturday 19 December 2026')
})

test('the reschedule form shows how the new venue fits into an SMS', () => {
  const event = { id: 'e', date: '2027-01-03', time: '16:00', location: 'Kasarani – East' }
  const html = renderToStaticMarkup(
    <MoveEvent event={event as EventReply} onMoved={() => {}} onClose={() => {}} />,
  )
  expect(html.replace(/<[^>]+>/g, '\n')).toContain(
    '– would turn one SMS part into 3. We send: Kasarani - East (15 characters).',
  )
})
