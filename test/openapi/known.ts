import { nairobiDate } from '../../src/platform/values/nairobi.rules.ts'
import { PASSWORD, type Things } from './stock-shop.ts'
import type { Known } from './values.ts'

const DAY_MS = 86_400_000

/** Returns existing values by parameter name. Names of path parameters have braces: '{id}'. */
export function knownAt(path: string, things: Things): Known {
  const inPath = inPathOf(things).find(([start]) => start.test(path))?.[1] ?? []
  const named = namedIn(things)
  return (name) => {
    if (name === '{language}') return ['en']
    if (name.startsWith('{')) return inPath
    // The event has one day, so no request chooses a day.
    if (name === 'day' && path.startsWith('/api/events/')) return []
    // A category or gate must have a unique name, so the name is made from the request's path. An
    // organizer's name must have no slash.
    if (name === 'name' && path.endsWith('/short_links')) return ['chipukizi']
    return name === 'name' ? [`From${path.replaceAll('/', ' ')}`] : (named[name] ?? [])
  }
}

const lastPart = (address: string) => address.split('/').at(-1)

function inPathOf(things: Things): [RegExp, unknown[]][] {
  const { its, someone, spare } = things
  return [
    [/^\/api\/orders\//, [its.orderId]],
    [/^\/api\/accounts\//, [someone.id]],
    [/^\/api\/organizers\//, [its.organizerId]],
    [/^\/api\/categories\//, [spare.category]],
    [/^\/api\/gates\//, [spare.gate]],
    [/^\/(api\/short_codes|m)\//, ['radio']],
    // Unpublished events come first, because saving random values would end the sale of a published
    // event.
    [/^\/api\/events\/\{id\}$/, [its.draftId, its.eventId]],
    [/^\/(api\/events|event)\//, [its.eventId, its.draftId]],
    [/^\/images\//, [lastPart(things.image)]],
    [/^\/share\//, [lastPart(things.shareImage)]],
    [/^\/api\/(tickets|genuine)\//, [its.ticketNumber]],
    [/^(\/api)?\/newsletter\//, [things.subscriber]],
    [/^\/cb\/s\//, [things.reports]],
    [/^\/cb\/p\//, [things.callback]],
  ]
}

function namedIn({ its, someone, category, gate, ...things }: Things): Record<string, unknown[]> {
  const events = [its.eventId, its.draftId]
  return {
    p_event_id: events,
    event_id: events,
    eventId: events,
    ticketTypeId: [its.ticketTypeId],
    quantity: [1],
    amount: [100],
    phoneNumber: ['0712 345 678', '254112345678'],
    transactionId: [its.lineId, its.orderId],
    reference: [its.receipt],
    q: [its.ticketNumber],
    ticket_number: [its.ticketNumber],
    ticket_numbers: [[its.ticketNumber]],
    token: [things.subscriber],
    email: [someone.email, 'asha@lango.test'],
    password: [PASSWORD],
    old_password: [PASSWORD],
    grant_type: ['password'],
    full_name: ['Asha Wanjiru'],
    role: ['organizer'],
    reason: ['other'],
    words: ['The date is wrong.'],
    title: ['Derby Day'],
    location: ['Nyayo Stadium, Nairobi'],
    date: [nairobiDate(new Date(Date.now() + 300 * DAY_MS))],
    day: ['2026-11-20'],
    time: ['15:00'],
    price: [100],
    fixed: [20],
    category_id: [category],
    gate_ids: [[gate]],
    // An empty list of days keeps the event's date.
    days: [[]],
    day_numbers: [[]],
    once_in_all: [false],
    // A new gate's id must be on no other event, so requests send an empty list of gates.
    gates: [[]],
    image: [things.image],
    updated_at: [things.draftRead],
    file: [things.picture],
    // With this header the call responds immediately. Otherwise a purchase call and a long poll of
    // an open order take minutes.
    prefer: ['respond-async'],
    wait: ['0', '1'],
  }
}
