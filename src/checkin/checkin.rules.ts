import { readTicketNumber } from '../tickets/number.rules.ts'
import type { CheckInReply, CheckInResult, ValidationStatus } from './checkin.contract.ts'

/** What is asked at a gate. */
export type Question = {
  eventId: string
  /** Null if it was not told at which gate. */
  gateId: string | null
  /** People to let in; null for all that are left. */
  admits: number | null
}

/** What is known of the ticket whose number was shown. */
export type KnownTicket = {
  eventId: string
  /** Null if any gate will do. */
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
  /** People left on the ticket afterwards; null if it is none of this event. */
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

const RESULTS: readonly CheckInResult[] = [
  'valid',
  'used',
  'too_many',
  'wrong_gate',
  'wrong_event',
  'void',
  'unknown',
]

/** What is told as this status. */
export function resultsOf(status: ValidationStatus): CheckInResult[] {
  return RESULTS.filter((result) => validationStatus(result).status === status)
}

/** The database keeps none of these: it would give back something else. */
const HALF_A_SYMBOL = /\p{Surrogate}/gu

/**
 * The number in what was read at the gate: the address in a code, or the number in any of the forms
 * that a ticket number may be typed in. What cannot be one stays as it is, for the record.
 */
export function readShownNumber(shown: string): string {
  const text = shown.trim()
  const inAddress = /\/t\/([^/?#]+)\/?$/.exec(text)?.[1] ?? text
  return (
    readTicketNumber(inAddress) ?? [...text.replace(HALF_A_SYMBOL, '\ufffd')].slice(0, 100).join('')
  )
}

const nairobiTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Nairobi',
})

type Told = Pick<CheckInReply, 'result' | 'admits' | 'left' | 'reason' | 'ticket' | 'earlier'>

const VOID_REASONS: Record<string, string> = {
  refunded: 'This ticket is void: it was paid back.',
  event_cancelled: 'This ticket is void: the event is cancelled.',
}

/** What the person at the gate reads. */
export function checkInMessage(told: Told): string {
  switch (told.result) {
    case 'valid': {
      const left = told.left ? ` ${told.left} more may come in on it.` : ''
      return `Valid: ${told.admits} × ${told.ticket?.ticket_type ?? 'ticket'}.${left}`
    }
    case 'used':
      return `Already used${told.earlier ? whenAndWhere(told.earlier) : ''}.`
    case 'too_many':
      return `Only ${told.left} of ${told.ticket?.quantity} may still come in on this ticket.`
    case 'wrong_gate':
      return `Wrong gate: this ticket enters through ${told.ticket?.gate}.`
    case 'wrong_event':
      return 'This ticket is for another event.'
    case 'void':
      return VOID_REASONS[told.reason ?? ''] ?? 'This ticket is void.'
    case 'unknown':
      return 'No ticket has this number.'
  }
}

function whenAndWhere({ timestamp, gate }: { timestamp: string; gate: string | null }): string {
  const at = nairobiTime.format(new Date(timestamp))
  return `: ${at}${gate === null ? '' : `, ${gate}`}`
}
