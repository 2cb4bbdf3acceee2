import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import type { EventCardFacts } from '../search/card.rules.ts'
import { TimeAndPlace } from './time-and-place.tsx'

const YEAR = Number(nairobiDate(new Date()).slice(0, 4))

// spec: card-year
test.each([
  [YEAR, '<span class="sr-only">'],
  [YEAR + 1, '<span>'],
  [YEAR - 1, '<span>'],
])('the whole date of an event in %i is in %s', (year, span) => {
  const event = { date: `${year}-01-03`, time: '16:00', location: 'Nyayo' } as EventCardFacts
  const html = renderToStaticMarkup(<TimeAndPlace event={event} />)
  expect(html).toContain(`${span}<time dateTime="${year}-01-03">January 3, ${year}</time>`)
})
