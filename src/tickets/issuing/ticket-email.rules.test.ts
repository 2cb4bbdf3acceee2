import { expect, test } from 'vitest'
import { TICKET_EMAIL } from '../../messages/emails.text.ts'
import { type TicketEmailFacts, ticketEmail } from './ticket-email.rules.ts'

const FACTS: TicketEmailFacts = {
  language: 'en',
  eventTitle: 'Nairobi Derby',
  imageKey: null,
  date: '2026-12-12',
  time: '15:00',
  location: 'Nyayo National Stadium, Nairobi',
  amountKes: 2400,
  receipt: 'UKT0000001',
  tickets: [
    {
      number: '0123456789ABCDEF',
      ticketType: 'Standard',
      admits: 2,
      soldIn: 1,
      isAddOn: false,
      gate: 'Gate A',
      link: 'https://lango.example/t/0123456789ABCDEF',
      code: 'https://lango.example/t/0123456789ABCDEF',
    },
    {
      number: 'GHJKMNPQRSTVWXYZ',
      ticketType: 'VIP',
      admits: 1,
      soldIn: 1,
      isAddOn: false,
      gate: 'Main Gate',
      link: 'https://lango.example/t/GHJKMNPQRSTVWXYZ',
      code: 'https://lango.example/t/GHJKMNPQRSTVWXYZ',
    },
  ],
  orderNumber: null,
  supportEmail: 'help@lango.example',
  supportPhone: '0712 000 000',
}

/** The text of the HTML as its reader sees it. */
const seen = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/s, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&amp;/g, '&')

test('the text contains everything needed to enter, and nothing that needs a screen', () => {
  expect(ticketEmail(FACTS)).toMatchObject({
    subject: 'Your tickets: Nairobi Derby',
    text: [
      'Nairobi Derby',
      'Saturday, December 12, 2026, 3:00 PM',
      'Nyayo National Stadium, Nairobi',
      '',
      '2 x Standard',
      'Enter Through: Gate A',
      'Ticket number: 0123 4567 89AB CDEF',
      'https://lango.example/t/0123456789ABCDEF',
      '',
      '1 x VIP',
      'Enter Through: Main Gate',
      'Ticket number: GHJK MNPQ RSTV WXYZ',
      'https://lango.example/t/GHJKMNPQRSTVWXYZ',
      '',
      'Paid: KES 2,400',
      'M-PESA reference: UKT0000001',
      '',
      'Open the link and show the QR code, or show the ticket number, at the gate. Keep it safe and do not share it with others.',
      '',
      'Questions? help@lango.example or 0712 000 000',
    ].join('\n'),
  })
})

// spec: help-ticket-delivery-sms
// spec: unit-after-buying
test('a table says how many people it is for, and an add-on where and how often it is redeemed', () => {
  const [ticket] = FACTS.tickets
  const tickets = [
    { ...ticket!, ticketType: 'Table of 10', soldIn: 10, admits: 10 },
    { ...ticket!, ticketType: 'Drinks', soldIn: 3, admits: 3, isAddOn: true, gate: 'Bar' },
    { ...ticket!, ticketType: 'Parking', admits: 1, isAddOn: true, gate: '' },
  ]
  const { text, html } = ticketEmail({ ...FACTS, tickets })
  expect(text).toContain('Table of 10 (10 people)\nEnter Through: Gate A\n')
  expect(text).toContain('Drinks (3 uses)\nRedeem At: Bar\n')
  expect(text).toContain('1 x Parking\nTicket number')
  expect(seen(html)).toMatch(/Drinks \(3 uses\)\s+Redeem At\s+Bar/)
  expect(ticketEmail({ ...FACTS, tickets, language: 'sw' }).text).toContain(
    'Drinks (mara 3)\nTumia Kwenye: Bar\n',
  )
})

