import { readTicketNumber } from '../tickets/number.rules.ts'
import { formatDateTime, formatFullDate, inNairobi } from '../ui/dates.rules.ts'
import type { CheckInReply, CheckInResult, ValidationStatus } from './checkin.contract.ts'

export const UNDO_MS = 2 * 60_000

export const NO_EXIT = 'An add-on opens no entrance, so no one leaves with it.'

/** A check-in earlier than this time before the event, in ms, needs a confirmation. */
export const DOORS_BEFORE_MS = 6 * 3600_000

export type Question = {
  eventId: string
  gateId: string | null
  /** Number of people to admit. Null for the rest of the people on the ticket. */
  admits: number | null
  /** True if the steward has confirmed the check-in hours before the event. */
  isConfirmed?: boolean
  /** True if the steward gave a reason for admitting people without a scan. */
  isByHand?: boolean
  /** True if this phone has just sold the ticket: the buyer may enter even at another gate. */
  isSoldHere?: boolean
}

export type VoidReason =
  | 'refunded'
  | 'transferred'
  | 'event_cancelled'
  | 'revoked'
  | 'given_back'
  | 'void'

export type KnownTicket = {
  eventId: string
  /** The ticket's gate. Null if every gate accepts the ticket. */
  gateId: string | null
  /** Present for an add-on: the gates that redeem it. They are no entrances. */
  redeemedAt?: readonly string[]
  /** True if the ticket is for other days of the event. */
  isOtherDay?: boolean
  voidFor: VoidReason | null
  left: number
}

/** The facts that a ticket number shows. The ticket is not on the list of an offline phone. */
export type Unlisted = {
  /**
   * True if the last six symbols are the signature of the first ten symbols with the newest key.
   */
  isGenuine: boolean
  /** True if a listed ticket has the same first ten symbols: this number was never sold. */
  isAltered?: boolean
  /** True if an older key signed the number: it was sold, but a restored database lost the sale. */
  isReplaced?: boolean
  eventId: string
  /**
   * The gates of all ticket types to which the number may belong. The ticket's gate was chosen from
   * them at the sale, and the phone does not know the choice. Absent or empty if every gate accepts
   * the ticket.
   */
  gateIds?: readonly string[]
  /** See `KnownTicket`. */
  redeemedAt?: readonly string[]
  isOtherDay?: boolean
  voidFor?: VoidReason
  admits: number
  /** The number of further unlisted tickets that the phone may let in before its next list. */
  proofsLeft: number
}

/**
 * A number that one of the event's keys signed but that is not in the database: a restored database
 * lost its sale, and the buyer got a new number (decisions/0128).
 */
export const REPLACED = 'replaced'

/** The entry rules at a gate at one instant. Times are in ms since 1970. */
export type Entry = {
  at: number
  /** A check-in before this time needs a confirmation. Null if no check-in needs a confirmation. */
  doorsAt: number | null
  anyGateFrom: number | null
  isStopped: boolean
  /** True if the gate redeems add-ons, and is therefore no entrance. */
  isAddOnGate: boolean
}

export const ANY_TIME: Entry = {
  at: 0,
  doorsAt: null,
  anyGateFrom: null,
  isStopped: false,
  isAddOnGate: false,
}

export type Decision = {
  result: CheckInResult
  reason:
    | VoidReason
    | 'not_genuine'
    | 'not_on_list'
    | 'replaced'
    | 'proof_limit'
    | 'by_proof'
    | 'by_hand'
    | GateReason
    | null
  admits: number
  /** Null if no ticket of this event has the number. */
  left: number | null
}

/**
 * Why a gate refuses a ticket because of add-ons. `add_on`: another gate redeems the add-on.
 * `choose_gate`: another gate redeems the add-on, and this phone serves every entrance.
 * `add_on_gate`: an entry ticket at a gate that redeems add-ons.
 */
type GateReason = 'add_on' | 'choose_gate' | 'add_on_gate'

/**
 * Decides whether people are admitted. The server and offline phones use the same rule. Does not
 * count the people: a caller that admits them must count them under a lock.
 */
