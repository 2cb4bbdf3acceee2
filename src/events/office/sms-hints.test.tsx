// spec: sms-count
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { smsWhen } from '../../messages/sms.rules.ts'
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
    findings: { isMarked: () => false, isTypeMarked: () => false, isTypeWrong: () => false },
    types: { isFull: false, soldOf: () => undefined, isFixed: () => false },
    removed: [],
  }
  return form as unknown as EventForm
}

function shown(form: EventForm): string[] {
  const lists = { categories: [], payers: [], gates: [] } as FormLists
  const basics = <EventBasics form={form} lists={lists} />
  return hintsIn(
    renderToStaticMarkup(basics) + renderToStaticMarkup(<TicketTypes form={form} lists={lists} />),
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

type Names = Record<string, string | number>

/** An SMS with room for 20 letters of each name, and none for the town. */
const roomy = ({ eventTitle, location, ticketType, gate, date, time }: Names) => {
  const venue = String(location).split(',')[0]
  const names = [eventTitle, venue, ticketType, gate].map((name) => String(name).slice(0, 20))
  return `${names.join(', ')}, ${smsWhen({ date: String(date), time: String(time) }, 'en')}`
}

/** The hints of a form whose ticket SMS is `roomy`. `gates` maps each type to its entrance. */
function shownAsSent(form: EventForm, gates: Record<string, string>): string[] {
  const { draft } = form
  const [first] = draft.types
  const pairs = Object.entries(gates)
  const own = {
    ...draft,
    gates: pairs.map(([, name], index) => ({ id: `own-${index}`, name })),
    types: pairs.map(([name], index) => ({
      ...first!,
      key: name,
      name,
      gate_ids: [`own-${index}`],
    })),
  }
  const shownForm = { ...form, draft: own }
  const lists = { categories: [], payers: [], gates: [] } as FormLists
  const fields = (
    <SiteProvider value={{ origin: 'https://lango.co.ke', sandbox: false, ussdCode: '' }}>
      <TicketSmsContext value={roomy}>
        <SmsHints draft={own} common={[]}>
          <EventBasics form={shownForm} lists={lists} />
          <Entrances form={shownForm} />
          <TicketTypes form={shownForm} lists={lists} />
        </SmsHints>
      </TicketSmsContext>
    </SiteProvider>
  )
  const text = renderToStaticMarkup(fields)
    .replaceAll('&quot;', '"')
    .replace(/<[^>]+>/g, '\n')
  return text.split('\n').filter((line) => /✓|ticket SMS/.test(line))
}

const FITS = 'Fits in one SMS ✓'
const LOCATION_CUT = 'The location is cut in the ticket SMS, or left out.'

test('a hint counts the whole ticket SMS, and the town is not called sent', () => {
  const short = formOf('Derby Day', 'Nyayo Stadium', 'VIP')
  expect(shownAsSent(short, { VIP: 'River door' })).toEqual([FITS, FITS, FITS, FITS])
  const town = formOf('Derby Day', 'Nyayo Stadium, Nairobi', 'VIP')
  const place = 'The ticket SMS says: Nyayo Stadium'
  expect(shownAsSent(town, { VIP: 'River door' })).toEqual([FITS, place, FITS, FITS])
})

test('a title that is cut says how much fits, and no other text of its SMS is said to fit', () => {
  const long = formOf('Wanjiku Live at the Lake', 'Uhuru Gardens Open Air Theatre', 'VIP')
  expect(shownAsSent(long, { VIP: 'River door' })).toEqual([
    'The title is cut in the ticket SMS: "Wanjiku Live at the..". At most 19 characters fit.',
  ])
  const short = formOf('Wanjiku Live', 'Uhuru Gardens Open Air Theatre', 'VIP')
  expect(shownAsSent(short, { VIP: 'River door' })).toEqual([LOCATION_CUT])
})

test('a type and an entrance that are cut say how much fits, each at its own field', () => {
  const form = formOf('Derby Day', 'Nyayo Stadium', 'VIP')
  const gates = { Regular: 'Gate A', 'VIP by the fire with dinner': 'A gate with a very long name' }
  expect(shownAsSent(form, gates)).toEqual([
    FITS,
    'The name is cut in the ticket SMS: "A gate with a very l..". At most 20 characters fit.',
    FITS,
    'The name is cut in the ticket SMS: "VIP by the fire with..". At most 20 characters fit.',
  ])
})

test('the title says how it is cut in its shortest SMS, and no type whose SMS is cut is said to fit', () => {
  const { draft } = formOf('E9 Sauti za Ziwa: Nyatiti na Benga', 'Kiboko Bay, Kisumu', 'Day pass')
  const [type] = draft.types
  const typeOf = (name: string, changes: object) => ({ ...type!, key: name, name, ...changes })
  const types = [
    typeOf('Day pass', {}),
    typeOf('Table of ten', { is_unit: true, sold_in: '10' }),
    typeOf('Parking', {}),
    typeOf('Camp', {}),
  ]
  const room: Record<string, number> = { 'Table of ten': 17, Parking: 16, Camp: 99 }
  const sms = ({ eventTitle, ticketType }: { eventTitle: string; ticketType: string }) => {
    const letters = room[ticketType] ?? 26
    return `${eventTitle.slice(0, letters)}, Kiboko Bay: ${ticketType}, Main Gate`
  }
  const form = { ...formOf('', '', ''), draft: { ...draft, types } }
  const lists = { categories: [], payers: [], gates: [] } as FormLists
  const html = renderToStaticMarkup(
    <SiteProvider value={{ origin: 'https://lango.co.ke', sandbox: false, ussdCode: '' }}>
      <TicketSmsContext value={sms}>
        <SmsHints draft={form.draft} common={[]}>
          <EventBasics form={form} lists={lists} />
          <TicketTypes form={form} lists={lists} />
        </SmsHints>
      </TicketSmsContext>
    </SiteProvider>,
  )
  const hints = html
    .replaceAll('&quot;', '"')
    .split(/<[^>]+>/)
    .filter((line) => /✓|ticket SMS/.test(line))
  expect(hints).toEqual([
    'The title is cut in the ticket SMS: "E9 Sauti za Ziwa..". At most 16 characters fit.',
    'The ticket SMS says: Kiboko Bay',
    FITS,
  ])
})

test("the SMS of a type has the type's own days", () => {
  const { draft } = formOf('Derby Day', 'Nyayo Stadium', 'VIP')
  const [type] = draft.types
  const day = { time: '14:00', gap: null }
  const days = [
    { ...day, n: 2, date: '2026-12-19' },
    { ...day, n: 1, date: '2026-12-18', time: '17:00' },
    { ...day, n: 3, date: '' },
  ]
  const whenOf = (day_numbers: number[]) => {
    const types = [{ ...type!, name: 'A type with a name that is much too long', day_numbers }]
    const form = { ...formOf('', '', ''), draft: { ...draft, date: '2026-12-18', days, types } }
    let when = ''
    const note = (sample: { date: string; time: string; until?: string }) => {
      when = smsWhen(sample, 'en')
      return ''
    }
    renderToStaticMarkup(
      <SiteProvider value={{ origin: 'https://lango.co.ke', sandbox: false, ussdCode: '' }}>
        <TicketSmsContext value={note}>
          <SmsHints draft={form.draft} common={[]}>
            {null}
          </SmsHints>
        </TicketSmsContext>
      </SiteProvider>,
    )
    return when
  }
  expect(whenOf([2])).toBe('Sat 19 Dec 2PM')
  expect(whenOf([1])).toBe('Fri 18 Dec 5PM')
  expect(whenOf([1, 2])).toBe('Fri 18-Sat 19 Dec')
  expect(whenOf([3])).toBe('Sun 28 Nov 4:30PM')
})

test('the SMS of an add-on or a table is in their own words', () => {
  const { draft } = formOf('Usiku wa Ngoma at the Carnivore', 'Kiambu Road Gardens', 'Parking')
  const [type] = draft.types
  const samples: Record<string, unknown>[] = []
  const note = (sample: Record<string, unknown>) => {
    samples.push(sample)
    return ''
  }
  const types = [
    { ...type!, kind: 'add_on' as const },
    { ...type!, is_unit: true, sold_in: '10' },
  ]
  renderToStaticMarkup(
    <SiteProvider value={{ origin: 'https://lango.co.ke', sandbox: false, ussdCode: '' }}>
      <TicketSmsContext value={note}>
        <SmsHints draft={{ ...draft, types }} common={[]}>
          {null}
        </SmsHints>
      </TicketSmsContext>
    </SiteProvider>,
  )
  expect(samples).toMatchObject([
    { kind: 'add_on', quantity: 1, soldIn: 1, gate: '' },
    { kind: 'entry', quantity: 10, soldIn: 10, gate: 'Main Gate' },
  ])
})

// spec: reschedule-form
test('the form of an event with orders says who can change its date, time and location', () => {
  const form = formOf('Derby', 'Nyayo Stadium', 'VIP')
  const lists = { categories: [], payers: [], gates: [] } as FormLists
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
  const lists = { categories: [], payers: [], gates: [] } as FormLists
  const html = renderToStaticMarkup(<EventBasics form={{ ...form, draft }} lists={lists} />)
  expect(html.replace(/<[^>]+>/g, '\n').split('\n')).toContain('Saturday, December 19, 2026')
})
