// spec: sms-count
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteProvider } from '../../ui/site.tsx'
import { newDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { Entrances } from './entrances.tsx'
import { EventBasics } from './event-basics.tsx'
import { SmsHints, TicketSmsContext } from './sms-hints.tsx'
import { TicketTypes } from './ticket-types.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

/** The hints in the HTML of a field. */
function hintsIn(html: string): string[] {
  const text = html.replaceAll('&quot;', '"').replace(/<[^>]+>/g, '\n')
  return text.split('\n').filter((line) => /SMS/.test(line) && /✓|SMS part/.test(line))
}

function formOf(title: string, location: string, typeName: string): EventForm {
  const draft = newDraft()
  const [type] = draft.types
  const form = {
    draft: { ...draft, title, location, types: [{ ...type!, name: typeName }] },
    event: null,
    change: () => {},
    findings: { isMarked: () => false, isTypeMarked: () => false },
    types: { isFull: false, soldOf: () => undefined },
    removed: [],
  }
  return form as unknown as EventForm
}

function shown(form: EventForm): string[] {
  const lists = { categories: [], organizers: [], gates: [] } as unknown as FormLists
  const basics = <EventBasics form={form} lists={lists} />
  return hintsIn(
    renderToStaticMarkup(basics) + renderToStaticMarkup(<TicketTypes form={form} payers={[]} />),
  )
}

test('the event form shows how its texts fit into an SMS', () => {
  expect(shown(formOf('', '', ''))).toEqual([])
  expect(shown(formOf('Derby', 'Nyayo Stadium', 'VIP'))).toEqual([
    'Fits in one SMS ✓',
    'Fits in one SMS ✓',
    'Fits in one SMS ✓',
  ])
  const [title, , type] = shown(formOf('Derby 🎉', 'Nyayo', 'Łódź'))
  expect(title).toMatch(/^🎉 would turn one SMS part into 3\. We send: Derby /)
  expect(type).toMatch(/^Ł ó ź would turn one SMS part into 3/)
})

/** An SMS with room for 20 letters of each name. */
const roomy = ({ eventTitle, location, gate, link }: Record<string, string | number>) =>
  `${[eventTitle, location, gate].map((name) => String(name).slice(0, 20)).join(', ')} ${link}`

/** The hints of a form whose ticket SMS has this room. */
function shownAsSent(form: EventForm, gate: string): string[] {
  const draft = { ...form.draft, gates: [{ id: 'own', name: gate }] }
  draft.types = draft.types.map((type) => ({ ...type, gate_ids: ['own'] }))
  const own = { ...form, draft }
  const lists = { categories: [], organizers: [], gates: [] } as unknown as FormLists
  const fields = (
    <SiteProvider value={{ origin: 'https://lango.co.ke', sandbox: false, ussdCode: '' }}>
      <TicketSmsContext value={roomy}>
        <SmsHints draft={draft} common={[]}>
          <EventBasics form={own} lists={lists} />
          <Entrances form={own} />
        </SmsHints>
      </TicketSmsContext>
    </SiteProvider>
  )
  const text = renderToStaticMarkup(fields).replace(/<[^>]+>/g, '\n')
  return text.split('\n').filter((line) => /✓|^Too long/.test(line))
}

test('a hint counts the whole ticket SMS: title, place, entrance, number and link', () => {
  const fits = 'Fits in one SMS ✓'
  const short = formOf('Derby Day', 'Nyayo Stadium, Nairobi', 'VIP')
  expect(shownAsSent(short, 'River door')).toEqual([fits, fits, fits])
  const long = formOf('Wanjiku Live at the Lake', 'Uhuru Gardens, Nairobi', 'Standard')
  const link = 'https://lango.co.ke/t/1234567890ABCDEF'
  const cut = `Too long for the ticket SMS, so we send: Wanjiku Live at the , Uhuru Gardens, Nairo, River door ${link}`
  expect(shownAsSent(long, 'River door')).toEqual([cut, fits, fits])
  expect(shownAsSent(short, 'A gate with a very long name').at(-1)).toMatch(/^Too long/)
})

// spec: reschedule-form
test('the form of an event with orders says who can change its date, time and location', () => {
  const form = formOf('Derby', 'Nyayo Stadium', 'VIP')
  const lists = { categories: [], organizers: [], gates: [] } as unknown as FormLists
  const shownTo = (...rights: string[]) => {
    const event = { has_orders: true, cancelled_at: null, rights } as unknown as EventReply
    return renderToStaticMarkup(<EventBasics form={{ ...form, event }} lists={lists} />)
  }
  const only = 'Only members with the role Owner or Money can change date, time and location.'
  expect(shownTo('edit')).toContain(`People have ordered tickets. ${only}`)
  expect(shownTo('edit')).not.toContain('>Reschedule<')
  expect(shownTo('edit', 'money')).not.toContain(only)
  expect(shownTo('edit', 'money')).toContain('>Reschedule<')
})

// spec: chosen-day-words
test('the event form says the chosen day in words below its date field', () => {
  const form = formOf('Derby', 'Nyayo Stadium', 'VIP')
  const draft = { ...form.draft, date: '2026-12-19' }
  const lists = { categories: [], organizers: [], gates: [] } as unknown as FormLists
  const html = renderToStaticMarkup(<EventBasics form={{ ...form, draft }} lists={lists} />)
  expect(html.replace(/<[^>]+>/g, '\n').split('\n')).toContain('Saturday, December 19, 2026')
})
