import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkInMessage,
  decideCheckIn,
  type Entry,
  type KnownTicket,
  type Question,
  readShownNumber,
  validationStatus,
} from './checkin.rules.ts'

const HERE = { eventId: 'e1', gateId: 'g1', admits: null }
const TICKET: KnownTicket = { eventId: 'e1', gateId: 'g1', voidFor: null, left: 3 }
const OPEN: Entry = {
  at: 1000,
  doorsAt: null,
  anyGateFrom: null,
  isStopped: false,
  isAddOnGate: false,
}
const decide = (
  ticket: Partial<KnownTicket>,
  question: Partial<Question> = {},
  entry: Partial<Entry> = {},
) => decideCheckIn({ ...HERE, ...question }, { ...TICKET, ...ticket }, { ...OPEN, ...entry })
const refused = { reason: null, admits: 0 }

// spec: valid-used-when
test('each result has its case', () => {
  const good = { result: 'valid', reason: null }
  expect(decide({})).toEqual({ ...good, admits: 3, left: 0 })
  expect(decide({}, { admits: 2 })).toEqual({ ...good, admits: 2, left: 1 })
  expect(decide({}, { admits: 4 })).toEqual({ ...refused, result: 'too_many', left: 3 })
  expect(decide({ left: 0 })).toEqual({ ...refused, result: 'used', left: 0 })
  expect(decide({ gateId: 'g2' })).toEqual({ ...refused, result: 'wrong_gate', left: 3 })
  expect(decide({ eventId: 'e2' })).toEqual({ ...refused, result: 'wrong_event', left: null })
  expect(decideCheckIn(HERE, null, OPEN)).toEqual({ ...refused, result: 'unknown', left: null })
  for (const reason of [
    'refunded',
    'transferred',
    'event_cancelled',
    'revoked',
    'given_back',
  ] as const) {
    expect(decide({ voidFor: reason })).toEqual({ ...refused, result: 'void', reason, left: 0 })
  }
})

// spec: gate-one-rule
test('stopped entry, an early check-in, and letting in without a scan have their results', () => {
  expect(decide({}, {}, { isStopped: true })).toMatchObject({ result: 'entry_stopped', admits: 0 })
  const early = { doorsAt: 1001 }
  expect(decide({}, {}, early)).toEqual({ ...refused, result: 'too_early', left: 3 })
  expect(decide({}, { isConfirmed: true }, early).result).toBe('valid')
  expect(decide({}, {}, { doorsAt: 1000 }).result).toBe('valid')
  // A used ticket is refused anyway, so no confirmation is requested.
  expect(decide({ left: 0 }, {}, early).result).toBe('used')
  expect(decide({}, { isByHand: true })).toMatchObject({ result: 'valid', reason: 'by_hand' })
})

test('a ticket without a gate enters anywhere, and so does every ticket if the gate is unknown', () => {
  expect(decide({ gateId: null }).result).toBe('valid')
  expect(decide({ gateId: 'g2' }, { gateId: null }).result).toBe('valid')
})

// spec: door-sale-gate
test('a buyer at the door enters at that gate, unless entry is stopped', () => {
  expect(decide({ gateId: 'g2' }, { isSoldHere: true }).result).toBe('valid')
  const stopped = decide({ gateId: 'g2' }, { isSoldHere: true }, { isStopped: true })
  expect(stopped.result).toBe('entry_stopped')
})

test('every gate accepts every ticket from the configured time on', () => {
  expect(decide({ gateId: 'g2' }, {}, { anyGateFrom: 1001 }).result).toBe('wrong_gate')
  expect(decide({ gateId: 'g2' }, {}, { anyGateFrom: 1000 }).result).toBe('valid')
})

