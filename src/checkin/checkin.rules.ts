import type { CheckInResult, ValidationStatus } from './checkin.contract.ts'

/** What is asked at a gate. */
export type Question = {
  eventId: string
  /** Null where it was not told at which gate. */
  gateId: string | null
  /** People to let in; null for all that are left. */
  admits: number | null
}

/** What is known of the ticket whose number was shown. */
export type KnownTicket = {
  eventId: string
  /** Null where any gate will do. */
  gateId: string | null
  /** The ticket is void, or its money went back, or the event is cancelled. */
  isVoid: boolean
  admits: number
  /** People let in so far. */
  admitted: number
}

export type Decision = {
  result: CheckInResult
  /** People let in now. */
  admits: number
  /** People left on the ticket afterwards; null where it is none of this event. */
  left: number | null
}

/**
 * Whether somebody is let in. The same on the server and on a phone without a network; whoever
 * lets in counts `admits` up under a lock.
 */
export function decideCheckIn(question: Question, ticket: KnownTicket | null): Decision {
  if (!ticket) return { result: 'unknown', admits: 0, left: null }
  if (ticket.eventId !== question.eventId) return { result: 'wrong_event', admits: 0, left: null }
  if (ticket.isVoid) return { result: 'void', admits: 0, left: 0 }
  const left = Math.max(0, ticket.admits - ticket.admitted)
  const refuse = (result: CheckInResult): Decision => ({ result, admits: 0, left })
  // Before the gate: sending somebody to another gate with a ticket that is used up helps nobody.
  if (left === 0) return refuse('used')
  const isOtherGate = question.gateId !== null && ticket.gateId !== null
  if (isOtherGate && question.gateId !== ticket.gateId) return refuse('wrong_gate')
  const wanted = question.admits ?? left
  if (wanted > left) return refuse('too_many')
  return { result: 'valid', admits: wanted, left: left - wanted }
}

/** The specification's status and is_valid of a result (section 4). */
export function validationStatus(result: CheckInResult): {
  status: ValidationStatus
  is_valid: boolean
} {
  const status = result === 'valid' || result === 'used' ? result : 'invalid'
  return { status, is_valid: status !== 'invalid' }
}
