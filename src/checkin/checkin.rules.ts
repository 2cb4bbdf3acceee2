import { readTicketNumber } from '../tickets/number.rules.ts'
import type { CheckInReply, CheckInResult, ValidationStatus } from './checkin.contract.ts'

/** The question that a gate asks about a ticket. */
export type Question = {
  eventId: string
  /** Null if the phone did not say which gate. */
  gateId: string | null
  /** People to let in; null for all that are left. */
  admits: number | null
  /** Asked for the second time, hours before the event. */
  isConfirmed?: boolean
  /** Set if a steward gave a reason, for example that the holder has no phone. */
  isByHand?: boolean
  /**
   * Set if the ticket was sold at this door a moment ago. The gate on the ticket is meant for
   * people who come later.
   */
  isSoldHere?: boolean
}

/** Why a ticket lets nobody in; 'void' if nothing says why. */
export type VoidReason = 'refunded' | 'transferred' | 'event_cancelled' | 'revoked' | 'void'

/** The facts about the ticket whose number was shown. */
export type KnownTicket = {
  eventId: string
  /** Null if any gate will do. */
  gateId: string | null
  voidFor: VoidReason | null
  /** People whom it can still let in. */
  left: number
}

/** The payload of a number that is not on the list of a phone without a network. */
export type Unlisted = {
  /** Its last six symbols follow from its first ten under the newest key. */
  isGenuine: boolean
  /** The number begins like a ticket on the list but ends differently, so it was never sold. */
  isAltered?: boolean
  eventId: string
  admits: number
  /** How many more such tickets the phone may let in before it must hear from the server. */
  proofsLeft: number
}

/** How people come in here and now; instants in ms. */
export type Entry = {
  at: number
  /** A check-in before it is asked twice; null: never. */
  doorsAt: number | null
  /** From then on any gate will do; null: never. */
  anyGateFrom: number | null
  /** This gate admits nobody for now. */
  isStopped: boolean
}

/** No hour and no gate stands in the way. */
export const ANY_TIME: Entry = { at: 0, doorsAt: null, anyGateFrom: null, isStopped: false }

export type Decision = {
  result: CheckInResult
  reason: VoidReason | 'not_genuine' | 'not_on_list' | 'proof_limit' | 'by_proof' | 'by_hand' | null
  /** People let in now. */
  admits: number
  /** People left on the ticket afterwards; null if it is none of this event. */
  left: number | null
}

/**
 * Decides whether to admit people. The server and a phone without a network use the same rule. The
 * caller must hold a lock while it adds `admits` to the count.
 */
export function decideCheckIn(
  question: Question,
  ticket: KnownTicket | Unlisted | null,
  entry: Entry,
): Decision {
  const refuse = (
    result: CheckInResult,
    left: number | null,
    reason: Decision['reason'] = null,
  ): Decision => ({ result, reason, admits: 0, left })
  if (!ticket) return refuse('unknown', null)
  if (isUnlisted(ticket)) {
    // A key is of one event: without a network nobody can tell another event's ticket from a forged one.
    const why = ticket.isAltered ? 'not_genuine' : 'not_on_list'
    if (!ticket.isGenuine) return refuse('unknown', null, why)
    if (ticket.proofsLeft <= 0) return refuse('unknown', null, 'proof_limit')
  }
  if (ticket.eventId !== question.eventId) return refuse('wrong_event', null)
  const known = isUnlisted(ticket) ? asKnown(ticket) : ticket
  if (known.voidFor !== null) return refuse('void', 0, known.voidFor)
  const { left } = known
  // Before the gate: sending somebody to another gate with a ticket that is used up helps nobody.
  if (left <= 0) return refuse('used', 0)
  if (isOtherGate(question, known, entry)) return refuse('wrong_gate', left)
  const wanted = question.admits ?? left
  if (wanted > left) return refuse('too_many', left)
  if (entry.isStopped) return refuse('entry_stopped', left)
  // Comes last, because the question makes sense only if the answer would otherwise be yes.
  const isEarly = entry.doorsAt !== null && entry.at < entry.doorsAt
  if (isEarly && !question.isConfirmed) return refuse('too_early', left)
  const how = isUnlisted(ticket) ? 'by_proof' : question.isByHand ? 'by_hand' : null
  return { result: 'valid', reason: how, admits: wanted, left: left - wanted }
}

function isUnlisted(ticket: KnownTicket | Unlisted): ticket is Unlisted {
  return 'isGenuine' in ticket
}

function asKnown({ eventId, admits }: Unlisted): KnownTicket {
  // Its gate was chosen when it was sold, which this phone has not heard of.
  return { eventId, gateId: null, voidFor: null, left: admits }
}

function isOtherGate(question: Question, ticket: KnownTicket, entry: Entry): boolean {
  if (question.gateId === null || ticket.gateId === null || question.isSoldHere) return false
  if (entry.anyGateFrom !== null && entry.at >= entry.anyGateFrom) return false
  return question.gateId !== ticket.gateId
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
  'too_early',
  'entry_stopped',
]

/** The results that are shown under this status. */
export function resultsOf(status: ValidationStatus): CheckInResult[] {
  return RESULTS.filter((result) => validationStatus(result).status === status)
}

/** The database cannot store half a symbol, so it would return different text. */
const HALF_A_SYMBOL = /\p{Surrogate}/gu

/**
 * The ticket number in a scanned or typed text: a ticket's address, or a number in any of the
 * accepted forms. Text that cannot be a number stays unchanged, for the record.
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
  transferred: 'This ticket is void: it was sent on to another phone.',
  revoked: 'This ticket is void: it was taken back.',
}

const UNKNOWN_REASONS: Record<string, string> = {
  not_genuine: 'Not genuine: this number was never sold.',
  not_on_list: 'Not on the list of this phone: it may be for another event.',
  proof_limit: 'Not on the list of this phone, which must hear from the server first.',
}

/** The message that the person at the gate reads. */
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
      return UNKNOWN_REASONS[told.reason ?? ''] ?? 'No ticket has this number.'
    case 'too_early':
      return 'It is hours before the event. Check in all the same?'
    case 'entry_stopped':
      return 'Entry is stopped at this gate.'
  }
}

function whenAndWhere({ timestamp, gate }: { timestamp: string; gate: string | null }): string {
  const at = nairobiTime.format(new Date(timestamp))
  return `: ${at}${gate === null ? '' : `, ${gate}`}`
}
