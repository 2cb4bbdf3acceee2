import { expect, test } from 'vitest'
import { SMS_MAX_SEPTETS, septets } from '../../messages/sms.rules.ts'
import { codeSms, sharesOf, type TransferFacts, transferStop } from './transfer.rules.ts'

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
  const about = { code: '012345', eventTitle: 'ሰላም', ticketType: '“🔥”', shares }
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
      const about = { code: '012345', eventTitle, ticketType: `${long} VIP`, shares }
      const [en, sw] = (['en', 'sw'] as const).map((language) => codeSms({ language, ...about }))
      for (const sms of [en!, sw!]) expect(septets(sms)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
      expect(en).toMatch(/^012345 is your code to send 31 x /)
      if (eventTitle === long) expect(en).toMatch(/ \(The Great [\w ]*[a-z]\.\.\) to /)
      expect(sw).toMatch(/^012345 ni msimbo wa uthibitisho wa kutuma 31 x /)
    }
  }
})
