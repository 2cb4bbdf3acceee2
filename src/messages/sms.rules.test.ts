import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  refundDueSms,
  SMS_AIM_SEPTETS,
  SMS_MAX_SEPTETS,
  secondPaymentSms,
  septets,
  shorten,
  suspenseSms,
  type TicketSms,
  ticketSms,
  toGsm,
} from './sms.rules.ts'

const runs = { seed: 20261121, numRuns: 3_000 }

const NUMBER = '1234567890ABCDEF'
const SHOWN = '1234 5678 90AB CDEF'
// What the gateway puts under the first message that a phone gets from a sender.
const OPT_OUT = '\nSTOP*456*9*5#'

function smsOf(changes: Partial<TicketSms> & { origin?: string } = {}): string {
  const { origin = 'https://lango.co.ke', ...ticket } = changes
  return ticketSms({
    eventTitle: 'Derby Day',
    ticketType: 'VIP',
    quantity: 2,
    gate: 'Gate A',
    ticketNumber: NUMBER,
    link: `${origin}/t/${NUMBER}`,
    ...ticket,
  })
}

/** Whatever an organizer may type: letters of many scripts, emoji, quotes, and far too much. */
const anyName = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(
      fc.constantFrom(
        'Gor Mahia',
        'AFC',
        '“Derby”',
        '—',
        'مباراة',
        '🎉',
        'Café',
        'ŁÓDŹ',
        '€',
        '[x]',
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join(' ')),
)
const anyTicket = fc.record({
  eventTitle: anyName,
  ticketType: anyName,
  gate: anyName,
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
})
const anyOrigin = fc
  .integer({ min: 4, max: 32 })
  .map((length) => `https://${'ticket-shop.nairobi-events.example'.slice(0, length)}`)

