import { expect, test } from 'vitest'
import { SMS_MAX_SEPTETS, septets } from '../../messages/sms.rules.ts'
import {
  codeSms,
  giveBackCodeSms,
  sharesOf,
  type TransferFacts,
  takeBackCodeSms,
  transferStop,
} from './transfer.rules.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const TICKET: TransferFacts = {
  state: 'valid',
  voidReason: null,
  isPaid: true,
  isCancelled: false,
  isOver: false,
  admits: 3,
  admitted: 1,
  timesSent: 1,
  limit: null,
  endsAt: null,
}

// spec: transfer-refused, transfer-rules
test.each<[Partial<TransferFacts>, ReturnType<typeof transferStop>]>([
  [{}, null],
  [{ limit: 2 }, null],
  [{ limit: 1 }, 'transfer_limit'],
  [{ limit: 0, timesSent: 0 }, 'transfer_limit'],
  [{ admitted: 3, state: 'used' }, 'ticket_used'],
  [{ state: 'void', voidReason: 'transferred' }, 'ticket_void'],
  [{ isPaid: false }, 'ticket_void'],
  [{ isCancelled: true }, 'ticket_cancelled'],
  [{ isOver: true }, 'transfers_closed'],
  [{ endsAt: NOW }, 'transfers_closed'],
  [{ endsAt: new Date(NOW.getTime() + 1) }, null],
])('%j: %s', (change, stop) => {
  expect(transferStop({ ...TICKET, ...change }, NOW)).toBe(stop)
})

// spec: transfer-link-for-each-friend
test.each([
  [['a'], null, 3, [['a', 3]]],
  [['a'], 2, 3, [['a', 2]]],
  [['a'], 4, 3, null],
  [
    ['a', 'b'],
    null,
    3,
    [
      ['a', 1],
      ['b', 1],
    ],
  ],
  [['a', 'a'], null, 3, [['a', 1]]],
  [['a', 'b'], null, 1, null],
] as const)('to %j, %s of %i', (phones, admits, left, shares) => {
  const expected = shares?.map(([phone, people]) => ({ phone, admits: people })) ?? null
  expect(sharesOf({ phones, admits }, left)).toEqual(expected)
})

test('the SMS with the code names a ticket whose type GSM-7 cannot write', () => {
  const shares = [{ phone: '254712345678', admits: 1 }]
  const about = {
    code: '012345',
    eventTitle: 'ሰላም',
    ticketType: '“🔥”',
    soldIn: 1,
    kind: 'entry',
    shares,
  }
  expect(codeSms({ ...about, language: 'en' })).toContain('send 1 x Ticket (your event) to ')
})

// spec: transfer-new-number
test("the SMS with the code is one part, whatever the event's title", () => {
  const long = 'The Great Annual Nairobi International Festival of Jazz, Blues and Afro-Fusion'
  for (const eventTitle of [long, '东非 🎷', 'X']) {
    for (const shares of [
      [{ phone: '254712345678', admits: 31 }],
      Array.from({ length: 31 }, (_, i) => ({ phone: `2547123456${10 + i}`, admits: 1 })),
    ]) {
      const type = { ticketType: `${long} VIP`, soldIn: 1, kind: 'entry' }
      const about = { code: '012345', eventTitle, ...type, shares }
      const [en, sw] = (['en', 'sw'] as const).map((language) => codeSms({ language, ...about }))
      for (const sms of [en!, sw!]) expect(septets(sms)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
      expect(en).toMatch(/^012345 is your code to send 31 x /)
      if (eventTitle === long) expect(en).toMatch(/ \(The Great [\w ]*[a-z]\.\.\) to /)
      expect(sw).toMatch(/^012345 ni msimbo wa uthibitisho wa kutuma 31 x /)
    }
  }
})

// spec: transfer-new-number
test('the SMS with a code counts the people of a table, and not tables', () => {
  const shares = [{ phone: '254712345678', admits: 3 }]
  const type = { ticketType: 'Table of ten', soldIn: 10, kind: 'entry' }
  const about = { code: '012345', eventTitle: 'Derby Day', ...type, shares }
  const [en, sw] = [
    { language: 'en' as const, ...about },
    { language: 'sw' as const, ...about },
  ]
  expect(codeSms(en)).toContain('send Table of ten (3 people) (Derby Day) to 0712 345 678.')
  expect(codeSms(sw)).toContain('kutuma Table of ten (watu 3) (Derby Day) kwa 0712 345 678.')
  expect(takeBackCodeSms(en)).toContain('get Table of ten (3 people) (Derby Day) back from 0712')
  expect(takeBackCodeSms(sw)).toContain('kurudisha Table of ten (watu 3) (Derby Day) kutoka 0712')
  expect(giveBackCodeSms(en)).toContain('return Table of ten (3 people) (Derby Day). ')
  const drinks = { ...en, ticketType: 'Drinks', soldIn: 5, kind: 'add_on' }
  expect(codeSms(drinks)).toContain('send Drinks (3 uses) (Derby Day) to ')
  const long = 'The Great Annual Nairobi International Festival of Jazz'
  for (const one of [en, sw])
    for (const write of [codeSms, takeBackCodeSms, giveBackCodeSms]) {
      const sms = write({ ...one, ticketType: long, eventTitle: long })
      expect(septets(sms)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
    }
})
