// spec: sms-count
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newDraft } from '../events/editing/event-draft.rules.ts'
import { SmsHints, TicketSmsContext, useSmsHint } from '../events/office/sms-hints.tsx'
import { ticketSms } from '../tickets/issuing/ticket-sms.rules.ts'
import { SiteProvider } from '../ui/site.tsx'

const TITLE = 'Sauti za Ziwa: Nyatiti and Benga'

function Hints({ types }: { types: readonly string[] }) {
  const hintOf = { title: useSmsHint('title'), type: useSmsHint('type') }
  return [hintOf.title(TITLE), ...types.map((name) => hintOf.type(name))].map((hint) => (
    <p key={hint}>{hint}</p>
  ))
}

test('the hints of a title and its types are those of the ticket SMS that is sent', () => {
  const draft = newDraft()
  const [type] = draft.types
  const types = [
    { ...type!, name: 'VIP' },
    { ...type!, name: 'Table of ten', is_unit: true, sold_in: '10' },
    { ...type!, name: 'Parking', kind: 'add_on' as const },
  ]
  const dated = { date: '2026-12-19', time: '18:00', location: 'Dunga, Kisumu' }
  const html = renderToStaticMarkup(
    <SiteProvider value={{ origin: 'https://lango.co.ke', sandbox: false, ussdCode: '' }}>
      <TicketSmsContext value={ticketSms}>
        <SmsHints draft={{ ...draft, ...dated, title: TITLE, types }} common={[]}>
          <Hints types={types.map(({ name }) => name)} />
        </SmsHints>
      </TicketSmsContext>
    </SiteProvider>,
  )
  const end = 'No. 1234 5678 90AB CDEF. https://lango.co.ke/t/1234567890ABCDEF'
  expect(html.split(/<[^>]+>/).filter(Boolean)).toEqual([
    `Too long for the ticket SMS. The shortest title is for Table of ten: Sauti za Ziwa.., Sat 19 Dec 6PM: Table of ten (10 people). Enter: Main Gate. ${end}`,
    `Its ticket SMS cuts the title: Sauti za Ziwa: Nyatiti and.., Sat 19 Dec 6PM, Dunga: 1 x VIP. Enter: Main Gate. ${end}`,
    'Its ticket SMS cuts the title and the location: see above.',
    `Its ticket SMS cuts the title: Sauti za Ziwa: Nyatiti.., Sat 19 Dec 6PM, Dunga: 1 x Parking. Use at: see link. ${end}`,
  ])
})
