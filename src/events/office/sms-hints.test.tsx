// spec: sms-count
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newDraft } from '../editing/event-draft.rules.ts'
import { EventBasics } from './event-basics.tsx'
import { TicketTypes } from './ticket-types.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

/** The hint next to the field with this text. */
function hintsIn(html: string): string[] {
  const text = html.replaceAll('&quot;', '"').replace(/<[^>]+>/g, '\n')
  return text.split('\n').filter((line) => /SMS/.test(line) && /GSM-7|UCS-2/.test(line))
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
  return hintsIn(renderToStaticMarkup(basics) + renderToStaticMarkup(<TicketTypes form={form} />))
}

test('the event form shows how its texts fit into an SMS', () => {
  expect(shown(formOf('', '', ''))).toEqual([])
  expect(shown(formOf('Derby', 'Nyayo Stadium', 'VIP'))).toEqual([
    'In SMS: 5 characters, GSM-7, 1 part.',
    'In SMS: 13 characters, GSM-7, 1 part.',
    'In SMS: 3 characters, GSM-7, 1 part.',
  ])
  const [title, , type] = shown(formOf('Derby 🎉', 'Nyayo', 'Łódź'))
  expect(title).toMatch(/^🎉 would make an SMS UCS-2: 3 parts in place of 1\. So it says: Derby /)
  expect(type).toMatch(/^Ł ó ź would make an SMS UCS-2/)
})
