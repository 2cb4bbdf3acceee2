import type { CheckInOutcome } from './decide.ts'
import { readShown } from './shown-number.ts'

type Decided = Extract<CheckInOutcome, { kind: 'decided' }>
type Sample = { number: string; name: string; says: Partial<Decided['decision']> }

const TICKET = { ticket_type: 'Practice', quantity: 1, gate: 'Gate B' }

/** Numbers that belong to no event: their random part is a readable word. Results are fixed. */
export const PRACTICE_TICKETS: readonly Sample[] = [
  { number: '04PRACT1CE000001', name: 'Valid', says: { result: 'valid', admits: 1, left: 0 } },
  {
    number: '0GPRACT1CE000002',
    name: 'Valid for 4',
    says: { result: 'valid', admits: 4, left: 0 },
  },
  {
    number: '04PRACT1CE000003',
    name: 'Used',
    says: {
      result: 'used',
      earlier: { timestamp: '2026-01-01T16:02:00Z', gate: 'Gate B' },
      earlier_phone: 'another phone',
    },
  },
  { number: '04PRACT1CE000004', name: 'Wrong gate', says: { result: 'wrong_gate', left: 1 } },
  {
    number: '04PRACT1CE000007',
    name: 'Other day',
    says: { result: 'other_day', left: 1, day: 2, day_date: '2026-01-02' },
  },
  { number: '04PRACT1CE000005', name: 'Refunded', says: { result: 'void', reason: 'refunded' } },
  { number: '04PRACT1CE000006', name: 'Not genuine', says: { result: 'unknown' } },
]

/** The result of a practice ticket. Nothing is recorded. Null for any other number. */
export function practise(text: string): CheckInOutcome | null {
  const number = readShown(text)?.number
  const sample = PRACTICE_TICKETS.find((other) => other.number === number)
  if (!sample) return null
  const { says } = sample
  const ticket = { ...TICKET, quantity: says.admits ?? 1 }
  const decision = {
    id: sample.number,
    nonce: sample.number,
    result: 'unknown',
    status: 'invalid',
    is_valid: false,
    message: '',
    timestamp: '2026-01-01T17:00:00Z',
    ticket_number: sample.number,
    admits: 0,
    left: null,
    reason: null,
    earlier: null,
    conflict: false,
    earlier_phone: null,
    ...says,
    ticket: says.result === 'unknown' ? null : ticket,
  } as Decided['decision']
  return {
    kind: 'decided',
    decision,
    moved: decision.admits,
    isAlone: false,
    byProof: false,
    isTyped: false,
    seq: 0,
  }
}
