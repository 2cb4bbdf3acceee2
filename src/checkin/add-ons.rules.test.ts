import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_TIME, checkInMessage, decideCheckIn, type KnownTicket } from './checkin.rules.ts'

const PARKING: KnownTicket = {
  eventId: 'e1',
  gateId: null,
  redeemedAt: ['parking'],
  voidFor: null,
  left: 3,
}
const AT_PARKING = { eventId: 'e1', gateId: 'parking', admits: null }

const question = fc.record({
  eventId: fc.constant('e1'),
  gateId: fc.constantFrom(null, 'gate-a', 'parking', 'bar'),
  admits: fc.constantFrom(null, 1, 3),
  isConfirmed: fc.boolean(),
  isByHand: fc.boolean(),
  isSoldHere: fc.boolean(),
})
const entry = fc.record({
  at: fc.constant(1000),
  doorsAt: fc.constantFrom(null, 500, 2000),
  anyGateFrom: fc.constantFrom(null, 500, 2000),
  isStopped: fc.boolean(),
  isAddOnGate: fc.boolean(),
})
const left = fc.integer({ min: 1, max: 31 })
const usedOrLeft = fc.integer({ min: 0, max: 31 })
const redeemedAt = fc.constantFrom<string[][]>([], ['parking'], ['parking', 'bar'])
const unlisted = fc.record({
  isGenuine: fc.constant(true),
  eventId: fc.constant('e1'),
  gateIds: fc.constantFrom([], ['gate-a']),
  admits: left,
  proofsLeft: fc.constant(5),
})

// spec: add-on-no-entrance
test('property: an add-on is taken only at its gates, by no phone, hour, sale or hand elsewhere', () => {
  fc.assert(
    fc.property(
      question,
      entry,
      fc.tuple(
        fc.oneof(
          left.map((left) => ({ ...PARKING, left })),
          unlisted,
        ),
        redeemedAt,
      ),
      (question, entry, [ticket, redeemedAt]) => {
        const { result, reason } = decideCheckIn(question, { ...ticket, redeemedAt }, entry)
        if (redeemedAt.includes(question.gateId ?? '')) expect(result).not.toBe('wrong_gate')
        else {
          expect(result).toBe('wrong_gate')
          expect(reason).toBe(question.gateId === null ? 'choose_gate' : 'add_on')
        }
      },
    ),
  )
})

// spec: add-on-gate-no-entry
test('property: no entry ticket is taken at a gate that redeems add-ons', () => {
  fc.assert(
    fc.property(question, entry, fc.oneof(usedOrLeft, unlisted), (question, entry, ticket) => {
      const { redeemedAt: _, ...known } = PARKING
      const shown = typeof ticket === 'number' ? { ...known, left: ticket } : ticket
      const decision = decideCheckIn(question, shown, { ...entry, isAddOnGate: true })
      expect(decision).toMatchObject({ result: 'wrong_gate', reason: 'add_on_gate', admits: 0 })
    }),
  )
})

// spec: add-on-parts
test('an add-on is redeemed in parts, and its words say so', () => {
  const decide = (admits: number | null, ticket = PARKING, at = ANY_TIME) =>
    decideCheckIn({ ...AT_PARKING, admits }, ticket, at)
  expect(decide(1)).toMatchObject({ result: 'valid', admits: 1, left: 2 })
  expect(decide(4)).toMatchObject({ result: 'too_many', left: 3 })
  expect(decide(1, { ...PARKING, left: 0 })).toMatchObject({ result: 'used' })
  const says = (result: 'valid' | 'used' | 'too_many' | 'wrong_gate', more: object = {}) =>
    checkInMessage({
      ...{ result, admits: 1, left: 2, reason: null, earlier: null },
      ticket: { ticket_type: 'Drinks', quantity: 3, gate: 'Bar', kind: 'add_on' },
      ...more,
    })
  expect(says('valid')).toBe('Redeemed: 1 × Drinks. 2 of 3 left.')
  expect(says('valid', { left: 0 })).toBe('Redeemed: 1 × Drinks.')
  expect(says('used')).toBe('Already redeemed.')
  expect(says('too_many')).toBe('Only 2 of 3 left on this ticket.')
  expect(says('wrong_gate')).toBe('Not here: this add-on is redeemed at Bar.')
})