test('the HTML has the same content', () => {
  const { html } = ticketEmail(FACTS)
  for (const words of [
    'Nairobi Derby',
    'Saturday, December 12, 2026, 3:00 PM',
    'Nyayo National Stadium, Nairobi',
    '2 × Standard',
    '1 × VIP',
    'Gate A',
    'Main Gate',
    '0123 4567 89AB CDEF',
    'GHJK MNPQ RSTV WXYZ',
    'KES 2,400',
    'UKT0000001',
    'help@lango.example',
    '0712 000 000',
  ]) {
    expect(seen(html)).toContain(words)
  }
  expect([...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual(
    FACTS.tickets.map((ticket) => ticket.link),
  )
  // The QR codes are attached, because an email that loads pictures from a server reveals that it
  // was read.
  expect(html).not.toMatch(/<(link|script|style)|url\(/i)
  expect([...html.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1])).toEqual([
    'cid:lango.example.t.0123456789ABCDEF@code',
    'cid:lango.example.t.GHJKMNPQRSTVWXYZ@code',
  ])
  // Mail programs that block pictures show the alternative text.
  expect(html).toContain('alt="QR code of ticket 0123 4567 89AB CDEF"')
})

// spec: free-order-number
test('an email about tickets without a payment has the number of the order', () => {
  const free = { ...FACTS, amountKes: 0, receipt: null, orderNumber: 'AB12CD34' }
  const { text, html } = ticketEmail(free)
  expect(text).toContain('\n\nOrder number: AB12CD34\n\n')
  expect(seen(html)).toContain('Order number AB12CD34')
  expect(text).not.toContain('Paid')
  expect(ticketEmail({ ...free, language: 'sw' }).text).toContain('Nambari ya agizo: AB12CD34')
})

test('an unknown receipt leaves no gap', () => {
  const { text, html } = ticketEmail({ ...FACTS, receipt: null })
  expect(text).not.toContain('reference')
  expect(html).not.toMatch(/reference|null/)
})

test('a single ticket is in the singular', () => {
  const [, vip] = FACTS.tickets
  expect(ticketEmail({ ...FACTS, tickets: [vip!] }).subject).toBe('Your ticket: Nairobi Derby')
})

test('names of any kind are text, not markup', () => {
  const evil = `<script>alert("1")</script> & 'co'`
  const { html, text } = ticketEmail({
    ...FACTS,
    eventTitle: evil,
    location: evil,
    receipt: evil,
    supportPhone: evil,
    tickets: FACTS.tickets.map((ticket) => ({ ...ticket, ticketType: evil, gate: evil })),
  })
  expect(html).not.toContain('<script')
  expect(html.match(/&lt;script&gt;alert\(&quot;1&quot;\)/g)).toHaveLength(9)
  expect(text).toContain(evil)
})

// spec: swahili-emails
test('a purchase in Swahili gets the email in Swahili, dates included', () => {
  const { subject, text, html } = ticketEmail({ ...FACTS, language: 'sw' })
  expect(subject).toBe('Tiketi zako: Nairobi Derby')
  expect(text).toContain('Jumamosi, 12 Desemba 2026, 3:00 PM')
  for (const words of ['Ingia Kupitia: Gate A', 'Nambari ya tiketi: 0123', 'Umelipa: KES 2,400']) {
    expect(text).toContain(words)
  }
  expect(html).toContain('<html lang="sw">')
  for (const english of Object.values(TICKET_EMAIL).map(({ en }) => en.replace(/\{\w+\}/g, ''))) {
    expect(seen(html)).not.toContain(english)
    expect(text).not.toContain(english)
  }
})

// spec: days-told
test.each([
  ['en', 'Saturday, December 12, 2026, 2:00 PM', 'Friday, December 11, 2026 – '],
  ['sw', 'Jumamosi, 12 Desemba 2026, 2:00 PM', 'Ijumaa, 11 Desemba 2026 – '],
] as const)('each ticket for days of a festival names its own (%s)', (language, day, span) => {
  const [first, second] = FACTS.tickets
  const tickets = [
    { ...first!, when: { date: '2026-12-12', time: '14:00:00', until: '2026-12-12' } },
    { ...second!, when: { date: '2026-12-11', time: '17:00:00', until: '2026-12-13' } },
  ]
  const { text, html } = ticketEmail({ ...FACTS, language, until: '2026-12-13', tickets })
  expect(text).toContain(`\n2 x Standard\n${day}\n`)
  expect(text).toContain(`\n1 x VIP\n${span}`)
  expect(seen(html)).toMatch(new RegExp(`2 × Standard\\s+${day}`))
  expect(seen(html)).toMatch(new RegExp(`1 × VIP\\s+${span}`))
})