// spec: gate-one-rule
test('an unlisted number is let in by its signature, up to the limit', () => {
  const unlisted = { isGenuine: true, eventId: 'e1', admits: 2, proofsLeft: 1 }
  const ask = (more: object, entry = OPEN) => decideCheckIn(HERE, { ...unlisted, ...more }, entry)
  expect(ask({})).toEqual({ result: 'valid', reason: 'by_proof', admits: 2, left: 0 })
  const no = { result: 'unknown', admits: 0, left: null }
  expect(ask({ isGenuine: false })).toEqual({ ...no, reason: 'not_on_list' })
  const altered = { isGenuine: false, isAltered: true }
  expect(ask(altered)).toEqual({ ...no, reason: 'not_genuine' })
  expect(ask({ proofsLeft: 0 })).toEqual({ ...no, reason: 'proof_limit' })
  expect(ask({}, { ...OPEN, isStopped: true }).result).toBe('entry_stopped')
  expect(ask({ gateIds: ['g2', 'g3'] })).toMatchObject({ result: 'wrong_gate', left: 2 })
  expect(ask({ gateIds: ['g2', HERE.gateId] }).result).toBe('valid')
})

// spec: valid-used-when
test('the worst result comes first: another event, void, other day, used, wrong gate', () => {
  expect(decide({ eventId: 'e2', voidFor: 'void' }).result).toBe('wrong_event')
  expect(decide({ voidFor: 'void', left: 0 }).result).toBe('void')
  const onOtherDay = { isOtherDay: true, left: 0, gateId: 'g2' }
  expect(decide({ ...onOtherDay, voidFor: 'void' }).result).toBe('void')
  expect(decide(onOtherDay).result).toBe('other_day')
  expect(decide({ left: 0, gateId: 'g2' }).result).toBe('used')
  expect(decide({ gateId: 'g2' }, { admits: 9 }).result).toBe('wrong_gate')
})

const ids = fc.constantFrom('a', 'b')
const questions = fc.array(
  fc.record({
    eventId: ids,
    gateId: fc.option(ids),
    admits: fc.option(fc.integer({ min: 1, max: 8 })),
  }),
)

test('property: any sequence of check-ins lets in at most the people that the ticket admits', () => {
  const tickets = fc.record({
    eventId: ids,
    gateId: fc.option(ids),
    voidFor: fc.option(fc.constantFrom('refunded' as const, 'void' as const)),
    admits: fc.integer({ min: 1, max: 31 }),
  })
  fc.assert(
    fc.property(tickets, questions, (ticket, all) => {
      let admitted = 0
      for (const question of all) {
        const before = admitted
        const known = { ...ticket, left: ticket.admits - admitted }
        const { result, admits, left } = decideCheckIn(question, known, OPEN)
        admitted += admits
        const isHere = question.eventId === ticket.eventId
        expect(admits > 0).toBe(result === 'valid')
        expect(left === null).toBe(!isHere)
        if (admits > 0) {
          expect(isHere && ticket.voidFor === null).toBe(true)
          expect([null, ticket.gateId]).toContain(ticket.gateId && question.gateId)
          expect(admits).toBe(question.admits ?? ticket.admits - before)
          expect(left).toBe(ticket.admits - admitted)
        }
        if (result === 'used') expect(admitted).toBe(ticket.admits)
      }
      expect(admitted).toBeLessThanOrEqual(ticket.admits)
    }),
  )
})

test('property: in parts or in one go, a valid ticket ends used and nobody else gets in', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }),
      fc.array(fc.integer({ min: 1, max: 31 })),
      (admits, steps) => {
        let admitted = 0
        const ask = (wanted: number | null) => {
          const decision = decide({ left: admits - admitted }, { admits: wanted })
          admitted += decision.admits
          return decision.result
        }
        for (const step of steps) ask(step)
        const wasFull = admitted === admits
        expect(ask(null)).toBe(wasFull ? 'used' : 'valid')
        expect(admitted).toBe(admits)
        expect(ask(1)).toBe('used')
      },
    ),
  )
})

