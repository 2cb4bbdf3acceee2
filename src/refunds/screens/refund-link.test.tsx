// spec: reschedule-request-part
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'
import { refundHeading } from './refund-heading.ts'
import { RefundLink } from './refund-link.tsx'

const place = { date: '2027-12-12', time: '15:00', location: 'Nyayo Stadium' }
const open: RefundLinkReply = {
  order_id: 'o',
  code: 'ABCD1234',
  ticket_number: null,
  event_id: 'e',
  is_event_cancelled: false,
  event_title: 'Derby Day',
  old: place,
  new: { ...place, date: '2027-12-20' },
  until: '2027-10-12T09:00:00Z',
  state: 'open',
  amount: 1500,
  requested: 0,
  tickets: [{ ticket_number: '1234567890ABCDEF', ticket_type: 'VIP', quantity: 1, refundable: 1 }],
  chosen: {
    ...{ people: 1, amount: 1500, to: '07•• ••• 071', in_cash: false, sms: 'Your KES 1,500 …' },
    tickets: [{ ticket_number: '1234567890ABCDEF', admits: 1, of: 1 }],
  },
  in_cash: false,
  refund: null,
}

const htmlOf = (link: Partial<RefundLinkReply>, hasChosen = false) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <RefundLink
        link={{ ...open, ...link }}
        token="T"
        hasChosen={hasChosen}
        problem={null}
        posted={null}
      />
    </MemoryRouter>,
  )
const wordsOf = (link: Partial<RefundLinkReply>, hasChosen = false) =>
  htmlOf(link, hasChosen)
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/(<[^>]+>)+/g, ' ')
    .replace(/ +/g, ' ')

// spec: reschedule-request
test('a buyer whose ticket was used sees whom to write to, and no button', () => {
  expect(wordsOf({ state: 'used' })).toContain('used at the gate, so this cannot be refunded here.')
  expect(htmlOf({ state: 'used' })).toContain('href="/contact"')
  expect(htmlOf({ state: 'used' })).not.toContain('<button')
  expect(htmlOf({})).toContain('<button')
})

// spec: refund-link-arrived
test('the page says whether the money is due or has arrived', () => {
  const refund = { amount: 1500, due_by: '2027-12-14', receipt: null }
  const due = { ...refund, state: 'due', words: 'KES 1,500 will be refunded.' } as const
  const coming = wordsOf({ state: 'asked', refund: due })
  expect(coming).toContain('Your refund is on its way. KES 1,500 will be refunded.')
  expect(coming).toContain('Your tickets are no longer valid.')
  const done = {
    ...refund,
    state: 'done',
    receipt: 'R1',
    words: 'KES 1,500 was refunded.',
  } as const
  const arrived = wordsOf({ state: 'asked', refund: done })
  expect(arrived).toContain(' KES 1,500 was refunded. Your tickets are no longer valid.')
  expect(arrived).not.toMatch(/on its way|Refunded/)
  const part = wordsOf({ requested: 600, refund: done })
  expect(part).toContain(' KES 1,500 was refunded. Your other tickets stay valid.')
})

// spec: refund-link-changed
test('a moved event shows only the parts of its schedule that changed', () => {
  expect(wordsOf({})).toContain('New date December 20, 2027 Was December 12, 2027 Reference')
  const both = { ...place, date: '2027-12-20', time: '17:00' }
  expect(wordsOf({ new: both })).toContain(
    'New date December 20, 2027, 5:00 PM Was December 12, 2027, 3:00 PM Reference',
  )
  expect(wordsOf({ new: { ...place, location: 'Kasarani' } })).toContain(
    'New venue Kasarani Was Nyayo Stadium Reference',
  )
})

