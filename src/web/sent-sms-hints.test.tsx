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
  const hints = [hintOf.title(TITLE), ...types.map((name) => hintOf.type(name))]
  return hints.map((hint) => hint && <p key={hint}>{hint}</p>)
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
  expect(html.split(/<[^>]+>/).filter(Boolean)).toEqual([
    'The title is cut in the ticket SMS: &quot;Sauti za Ziwa..&quot;. At most 20 characters fit.',
  ])
})
