import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkInMessage,
  decideCheckIn,
  type KnownTicket,
  type Question,
  readShownNumber,
  validationStatus,
} from './checkin.rules.ts'

const HERE = { eventId: 'e1', gateId: 'g1', admits: null }
const TICKET = { eventId: 'e1', gateId: 'g1', isVoid: false, admits: 4, admitted: 1 }
const decide = (ticket: Partial<KnownTicket>, question: Partial<Question> = {}) =>
  decideCheckIn({ ...HERE, ...question }, { ...TICKET, ...ticket })

// spec: valid-used-when
test('each result has its case', () => {
  expect(decide({})).toEqual({ result: 'valid', admits: 3, left: 0 })
  expect(decide({}, { admits: 2 })).toEqual({ result: 'valid', admits: 2, left: 1 })
  expect(decide({}, { admits: 4 })).toEqual({ result: 'too_many', admits: 0, left: 3 })
  expect(decide({ admitted: 4 })).toEqual({ result: 'used', admits: 0, left: 0 })
  expect(decide({ gateId: 'g2' })).toEqual({ result: 'wrong_gate', admits: 0, left: 3 })
  expect(decide({ isVoid: true })).toEqual({ result: 'void', admits: 0, left: 0 })
  expect(decide({ eventId: 'e2' })).toEqual({ result: 'wrong_event', admits: 0, left: null })
  expect(decideCheckIn(HERE, null)).toEqual({ result: 'unknown', admits: 0, left: null })
})

test('a ticket of no gate enters anywhere, and so does any where the gate was not told', () => {
  expect(decide({ gateId: null }).result).toBe('valid')
  expect(decide({ gateId: 'g2' }, { gateId: null }).result).toBe('valid')
})

// spec: valid-used-when
test('what is worse is said: of another event, then void, then used, then the gate', () => {
  expect(decide({ eventId: 'e2', isVoid: true }).result).toBe('wrong_event')
  expect(decide({ isVoid: true, admitted: 4 }).result).toBe('void')
  expect(decide({ admitted: 4, gateId: 'g2' }).result).toBe('used')
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

test('property: any row of questions lets in at most as many as the ticket admits', () => {
  const tickets = fc.record({
    eventId: ids,
    gateId: fc.option(ids),
    isVoid: fc.boolean(),
    admits: fc.integer({ min: 1, max: 31 }),
  })
  fc.assert(
    fc.property(tickets, questions, (ticket, asked) => {
      let admitted = 0
      for (const question of asked) {
        const before = admitted
        const { result, admits, left } = decideCheckIn(question, { ...ticket, admitted })
        admitted += admits
        const isHere = question.eventId === ticket.eventId
        expect(admits > 0).toBe(result === 'valid')
        expect(left === null).toBe(!isHere)
        if (admits > 0) {
          expect(isHere && !ticket.isVoid).toBe(true)
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

test('property: one by one or all at once, a valid ticket ends used and nobody else gets in', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }),
      fc.array(fc.integer({ min: 1, max: 31 })),
      (admits, steps) => {
        let admitted = 0
        const ask = (wanted: number | null) => {
          const decision = decide({ admits, admitted }, { admits: wanted })
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
test('valid is true, used is true, everything else is invalid and false', () => {
  expect(validationStatus('valid')).toEqual({ status: 'valid', is_valid: true })
  expect(validationStatus('used')).toEqual({ status: 'used', is_valid: true })
  for (const result of ['too_many', 'wrong_gate', 'wrong_event', 'void', 'unknown'] as const) {
    expect(validationStatus(result)).toEqual({ status: 'invalid', is_valid: false })
  }
})

describe('what was shown', () => {
  const NUMBER = '01JK0000000000AB'
  test.each([
    NUMBER,
    ' oljk 0000 0000 00ab ',
    'O1JK-0000-0000-00AB',
    'https://lango.example/t/01JK0000000000AB',
    'http://127.0.0.1:3000/t/01jk0000000000ab/',
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
test('the words for the person at the gate', () => {
  const ticket = { ticket_type: 'VIP', quantity: 4, gate: 'Gate B' }
  const told = { admits: 0, left: 0, reason: null, ticket, earlier: null }
  const timestamp = '2026-11-21T15:04:00.000Z'
  const words = [
    checkInMessage({ ...told, result: 'valid', admits: 4 }),
    checkInMessage({ ...told, result: 'valid', admits: 3, left: 1 }),
    checkInMessage({ ...told, result: 'used', earlier: { timestamp, gate: 'Gate A' } }),
    checkInMessage({ ...told, result: 'used', earlier: { timestamp, gate: null } }),
    checkInMessage({ ...told, result: 'too_many', left: 2 }),
    checkInMessage({ ...told, result: 'wrong_gate' }),
    checkInMessage({ ...told, result: 'wrong_event', ticket: null }),
    checkInMessage({ ...told, result: 'void', reason: 'refunded' }),
    checkInMessage({ ...told, result: 'void', reason: 'event_cancelled' }),
    checkInMessage({ ...told, result: 'void' }),
    checkInMessage({ ...told, result: 'unknown', ticket: null }),
  ]
  expect(words).toEqual([
    'Valid: 4 × VIP.',
    'Valid: 3 × VIP. 1 more may come in on it.',
    'Already used: November 21, 2026 at 6:04 PM, Gate A.',
    'Already used: November 21, 2026 at 6:04 PM.',
    'Only 2 of 4 may still come in on this ticket.',
    'Wrong gate: this ticket enters through Gate B.',
    'This ticket is for another event.',
    'This ticket is void: it was paid back.',
    'This ticket is void: the event is cancelled.',
    'This ticket is void.',
    'No ticket has this number.',
  ])
})
