// spec: ticket-sms-day-hour
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyName } from '../../../test/names.ts'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { SMS_AIM_SEPTETS, SMS_MAX_SEPTETS, septets, toGsm } from '../../messages/sms.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { pairSms, type TicketSms, ticketSms } from './ticket-sms.rules.ts'

const runs = { seed: 20261121, numRuns: todaysRuns(3_000, 500) }

const NUMBER = '1234567890ABCDEF'
const SHOWN = '1234 5678 90AB CDEF'
// The gateway appends this to the first message that a phone gets from a sender.
const OPT_OUT = '\nSTOP*456*9*5#'

const FACTS: TicketSms = {
  language: 'en',
  eventTitle: 'Derby Day',
  date: '2027-01-03',
  time: '16:00',
  location: 'Nyayo Stadium, Nairobi',
  ticketType: 'VIP',
  quantity: 2,
  gate: 'Gate A',
  ticketNumber: NUMBER,
  link: `https://lango.co.ke/t/${NUMBER}`,
}

function smsOf(changes: Partial<TicketSms> & { origin?: string } = {}): string {
  const { origin = 'https://lango.co.ke', ...ticket } = changes
  return ticketSms({ ...FACTS, link: `${origin}/t/${NUMBER}`, ...ticket })
}

const no = ({ language }: { language: Language }) => (language === 'en' ? 'No' : 'Na')

const prefix = ({ language }: { language: Language }) => (language === 'en' ? '' : '/sw')

/**
 * Expects a link to the page in the SMS's language. If our address is long, a link to the English
 * page is allowed too.
 */
function expectLink(text: string, origin: string, ticket: { language: Language }): void {
  const links = [`${origin}${prefix(ticket)}/t/${NUMBER}`, `${origin}/t/${NUMBER}`]
  expect(links).toContain(text.split(' ').at(-1))
}

const two = (part: number) => String(part).padStart(2, '0')

/** Matches a time such as 'Sun 3 Jan 4PM' or 'Sun 27 Dec 10:30AM'. */
const WHEN =
  '(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jpl|Jpili|Jtt|Jtatu|Jnn|Jnne|Jtn|Jtano|Alh|Ijm|Jms|Jmosi) [1-3]?\\d (Jan|Feb|Mar|Mac|Apr|May|Mei|Jun|Jul|Aug|Ago|Sep|Oct|Okt|Nov|Dec|Des) 1?\\d(:\\d\\d)?[AP]M'

const anyTicket = fc.record({
  language: fc.constantFrom<Language>('en', 'sw'),
  eventTitle: anyName,
  location: anyName,
  date: fc
    .date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((day) => day.toISOString().slice(0, 10)),
  time: fc
    .integer({ min: 0, max: 1439 })
    .map((at) => `${two(Math.floor(at / 60))}:${two(at % 60)}`),
  ticketType: anyName,
  gate: anyName,
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
})
const anyOrigin = fc
  .integer({ min: 4, max: 32 })
  .map((length) => `https://${'ticket-shop.nairobi-events.example'.slice(0, length)}`)

