import { expect, test } from 'vitest'
import { septets } from '../../messages/sms.rules.ts'
import { gateMovedSms } from './tell-of-gate.job.ts'

// spec: gate-type-moved, sms-holder-language
test('holders get the SMS about another gate in the language of the order, in one part', () => {
  const moved = { eventTitle: 'Derby', ticketType: 'VIP', gate: 'Gate North' }
  expect(gateMovedSms({ ...moved, language: 'en' })).toBe(
    'Derby: VIP, now enter through Gate North. Your ticket stays valid.',
  )
  expect(gateMovedSms({ ...moved, language: 'sw' })).toBe(
    'Derby: VIP, sasa ingia kupitia Gate North. Tiketi yako ni halali.',
  )
  const parking = { ...moved, ticketType: 'Parking', gate: 'Car park 2', isAddOn: true }
  expect(gateMovedSms({ ...parking, language: 'en' })).toBe(
    'Derby: Parking is now at Car park 2. Your ticket stays valid.',
  )
  expect(gateMovedSms({ ...parking, language: 'sw' })).toBe(
    'Derby: Parking sasa iko Car park 2. Tiketi yako ni halali.',
  )
  const unnamed = { eventTitle: 'ሰላም', ticketType: '“🔥”', gate: 'بوابة!' }
  expect(gateMovedSms({ ...unnamed, language: 'en' })).toBe(
    'your event: Ticket, now enter through another gate: see your ticket. Your ticket stays valid.',
  )
  const long = 'A name that goes on and on '.repeat(9)
  for (const language of ['en', 'sw'] as const) {
    const names = [
      { eventTitle: long, ticketType: long, gate: long },
      { eventTitle: '东非', ticketType: '东非', gate: '东非' },
    ]
    for (const named of names) {
      expect(septets(gateMovedSms({ language, ...named }))).toBeLessThanOrEqual(160)
    }
  }
})