export function decideCheckIn(
  question: Question,
  ticket: KnownTicket | Unlisted | typeof REPLACED | null,
  entry: Entry,
): Decision {
  const refuse = (
    result: CheckInResult,
    left: number | null,
    reason: Decision['reason'] = null,
  ): Decision => ({ result, reason, admits: 0, left })
  if (!ticket) return refuse('unknown', null)
  if (ticket === REPLACED) return refuse('unknown', null, REPLACED)
  if (isUnlisted(ticket)) {
    // Each event has its own key, so an offline phone cannot distinguish a ticket of another event
    // from a forged ticket.
    const why = ticket.isAltered ? 'not_genuine' : ticket.isReplaced ? REPLACED : 'not_on_list'
    if (!ticket.isGenuine) return refuse('unknown', null, why)
    if (ticket.proofsLeft <= 0) return refuse('unknown', null, 'proof_limit')
  }
  if (ticket.eventId !== question.eventId) return refuse('wrong_event', null)
  const known = isUnlisted(ticket) ? asKnown(ticket, question) : ticket
  if (known.voidFor !== null) return refuse('void', 0, known.voidFor)
  const { left } = known
  // A ticket enters on its own days only, also if the steward admits by hand or has just sold it.
  // No other rule relaxes this.
  if (known.isOtherDay) return refuse('other_day', left)
  const other = otherKindOfGate(question, known, entry)
  // Otherwise a used entry ticket at the parking gate would be reported as a used parking ticket.
  if (other === 'add_on_gate') return refuse('wrong_gate', left, other)
  // Check this before the gate, so that the holder of a used ticket is not sent to another gate.
  if (left <= 0) return refuse('used', 0)
  if (other || isOtherGate(question, known, entry)) return refuse('wrong_gate', left, other)
  const wanted = question.admits ?? left
  if (wanted > left) return refuse('too_many', left)
  if (entry.isStopped) return refuse('entry_stopped', left)
  // Check this last, so that the steward is asked for a confirmation only if the check-in would
  // then succeed.
  const isEarly = entry.doorsAt !== null && entry.at < entry.doorsAt
  if (isEarly && !question.isConfirmed) return refuse('too_early', left)
  const how = isUnlisted(ticket) ? 'by_proof' : question.isByHand ? 'by_hand' : null
  return { result: 'valid', reason: how, admits: wanted, left: left - wanted }
}

function isUnlisted(ticket: KnownTicket | Unlisted): ticket is Unlisted {
  return 'isGenuine' in ticket
}

/**
 * Treats an unlisted ticket as a known ticket. The phone has not synced the sale, so it knows only
 * the gates of the ticket's type, not the gate of the ticket. If the phone's gate is among these
 * gates, the phone's gate counts as the ticket's gate.
 */
function asKnown(ticket: Unlisted, { gateId }: Question): KnownTicket {
  const { eventId, gateIds = [], redeemedAt, isOtherDay, voidFor = null, admits } = ticket
  const possible = gateIds.find((id) => id === gateId) ?? gateIds[0] ?? null
  const more = { ...(redeemedAt && { redeemedAt }), ...(isOtherDay && { isOtherDay }) }
  return { eventId, gateId: possible, ...more, voidFor, left: admits }
}

/**
 * Keeps add-ons from entrances and entry tickets from gates that redeem add-ons. No other rule
 * relaxes this: neither the hour from which any gate admits, nor a phone for all gates, nor a
 * sale at the door, nor a manual entry (decisions/0232).
 */
function otherKindOfGate(
  { gateId }: Question,
  { redeemedAt }: KnownTicket,
  { isAddOnGate }: Entry,
): GateReason | null {
  if (!redeemedAt) return isAddOnGate ? 'add_on_gate' : null
  if (gateId === null) return 'choose_gate'
  return redeemedAt.includes(gateId) ? null : 'add_on'
}

function isOtherGate(question: Question, ticket: KnownTicket, entry: Entry): boolean {
  if (ticket.redeemedAt) return false
  if (question.gateId === null || ticket.gateId === null || question.isSoldHere) return false
  if (entry.anyGateFrom !== null && entry.at >= entry.anyGateFrom) return false
  return question.gateId !== ticket.gateId
}

/** The `status` and `is_valid` that the specification defines for a result (section 4). */
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
  'other_day',
  'wrong_gate',
  'wrong_event',
  'void',
  'unknown',
  'too_early',
  'entry_stopped',
]

export function resultsOf(status: ValidationStatus): CheckInResult[] {
  return RESULTS.filter((result) => validationStatus(result).status === status)
}

/**
 * Finds the number in the address of a ticket page, in any case. Returns any other text unchanged.
 */
