import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../events.contract.ts'
import { MovedNotice } from './moved-notice.tsx'

const NOW = { date: '2026-12-13', time: '16:00', location: 'Nyayo Stadium, Nairobi' }

function linesAfter(before: Partial<typeof NOW>): string[] {
  const notice = <MovedNotice event={NOW as EventReply} before={{ ...NOW, ...before }} />
  return [...renderToStaticMarkup(notice).matchAll(/<p>([^<]+)/g)].map(([, line]) => line!)
}

// spec: reschedule-page
test('each changed part of the schedule has a line, with the year only if it is another one', () => {
  const day = 'New date: December 13, 2026 (was December 12)'
  expect(linesAfter({ date: '2026-12-12' })).toEqual([day])
  expect(linesAfter({ date: '2025-12-12' })).toEqual([
    'New date: December 13, 2026 (was December 12, 2025)',
  ])
  expect(linesAfter({ date: '2026-12-12', time: '15:00', location: 'KICC' })).toEqual([
    day,
    'New time: 4:00 PM (was 3:00 PM)',
    'New place: Nyayo Stadium, Nairobi (was KICC)',
  ])
})
