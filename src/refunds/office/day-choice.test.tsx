import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { DayChoice, partBody, partQuery } from './day-choice.tsx'

const days = [1, 2].map((n) => ({ n, date: `2027-12-1${n}`, time: '15:00' }))
const types = [{ day_numbers: [1] }, { day_numbers: [1, 2] }] as EventReply['ticket_types']
const htmlOf = (day: number | null, shown = days) =>
  renderToStaticMarkup(
    <DayChoice
      event={{ days: shown, ticket_types: types }}
      part={{ day, passes: true }}
      error={null}
      onChange={() => {}}
    />,
  )

// spec: day-choice
test('the dialogs ask for the day of an event of several days, and whether passes may go back', () => {
  expect(htmlOf(null, [])).toBe('')
  expect(htmlOf(null)).toContain('Which day?')
  expect(htmlOf(null)).toContain('The whole event')
  expect(htmlOf(null)).not.toContain('Holders of passes')
  expect(htmlOf(2)).toContain('Holders of passes may ask for a refund of the whole pass')
  expect(htmlOf(2)).toContain('Passes that were already used are not refunded')
  expect([partQuery({ day: null, passes: true }), partBody({ day: null, passes: true })]).toEqual([
    '?measure=cancel',
    {},
  ])
  expect(partQuery({ day: 2, passes: false })).toBe('?measure=cancel&day=2&passes=false')
})