describe('the SMS of a ticket', () => {
  // spec: ticket-sms-venue
  test('the ticket SMS has event, day and hour, venue, quantity and type, gate, number and link', () => {
    expect(smsOf()).toBe(
      `Derby Day, Sun 3 Jan 4PM, Nyayo Stadium: 2 x VIP. Enter: Gate A. No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`,
    )
  })

  test('the Swahili SMS has the same facts', () => {
    expect(smsOf({ language: 'sw' })).toBe(
      `Derby Day, Jpili 3 Jan 4PM, Nyayo Stadium: 2 x VIP. Ingia: Gate A. Na. ${SHOWN}. https://lango.co.ke/sw/t/${NUMBER}`,
    )
  })

  test('the ticket SMS is one part of at most 145 septets, whatever the names', () => {
    fc.assert(
      fc.property(anyTicket, (ticket) => {
        const text = smsOf(ticket)
        expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expect(septets(text + OPT_OUT)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        const link = `https://lango.co.ke${prefix(ticket)}/t/${NUMBER}`
        expect(text).toContain(` ${no(ticket)}. ${SHOWN}. ${link}`)
        expect(text).toMatch(
          new RegExp(`^\\S.*, ${WHEN}(, \\S.*)?: ${ticket.quantity} x \\S.*\\. (Enter|Ingia): \\S`),
        )
      }),
      runs,
    )
  })

  test('the SMS of a complimentary ticket names its host first, and stays one part', () => {
    expect(smsOf({ host: 'Safaricom' })).toBe(
      `From Safaricom: Derby Day, Sun 3 Jan 4PM, Nyayo Stadium: 2 x VIP. Enter: Gate A. No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`,
    )
    const long = { host: 'Kenya Commercial Bank', eventTitle: 'Great Rift Valley Marathon' }
    expect(smsOf(long)).toMatch(/^From Kenya Commerci\.\.: Great Rift Valley\.\., Sun 3 Jan 4PM: /)
    expect(smsOf({ ...long, eventTitle: 'Rift Valley Run' })).toMatch(
      /^From Kenya Co\.\.: Rift Valley Run, Sun 3 Jan 4PM, Nyayo\.\.: /,
    )
    expect(smsOf({ host: '株式会社' })).toBe(smsOf())
    fc.assert(
      fc.property(anyTicket, anyName, (ticket, host) => {
        const text = smsOf({ ...ticket, quantity: Math.min(31, ticket.quantity), host })
        expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        expect(text).toContain(` ${no(ticket)}. ${SHOWN}. https://lango.co.ke`)
      }),
      runs,
    )
  })

  test('a gate of up to 20 letters stays whole, whatever the other names and our address', () => {
    const gate = fc.stringMatching(/^[A-Z][A-Za-z0-9 ]{0,18}[A-Za-z0-9]$/)
    fc.assert(
      fc.property(anyTicket, gate, anyOrigin, (ticket, name, origin) => {
        const text = smsOf({ ...ticket, gate: name, quantity: 31, origin })
        expect(text).toContain(`: ${toGsm(name)}. ${no(ticket)}. ${SHOWN}. ${origin}/`)
        expectLink(text, origin, ticket)
      }),
      runs,
    )
  })

  test('the ticket SMS keeps to 145 septets with an address of ours of up to 30 characters', () => {
    fc.assert(
      fc.property(anyTicket, anyOrigin, (ticket, { length }) => {
        const origin = `https://${'x'.repeat(Math.min(30, length) - 8)}`
        const text = smsOf({ ...ticket, quantity: Math.min(31, ticket.quantity), origin })
        expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expectLink(text, origin, ticket)
      }),
      runs,
    )
  })

  // spec: swahili-sms-links
  test('the link leads to the Swahili page, unless that would cut a name that the English link leaves whole', () => {
    const linkOf = (length: number, changes: Partial<TicketSms> = {}) => {
      const origin = `https://${'x'.repeat(length - 8)}`
      const text = smsOf({ language: 'sw', origin, ...changes })
      expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
      return text.split(' ').at(-1)!.slice(origin.length)
    }
    expect(linkOf(19)).toBe(`/sw/t/${NUMBER}`)
    expect(linkOf(26, { date: '2026-12-27', time: '10:30' })).toBe(`/sw/t/${NUMBER}`)
    expect(linkOf(40)).toBe(`/t/${NUMBER}`)
    expect(linkOf(19, { language: 'en' })).toBe(`/t/${NUMBER}`)
  })

  test('with a longer address the ticket SMS exceeds 145 septets, but never one part', () => {
    fc.assert(
      fc.property(anyTicket, fc.integer({ min: 31, max: 80 }), (ticket, length) => {
        const origin = `https://${'x'.repeat(length - 8)}`
        const text = smsOf({ ...ticket, quantity: 31, origin })
        expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        if (length <= 59) expect(text).toMatch(new RegExp(`^\\S.*, ${WHEN}(, \\S.*)?: 31 x \\S`))
        expect(text).toContain(SHOWN)
        expectLink(text, origin, ticket)
      }),
      runs,
    )
  })

  test('the title is shortened first, at a word, before type and gate', () => {
    const text = smsOf({
      eventTitle:
        'The Great Annual Nairobi International Festival of Jazz, Blues and Afro-Fusion 2027',
      ticketType: 'Early Bird VIP',
      gate: 'North Stand Entrance',
    })
    expect(text).toBe(
      `The Great.., Sun 3 Jan 4PM: 2 x Early Bird VIP. Enter: North Stand Entrance. No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`,
    )
  })

  // spec: ticket-sms-venue
  test('a long title gives way to the venue, but not a title of 24 letters; the town is left out', () => {
    const [eventTitle, location] = [
      'The Great Rift Valley Half Marathon',
      'Menengai Crater, Nakuru',
    ]
    const half = smsOf({ eventTitle, location, ticketType: 'Half Marathon', gate: 'Start Line' })
    expect(half).toMatch(
      /^The Great Rift Valley\.\., Sun 3 Jan 4PM: 2 x Half Marathon\. Enter: Start Line\. /,
    )
    const short = smsOf({ eventTitle, location, ticketType: 'VIP' })
    expect(short).toMatch(
      /^The Great Rift Valley\.\., Sun 3 Jan 4PM, Menengai Crater: 2 x VIP\. Enter: Gate A\. /,
    )
  })

  // spec: ticket-sms-venue
  test('the venue is shortened before the title, and both at the end of a word', () => {
    const beginOf = (changes: Partial<TicketSms>) => smsOf(changes).split(': 1 x ')[0]
    const facts = { quantity: 1, date: '2026-12-20', gate: 'Main Gate' }
    const jazz = { ...facts, eventTitle: 'Kitengela Jazz Brunch', ticketType: 'Regular' }
    const when = 'Kitengela Jazz Brunch, Sun 20 Dec 4PM'
    expect(beginOf({ ...jazz, location: 'Namanga' })).toBe(`${when}, Namanga`)
    expect(beginOf({ ...jazz, location: 'Acacia Gardens' })).toBe(`${when}, Acacia..`)
    expect(beginOf({ ...jazz, location: 'Maasai-Ostrich Park' })).toBe(when)
    const children = 'Children under 12'
    expect(beginOf({ ...jazz, ticketType: children, location: 'Namanga' })).toBe(when)
    const mugithi = { ...facts, eventTitle: 'Mugithi Night with Samidoh', ticketType: children }
    expect(beginOf(mugithi)).toBe('Mugithi Night with.., Sun 20 Dec 4PM')
  })

  test('the hour has minutes only if needed, and noon and midnight are 12PM and 12AM', () => {
    const whenOf = (date: string, time: string) =>
      smsOf({ date, time, location: '' }).match(/^Derby Day, (.*?): 2 x /)?.[1]
    expect(whenOf('2026-12-27', '10:30')).toBe('Sun 27 Dec 10:30AM')
    expect(whenOf('2027-08-01', '12:00')).toBe('Sun 1 Aug 12PM')
    expect(whenOf('2027-01-01', '00:05')).toBe('Fri 1 Jan 12:05AM')
  })

  test('a long gate gets the room that other names leave', () => {
    const gate = 'Gate B, behind the old railway museum'
    expect(smsOf({ eventTitle: 'Jazz', gate })).toContain(`Enter: ${gate}. No.`)
  })

  test('a name that GSM cannot write is replaced by a word', () => {
    const text = smsOf({ eventTitle: '🎉🎉', ticketType: 'كبار', gate: '北', location: '北' })
    expect(text).toMatch(/^your event, Sun 3 Jan 4PM: 2 x Ticket\. Enter: see link\. No\. /)
  })
})

describe('the SMS of two tickets', () => {
  const OTHER = '2345678901BCDEFG'
  const pairOf = (changes: Partial<TicketSms> = {}, second: Partial<TicketSms> = {}) => {
    const first: TicketSms = { ...FACTS, ...changes }
    const other = { ticketType: 'Terrace', quantity: 1, gate: 'Gate B', ticketNumber: OTHER }
    return pairSms(first, { ...first, ...other, ...second })
  }

  // spec: two-tickets-one-sms
  test('the SMS of two tickets has event, day and hour, venue, both numbers and gates, and one page', () => {
    const text = pairOf()
    expect(text).toBe(
      'Derby Day, Sun 3 Jan 4PM, Nyayo Stadium: 2 x VIP (Gate A) 1234 5678 90AB CDEF; 1 x Terrace (Gate B) 2345 6789 01BC DEFG. lango.co.ke/my-ticket',
    )
    expect(septets(text!)).toBe(142)
    expect(pairOf({ language: 'sw' })).toContain(', Jpl 3 Jan 4PM, ')
    expect(pairOf({ language: 'sw' })!.split(' ').at(-1)).toBe('lango.co.ke/sw/my-ticket')
  })

  test('a gate of both tickets is named once', () => {
    expect(pairOf({}, { gate: 'Gate A' })).toBe(
      'Derby Day, Sun 3 Jan 4PM, Nyayo Stadium, Gate A: 2 x VIP 1234 5678 90AB CDEF; 1 x Terrace 2345 6789 01BC DEFG. lango.co.ke/my-ticket',
    )
  })

  test('the venue gives way, then the title, down to a word with eight letters', () => {
    const eventTitle = 'Mashemeji Derby of the Year'
    expect(pairOf({ eventTitle })).toMatch(/^Mashemeji\.\., Sun 3 Jan 4PM, Nyayo Stadium: /)
    expect(pairOf({ eventTitle, ticketType: 'VIP Lounge' })).toMatch(
      /^Mashemeji\.\., Sun 3 Jan 4PM, Nyayo\.\.: /,
    )
  })

  test('two tickets get an SMS each if a type, a gate or our address is too long for one SMS', () => {
    expect(pairOf({ ticketType: 'General Admission, Advance' })).toBeNull()
    expect(pairOf({}, { gate: 'North Stand Entrance' })).toBeNull()
    expect(pairOf({ link: `https://tickets.nairobi-events.example/t/${NUMBER}` })).toBeNull()
  })

  test('the SMS of two tickets is one part of at most 145 septets with whole types and gates', () => {
    const short = fc.stringMatching(/^[A-Z][a-z]{0,8}$/)
    let fitting = 0
    fc.assert(
      fc.property(anyTicket, fc.tuple(short, short, short, short), (ticket, names) => {
        const [type, gate, other, place] = names
        const quantity = Math.min(31, ticket.quantity)
        const facts = { ...ticket, ticketType: type, gate, quantity }
        const text = pairOf(facts, { ticketType: other, gate: place })
        if (text === null) return
        fitting += 1
        expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expect(text).toContain(
          gate === place
            ? `, ${gate}: ${quantity} x ${type} ${SHOWN}; 1 x ${other} `
            : `: ${quantity} x ${type} (${gate}) ${SHOWN}; 1 x ${other} (${place}) `,
        )
        expect(text).toMatch(new RegExp(`^\\S.*, ${WHEN}`))
        if (/[a-z]/i.test(toGsm(ticket.location.split(',')[0]!))) {
          expect(text).toMatch(new RegExp(`${WHEN}, \\S.*: ${quantity} x`))
        }
      }),
      runs,
    )
    expect(fitting).toBeGreaterThan(runs.numRuns / 2)
  })
})

// spec: ticket-sms-units
test('the SMS of a table or an add-on fits one part, whatever things are called', () => {
  const unit = fc.record({
    quantity: fc.integer({ min: 1, max: 31 }),
    soldIn: fc.integer({ min: 1, max: 31 }),
    kind: fc.constantFrom('entry', 'add_on'),
  })
  fc.assert(
    fc.property(anyTicket, unit, (ticket, of) => {
      expect(septets(smsOf({ ...ticket, ...of }))).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
    }),
    runs,
  )
})