// spec: ticket-validation-valid-true
test('a valid result is valid, used is used, and every other result is invalid', () => {
  expect(validationStatus('valid')).toEqual({ status: 'valid', is_valid: true })
  expect(validationStatus('used')).toEqual({ status: 'used', is_valid: true })
  for (const result of [
    'too_many',
    'wrong_gate',
    'wrong_event',
    'void',
    'unknown',
    'too_early',
    'entry_stopped',
  ] as const) {
    expect(validationStatus(result)).toEqual({ status: 'invalid', is_valid: false })
  }
})

// spec: gate-link-notations
describe('a shown text', () => {
  const NUMBER = '01JK0000000000AB'
  test.each([
    NUMBER,
    ' oljk 0000 0000 00ab ',
    'O1JK-0000-0000-00AB',
    'https://lango.example/t/01JK0000000000AB',
    'http://127.0.0.1:3000/t/01jk0000000000ab/',
    'HTTPS://LANGO.EXAMPLE/T/01JK0000000000AB',
    'HTTPS://LANGO.EXAMPLE/T/01JK-0000-0000-00AB/?UTM=SMS#TOP',
    'lango.example/sw/t/01JK0000000000AB?from=sms',
    'https://lango.example/t/01JK0000000000AB#/',
  ])('%s is a number', (shown) => {
    expect(readShownNumber(shown)).toBe(NUMBER)
  })

  test.each([
    ['  ', ''],
    ['hello ', 'hello'],
    ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
    ['😀'.repeat(120), '😀'.repeat(100)],
  ])('%j is none, and kept as %j', (shown, kept) => {
    expect(readShownNumber(shown)).toBe(kept)
  })
})

// spec: valid-used-when
test('each result has words for the person at the gate', () => {
  const ticket = { ticket_type: 'VIP', quantity: 4, gate: 'Gate B' }
  const fields = { admits: 0, left: 0, reason: null, ticket, earlier: null }
  const timestamp = '2026-11-21T15:04:00.000Z'
  const words = [
    checkInMessage({ ...fields, result: 'valid', admits: 4 }),
    checkInMessage({ ...fields, result: 'valid', admits: 3, left: 1 }),
    checkInMessage({ ...fields, result: 'used', earlier: { timestamp, gate: 'Gate A' } }),
    checkInMessage({ ...fields, result: 'used', earlier: { timestamp, gate: null } }),
    checkInMessage({ ...fields, result: 'too_many', left: 2 }),
    checkInMessage({ ...fields, result: 'wrong_gate' }),
    checkInMessage({ ...fields, result: 'wrong_event', ticket: null }),
    checkInMessage({ ...fields, result: 'void', reason: 'refunded' }),
    checkInMessage({ ...fields, result: 'void', reason: 'event_cancelled' }),
    checkInMessage({ ...fields, result: 'void' }),
    checkInMessage({ ...fields, result: 'void', reason: 'transferred' }),
    checkInMessage({ ...fields, result: 'unknown', ticket: null }),
    checkInMessage({ ...fields, result: 'unknown', reason: 'not_genuine', ticket: null }),
    checkInMessage({ ...fields, result: 'too_early' }),
    checkInMessage({ ...fields, result: 'entry_stopped' }),
  ]
  expect(words).toEqual([
    'Valid: 4 × VIP.',
    'Valid: 3 × VIP. 1 entry left.',
    'Already used: November 21, 2026, 6:04 PM, Gate A.',
    'Already used: November 21, 2026, 6:04 PM.',
    'Only 2 of 4 left on this ticket.',
    'Wrong gate: this ticket enters through Gate B.',
    'This ticket is for another event.',
    'This ticket was refunded.',
    'This event is cancelled.',
    'This ticket is no longer valid.',
    'This ticket was transferred to another phone.',
    'No ticket has this number.',
    'Not genuine: this number was never sold.',
    'Too early: the event is more than 6 hours away. Let in anyway?',
    'Entry is stopped at this gate.',
  ])
})
