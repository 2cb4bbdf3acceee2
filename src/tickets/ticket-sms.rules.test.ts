import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyName } from '../../test/names.ts'
import { SMS_AIM_SEPTETS, SMS_MAX_SEPTETS, septets, toGsm } from '../messages/sms.rules.ts'
import { type TicketSms, ticketSms } from './ticket-sms.rules.ts'

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
