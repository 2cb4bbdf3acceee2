import { describe, expect, test } from 'vitest'
import { SMS_AIM_SEPTETS, septets } from '../../messages/sms.rules.ts'
import { pairSms, type TicketSms, ticketSms } from './ticket-sms.rules.ts'

const NUMBER = '1234567890ABCDEF'
const SHOWN = '1234 5678 90AB CDEF'

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

const smsOf = (changes: Partial<TicketSms>) => ticketSms({ ...FACTS, ...changes })

// spec: ticket-sms-units
describe('the SMS of a unit of several', () => {
  const table = { ticketType: 'Table of 10', quantity: 10, soldIn: 10 }
  const parking = { kind: 'add_on', ticketType: 'Parking', quantity: 1, gate: 'Parking gate' }

  test('names the people of a table', () => {
    expect(smsOf(table)).toBe(
      `Derby Day, Sun 3 Jan 4PM, Nyayo Stadium: Table of 10 (10 people). Enter: Gate A. No. ${SHOWN}. https://lango.co.ke/t/${NUMBER}`,
    )
    expect(smsOf({ ...table, quantity: 1, language: 'sw' })).toContain(
      ': Table of 10 (mtu 1). Ingia: ',
    )
  })

  test('of an add-on says where it is used, and lets nobody enter', () => {
    expect(smsOf(parking)).toContain(': 1 x Parking. Use at: Parking gate. No. ')
    const drinks = { ...parking, ticketType: 'Drinks', quantity: 3, soldIn: 3, gate: '' }
    expect(smsOf(drinks)).toContain(': Drinks (3 uses). Use at: see link. No. ')
    expect(smsOf({ ...drinks, language: 'sw' })).toContain(': Drinks (mara 3). Tumia: ona kiungo. ')
    expect(smsOf(parking)).not.toMatch(/Enter|admit/i)
  })

  test('goes into the SMS of the ticket if both fit one part', () => {
    const both = pairSms(FACTS, { ...FACTS, ...parking, gate: 'Lot 2' })
    expect(both).toContain(`2 x VIP (Gate A) ${SHOWN}; 1 x Parking (Lot 2) ${SHOWN}. `)
    expect(septets(both ?? '')).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
    expect(
      pairSms(
        { ...FACTS, ticketType: 'Very important person' },
        { ...FACTS, ...parking, ticketType: 'Parking for large cars and minibuses' },
      ),
    ).toBeNull()
  })
})