// spec: refund-pattern
test('the buyer reads how many people are refunded, the SMS, and the sum and number on the button', () => {
  expect(htmlOf({})).toContain('>Refund KES\u00a01,500 to 07••\u00a0•••\u00a0071</button>')
  expect(wordsOf({})).toContain('The phone number on the order gets this SMS: Your KES 1,500 …')
  const tickets = [{ ...open.tickets[0]!, quantity: 5, refundable: 5 }]
  expect(wordsOf({ tickets })).toContain("How many can't come?".replace("'", '&#x27;'))
  expect(wordsOf({ tickets })).toContain(' None 1 2 3 4 5 ')
  const two = [{ ...open.tickets[0]!, quantity: 2, refundable: 2 }]
  expect(wordsOf({ tickets: two })).toContain(' None 1 2 ')
  expect(htmlOf({ tickets })).toContain('>See my refund</button>')
  const chosen = { ...open.chosen!, people: 2, amount: 600 }
  expect(wordsOf({ tickets, chosen }, true)).toContain(
    'We&#x27;ll refund KES 600 for 2 people, who can no longer enter.',
  )
  const part = { ...chosen.tickets[0]!, admits: 2, of: 5 }
  expect(wordsOf({ tickets, chosen: { ...chosen, tickets: [part] } }, true)).toContain(
    'VIP 1234 5678 90AB CDEF 2 of 5 people',
  )
  expect(htmlOf({ tickets, chosen }, true)).toContain(
    '>Refund KES\u00a0600 to 07••\u00a0•••\u00a0071</button>',
  )
  const holders = { ticket_number: '1234567890ABCDEF', chosen: { ...chosen, to: null } }
  expect(htmlOf(holders, true)).toContain('>Refund KES\u00a0600 to the buyer</button>')
})

test('the link of an event that was cancelled afterwards asks for nothing', () => {
  const cancelled = { is_event_cancelled: true }
  const words = wordsOf(cancelled)
  expect(words).toContain('Was planned for December 20, 2027, 3:00 PM, Nyayo Stadium')
  expect(words).toContain('Everyone gets a refund automatically')
  expect(words).not.toContain('New date')
  expect(htmlOf(cancelled)).not.toContain('<button')
  expect(wordsOf({ ...cancelled, state: 'closed' })).not.toContain('stay valid')
})

// spec: reschedule-request-units
test('tables are chosen whole, add-ons beside them, and a part of a table leads to us', () => {
  const table = { ticket_type: 'Table of 10', quantity: 10, refundable: 10, sold_in: 10 }
  const parking = { ...open.tickets[0]!, ticket_type: 'Parking', kind: 'add_on' as const }
  const tables = [
    { ...table, ticket_number: '1234567890ABCDEF' },
    { ...table, ticket_number: '2234567890ABCDEF' },
  ]
  const words = wordsOf({ tickets: [...tables, parking] }).replaceAll('&#x27;', "'")
  expect(words).toContain(
    "How many tables can't come? Table of 10 None 1 2 We'll refund their tickets",
  )
  expect(words).toContain('Refund add-ons as well? Parking 1234 5678 90AB CDEF None 1 ')
  expect(htmlOf({ tickets: tables })).toContain(
    'value="1234567890ABCDEF:10,2234567890ABCDEF:10">2</option>',
  )
  const all = { tickets: tables.map((one) => ({ ...one, admits: 10, of: 10 })) }
  const chosen = { ...open.chosen!, ...all, people: 20, add_ons: 1 }
  expect(wordsOf({ tickets: tables, chosen }, true)).toContain(
    'We&#x27;ll refund KES 1,500 for add-ons and 20 people, who can no longer enter.',
  )
  expect(wordsOf({ tickets: tables.slice(1) })).not.toContain('None')
  const parts = { state: 'parts', chosen: null } as const
  expect(wordsOf(parts)).toContain(
    'Tables and packs are refunded whole, so a part of one cannot be refunded here.',
  )
  expect(htmlOf(parts)).toContain('href="/contact"')
})

