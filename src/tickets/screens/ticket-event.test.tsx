// spec: days-told, days-shown
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { passDates, TicketEvent } from './ticket-event.tsx'
import { TicketPaper } from './ticket-paper.tsx'

const [FRIDAY, SATURDAY, MONDAY] = [
  { date: '2026-12-11', time: '17:00' },
  { date: '2026-12-12', time: '14:00' },
  { date: '2026-12-14', time: '14:00' },
]

const passOf = (days: { date: string; time: string }[], once_in_all = false) => ({
  title: 'Festival',
  location: 'Garissa',
  ...days[0]!,
  last_date: days.at(-1)!.date,
  pass_days: days,
  once_in_all,
})

const textOf = (event: Parameters<typeof TicketEvent>[0]['event']) =>
  renderToStaticMarkup(<TicketEvent event={event} />)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')

test('a pass has its days with their times, and how often it lets one person in', () => {
  const days = '|Fri, Dec 11, 2026, 5:00 PM|Mon, Dec 14, 2026, 2:00 PM|'
  expect(textOf(passOf([FRIDAY, MONDAY]))).toContain(`${days}Enters once a day|`)
  expect(textOf(passOf([FRIDAY, MONDAY], true))).toContain(
    `${days}One visit, on any of these days|`,
  )
})

// spec: unit-after-buying
test('an add-on for several days says how often it is used, and nothing of entering', () => {
  const shown = (once: boolean | undefined, quantity = 3) =>
    renderToStaticMarkup(
      <TicketPaper
        {...{ number: 'AAAABBBBCCCCDDDD', type: 'Drinks', heading: 'h1', gate: 'Bar', qrSize: 160 }}
        quantity={quantity}
        isAddOn
        event={{ ...passOf([FRIDAY, MONDAY]), once_in_all: once }}
      >
        {null}
      </TicketPaper>,
    )
  expect(shown(false)).toContain('>Good for 3 each day<')
  expect(shown(true)).toContain('>Good for 3 in all<')
  expect(shown(true, 1)).toContain('>Good for 1 in all<')
  for (const once of [true, false]) expect(shown(once)).not.toMatch(/Enters|visit/)
})

test('a pass whose days do not follow each other names each of them instead of a span', () => {
  const now = new Date('2026-12-01T09:00:00Z')
  expect(passDates(passOf([FRIDAY, SATURDAY]), now)).toBe('Fri, Dec 11 – Sat, Dec 12')
  expect(passDates(passOf([FRIDAY, SATURDAY, MONDAY]), now)).toBe(
    'Fri, Dec 11 + Sat, Dec 12 + Mon, Dec 14',
  )
  expect(passDates({ ...passOf([FRIDAY, SATURDAY]), pass_days: undefined }, now)).toBe(
    'Fri, Dec 11 – Sat, Dec 12',
  )
})