describe('the SMS of a ticket', () => {
  test('says event, quantity and type, gate, number and link', () => {
    expect(smsOf()).toBe(
      `Derby Day: 2 x VIP. Enter: Gate A. No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`,
    )
  })

  test('is one part of at most 135 septets whatever the names are', () => {
    fc.assert(
      fc.property(anyTicket, (ticket) => {
        const text = smsOf(ticket)
        expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expect(septets(text + OPT_OUT)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        expect(text).toContain(` No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`)
        expect(text).toMatch(new RegExp(`^\\S.*: ${ticket.quantity} x \\S.*\\. Enter: \\S`))
      }),
      runs,
    )
  })

  test('keeps a gate of up to 20 letters whole, whatever the other names and our address are', () => {
    const gate = fc.stringMatching(/^[A-Z][A-Za-z0-9 ]{0,18}[A-Za-z0-9]$/)
    fc.assert(
      fc.property(anyTicket, gate, anyOrigin, (ticket, name, origin) => {
        const text = smsOf({ ...ticket, gate: name, quantity: 31, origin })
        expect(text).toContain(`. Enter: ${toGsm(name)}. No. ${SHOWN}. ${origin}/t/${NUMBER}`)
      }),
      runs,
    )
  })

  test('stays one part with an address of ours of up to 40 characters', () => {
    fc.assert(
      fc.property(anyTicket, anyOrigin, (ticket, origin) => {
        const text = smsOf({ ...ticket, quantity: Math.min(31, ticket.quantity), origin })
        expect(origin.length).toBeLessThanOrEqual(40)
        expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expect(text.endsWith(`${origin}/t/${NUMBER}`)).toBe(true)
      }),
      runs,
    )
  })

  test('goes above the aim, never above one part, with a longer address still', () => {
    fc.assert(
      fc.property(anyTicket, fc.integer({ min: 41, max: 80 }), (ticket, length) => {
        const origin = `https://${'x'.repeat(length - 8)}`
        const text = smsOf({ ...ticket, quantity: 31, origin })
        expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        expect(text).toContain(SHOWN)
        expect(text.endsWith(`${origin}/t/${NUMBER}`)).toBe(true)
      }),
      runs,
    )
  })

  test('shortens the title first, at a word, and leaves type and gate as they are', () => {
    const text = smsOf({
      eventTitle:
        'The Great Annual Nairobi International Festival of Jazz, Blues and Afro-Fusion 2027',
      ticketType: 'Early Bird VIP',
      gate: 'North Stand Entrance',
    })
    expect(text).toBe(
      `The Great Annual..: 2 x Early Bird VIP. Enter: North Stand Entrance. No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`,
    )
  })

  test('gives room that nobody needs to a long gate', () => {
    const gate = 'Gate B, behind the old railway museum'
    expect(smsOf({ eventTitle: 'Jazz', gate })).toContain(`Enter: ${gate}. No.`)
  })

  test('says something in place of names that GSM cannot write', () => {
    const text = smsOf({ eventTitle: '🎉🎉', ticketType: 'كبار', gate: '北' })
    expect(text).toMatch(/^your event: 2 x Ticket\. Enter: see link\. No\. /)
  })
})

describe('the SMS about money', () => {
  const anyMoney = fc.record({
    eventTitle: anyName,
    amountKes: fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => cents / 100),
    code: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  })

  test.each([
    ['a refund that is due', refundDueSms],
    ['a second payment', secondPaymentSms],
    ['an amount that is being checked', suspenseSms],
  ])('about %s is one part with its reference whole, for any title', (_what, write) => {
    fc.assert(
      fc.property(anyMoney, (money) => {
        const text = write(money)
        expect(septets(text)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
        expect(text.endsWith(`Ref ${money.code}`)).toBe(true)
        expect(text).not.toMatch(/\s{2}/)
      }),
      runs,
    )
  })

  test('says what happened and what to do', () => {
    const money = { eventTitle: 'Derby Day', amountKes: 1500, code: 'ABCD1234' }
    expect(refundDueSms(money)).toBe(
      'Your KES 1,500 for Derby Day could not buy tickets. It will be refunded to this M-PESA number. Ref ABCD1234',
    )
    expect(secondPaymentSms(money)).toBe(
      'Your second payment, KES 1,500 for Derby Day, will be refunded to this M-PESA number. Your tickets stay valid. Ref ABCD1234',
    )
    expect(suspenseSms(money)).toBe(
      'We got your M-PESA payment for Derby Day and are checking the amount. Do not pay again. Ref ABCD1234',
    )
  })
})

test.each([
  [1500, 'KES 1,500 '],
  [199.5, 'KES 199.50 '],
  [0.05, 'KES 0.05 '],
  [1234.29, 'KES 1,234.29 '],
])('an amount of %d is named to the cent', (amountKes, words) => {
  expect(refundDueSms({ eventTitle: 'Derby Day', amountKes, code: 'ABCD1234' })).toContain(words)
})

describe('toGsm', () => {
  test.each([
    ['“Gor” – AFC’s night…', '"Gor" - AFC\'s night...'],
    ['Café Łódź', 'Café Lódz'.replace('ó', 'o')],
    ['São Tomé à la carte', 'Sao Tomé à la carte'],
    ['2×1 • tonight\u00a0only', '2x1 - tonight only'],
    ['Nyama 🍖  Choma\n\tFest', 'Nyama Choma Fest'],
    ['  [VIP] {gold} ^~|\\ ', 'VIP gold'],
    ['مباراة', ''],
    ['', ''],
  ])('writes %j as %j', (text, plain) => {
    expect(toGsm(text)).toBe(plain)
  })

  test('gives one septet for each character, whatever came in', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const plain = toGsm(name)
        expect(septets(plain)).toBe(plain.length)
      }),
      runs,
    )
  })
})

describe('septets', () => {
  test.each([
    ['abc', 3],
    ['', 0],
    ['à@£$', 4],
    ['[x]', 5],
    ['€', 2],
    ['a\nb', 3],
    ['â', Number.POSITIVE_INFINITY],
    ['ok 👍', Number.POSITIVE_INFINITY],
    ['“', Number.POSITIVE_INFINITY],
  ])('of %j are %d', (text, length) => {
    expect(septets(text)).toBe(length)
  })
})

describe('shorten', () => {
  test.each([
    ['Derby Day', 9, 'Derby Day'],
    ['Derby Day', 8, 'Derby..'],
    ['Derby, Day of days', 10, 'Derby..'],
    ['Internationale', 8, 'Intern..'],
    ['A very long name', 8, 'A very..'],
    ['Derby', 2, 'De'],
    ['Derby', 1, 'D'],
    ['Derby', 0, ''],
    ['Derby', -4, ''],
    ['- - - - -', 5, '..'],
  ])('%j to %d is %j', (text, max, short) => {
    expect(shorten(text, max)).toBe(short)
  })

  test('is never longer than asked, and is the text itself where that fits', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: -5, max: 80 }), (text, max) => {
        const short = shorten(text, max)
        expect(short.length).toBeLessThanOrEqual(Math.max(0, max))
        if (text.length <= max) expect(short).toBe(text)
      }),
      runs,
    )
  })
})