// spec: refund-link-blocked
test('tickets that the link cannot refund are named beside the others, with the reason', () => {
  const one = open.tickets[0]!
  const table = { ticket_type: 'Table of 10', quantity: 7, refundable: 0, sold_in: 10 }
  const part = { ...table, ticket_number: '2234567890ABCDEF', blocked_by: 'part' as const }
  const used = { ...one, ticket_number: '3234567890ABCDEF', refundable: 0 }
  const inside = { ...used, blocked_by: 'inside' as const }
  const words = wordsOf({ tickets: [one, part, inside] })
  const reason = 'Tables and packs are refunded whole, so a part of one cannot be refunded here.'
  expect(words).toContain(
    `See my refund Table of 10 2234 5678 90AB CDEF ${reason} Write to us VIP 3234`,
  )
  expect(words).toContain('VIP 1234 5678 90AB CDEF None 1 We')
  expect(words).toContain('CDEF Some of these tickets were used at the gate')
  const refund = { amount: 1500, due_by: '2027-12-14', receipt: null, state: 'due' } as const
  const asked = { state: 'asked', refund: { ...refund, words: 'KES 1,500.' } } as const
  const after = wordsOf({ ...asked, tickets: [part], keeps_tickets: true })
  expect(after).toContain(
    `Your other tickets stay valid. Table of 10 2234 5678 90AB CDEF ${reason}`,
  )
})

// spec: day-cancelled-pass
test('the link of a cancelled day names the day as planned, and no new date', () => {
  const words = wordsOf({ day: 'cancelled', new: place })
  expect(words).toContain('Was planned for')
  expect(words).not.toContain('New venue')
})

// spec: refund-link-day
test('the heading names the day that was moved or cancelled, and else the event alone', () => {
  const { event_title, is_event_cancelled, old } = open
  const heading = (day?: 'moved' | 'cancelled', isCancelled = is_event_cancelled) =>
    refundHeading({ event_title, is_event_cancelled: isCancelled, old, ...(day && { day }) })
  expect(heading('moved')).toBe('Derby Day: December 12, 2027 has been rescheduled')
  expect(heading('cancelled')).toBe('Derby Day: December 12, 2027 is cancelled')
  expect(heading()).toBe('Derby Day has been rescheduled')
  expect(heading('moved', true)).toBe('Derby Day is cancelled')
})

// spec: refund-link-each-change
test('the page of tickets of a moved and of a cancelled day says both, with old and new date', () => {
  const cancelled = { ...place, date: '2027-12-16' }
  const changes: RefundLinkReply['changes'] = [
    { day: 'cancelled', old: cancelled, new: cancelled },
    { day: 'moved', old: place, new: { ...place, date: '2027-12-14' } },
  ]
  const words = wordsOf({ day: 'cancelled', old: cancelled, new: cancelled, changes })
  expect(words).toContain('Cancelled day December 16, 2027')
  expect(words).toMatch(/New date December 14, 2027.* Was December 12, 2027/)
  expect(refundHeading({ ...open, day: 'cancelled', changes })).toBe(
    'Derby Day: dates have changed',
  )
})

// spec: refund-link-names
test('a page with one choice after a changed day names what is refunded', () => {
  const [ticket] = open.tickets
  const drinks = { ...ticket!, ticket_type: 'Drinks', kind: 'add_on' as const, quantity: 3 }
  const parts = [{ ticket_number: ticket!.ticket_number, admits: 3, of: 3 }]
  const chosen = { ...open.chosen!, people: 0, add_ons: 3, amount: 450, tickets: parts }
  const link = { day: 'cancelled' as const, tickets: [drinks], chosen }
  const words = wordsOf(link)
  expect(words).toMatch(/we&#x27;ll refund KES.450 and cancel: .*Drinks.*3 of 3/)
  expect(words).not.toContain('the tickets of this order')
  expect(wordsOf({})).toContain('for the tickets of this order that you still have')
  expect(wordsOf({})).not.toContain('VIP')
})