export function numberInAddress(text: string): string {
  return /\/t\/([^\s/?#]+)/i.exec(text)?.[1] ?? text
}

/** Halves of surrogate pairs. PostgreSQL would store each as a replacement character. */
const HALF_A_SYMBOL = /\p{Surrogate}/gu

/**
 * Reads the ticket number from a scanned or typed text: the address in a QR code, or a number in
 * any accepted notation. If the text contains no number, returns its first 100 characters, which
 * are stored as a record.
 */
export function readShownNumber(shown: string): string {
  const text = shown.trim()
  return (
    readTicketNumber(numberInAddress(text)) ??
    [...text.replace(HALF_A_SYMBOL, '\ufffd')].slice(0, 100).join('')
  )
}

type MessageFields = Pick<
  CheckInReply,
  'result' | 'admits' | 'left' | 'reason' | 'ticket' | 'earlier' | 'gate_redeems' | 'day_date'
>

const VOID_REASONS: Record<string, string> = {
  refunded: 'This ticket was refunded.',
  event_cancelled: 'This event is cancelled.',
  transferred: 'This ticket was transferred to another phone.',
  revoked: 'This ticket was cancelled.',
  given_back: 'This ticket was returned.',
}

const UNKNOWN_REASONS: Record<string, string> = {
  not_genuine: 'Not genuine: this number was never sold.',
  not_on_list: "Not on this phone's list. It may be for another event.",
  replaced: 'Replaced: ask for the newest SMS.',
  proof_limit: "Not on this phone's list. The phone must sync first.",
}

/** '1 entry', '3 entries' */
export const entriesLabel = (left: number) => (left === 1 ? '1 entry' : `${left} entries`)

export function checkInMessage(fields: MessageFields): string {
  return (fields.ticket?.kind === 'add_on' && addOnMessage(fields)) || entryMessage(fields)
}

/** '2 of 3 left' */
export const redeemedLabel = (left: number, of: number) => `${left} of ${Math.max(left, of)} left`

/** The message for an add-on. Null if the message for an entry ticket fits. */
function addOnMessage({ result, admits, left, ticket, earlier }: MessageFields): string | null {
  const { ticket_type, quantity, gate } = ticket!
  switch (result) {
    case 'valid': {
      const more = left ? ` ${redeemedLabel(left, quantity)}.` : ''
      return `Redeemed: ${admits} × ${ticket_type}.${more}`
    }
    case 'used':
      return `Already redeemed${earlier ? whenAndWhere(earlier) : ''}.`
    case 'wrong_gate':
      return gate === ''
        ? 'Not here: no gate redeems this add-on.'
        : `Not here: this add-on is redeemed at ${gate}.`
    case 'too_early':
      return 'Too early: the event is more than 6 hours away. Redeem anyway?'
    case 'entry_stopped':
      return 'Nothing is redeemed at this gate for now.'
    default:
      return null
  }
}

function entryMessage(fields: MessageFields): string {
  switch (fields.result) {
    case 'valid': {
      const left = fields.left ? ` ${entriesLabel(fields.left)} left.` : ''
      return `Valid: ${fields.admits} × ${fields.ticket?.ticket_type ?? 'ticket'}.${left}`
    }
    case 'used':
      return `Already used${fields.earlier ? whenAndWhere(fields.earlier) : ''}.`
    case 'too_many':
      return `Only ${fields.left} of ${fields.ticket?.quantity} left on this ticket.`
    case 'other_day':
      return `Other day: ${formatFullDate(fields.day_date ?? '')}.`
    case 'wrong_gate':
      return fields.reason === 'add_on_gate'
        ? `Wrong gate: this is a gate for ${fields.gate_redeems}.`
        : `Wrong gate: this ticket enters through ${fields.ticket?.gate}.`
    case 'wrong_event':
      return 'This ticket is for another event.'
    case 'void':
      return VOID_REASONS[fields.reason ?? ''] ?? 'This ticket is no longer valid.'
    case 'unknown':
      return UNKNOWN_REASONS[fields.reason ?? ''] ?? 'No ticket has this number.'
    case 'too_early':
      return 'Too early: the event is more than 6 hours away. Let in anyway?'
    case 'entry_stopped':
      return 'Entry is stopped at this gate.'
  }
}

function whenAndWhere({ timestamp, gate }: { timestamp: string; gate: string | null }): string {
  return `: ${formatDateTime(...inNairobi(timestamp))}${gate === null ? '' : `, ${gate}`}`
}
