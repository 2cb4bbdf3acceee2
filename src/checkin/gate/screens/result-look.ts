import { formatFullDate, formatWeekday } from '../../../ui/dates.rules.ts'
import { entriesLabel } from '../../checkin.rules.ts'
import type { CheckInOutcome } from '../engine/decide.ts'
import { addOnLook } from './add-on-look.ts'
import { ALONE, type Decided, type Look, no, whenAndWhere } from './looks.ts'

const VOID: Record<string, string> = {
  refunded: 'Refunded',
  transferred: 'Transferred',
  event_cancelled: 'Event cancelled',
  revoked: 'Cancelled',
  given_back: 'Returned',
}

const VOID_LINES: Record<string, string> = {
  refunded: 'This ticket was refunded.',
  given_back: 'The holder returned this ticket.',
  transferred: 'This ticket was transferred. Ask for the new one.',
}

export function lookOf(outcome: CheckInOutcome): Look {
  if (outcome.kind === 'decided') return decidedLook(outcome)
  if (outcome.kind === 'not_kept') {
    return no('Not let in: phone is full', [
      'This could not be saved. Free some space, then scan again.',
    ])
  }
  if (outcome.kind === 'store_closed') {
    return no('Not let in: reload the app', [
      'This could not be saved. Reload the app, then scan again.',
    ])
  }
  if (outcome.kind === 'revoked') return no('This phone was unpaired', [])
  return no('Not decided', [outcome.error || 'Please try again.'])
}

function decidedLook(outcome: Decided): Look {
  const { ticket } = outcome.decision
  return (ticket?.kind === 'add_on' && addOnLook(outcome, ticket)) || entryLook(outcome)
}

function entryLook({ decision, moved, isAlone, byProof, isTyped }: Decided): Look {
  const alone = isAlone ? [ALONE] : []
  if (decision.result === 'valid' && moved < 0) return outLook(-moved, decision, alone)
  const type = decision.ticket?.ticket_type
  const { admits, left, reason } = decision
  switch (decision.result) {
    case 'valid': {
      const more = left ? [`${entriesLabel(left)} left`] : []
      const proof = byProof ? ['Verified offline (not on list).'] : alone
      const lines = [...(type ? [type] : []), ...more, ...proof]
      const title = admits === 1 ? 'Let 1 person in' : `Let ${admits} people in`
      return { tone: isAlone ? 'alone' : 'in', title, lines, signal: 'in' }
    }
    case 'used':
      return {
        tone: 'before',
        title: 'Already used',
        lines: [...whenAndWhere(decision), ...alone],
        signal: 'before',
      }
    case 'too_many':
      return {
        tone: 'before',
        title: `Only ${left} left`,
        lines: [`${left} of ${decision.ticket?.quantity} entries left`, ...alone],
        signal: 'before',
      }
    case 'other_day':
      return otherDayLook(decision, alone)
    case 'wrong_gate':
      return {
        ...no('Wrong gate', [
          ...(reason === 'add_on_gate' ? [`This is a gate for ${decision.gate_redeems}.`] : []),
          `Go to: ${decision.ticket?.gate}`,
          ...alone,
        ]),
        signal: 'before',
      }
    case 'wrong_event':
      return no('Wrong event', ['This ticket is for another event.', ...alone])
    case 'void':
      return no(VOID[reason ?? ''] ?? 'Not valid', [
        VOID_LINES[reason ?? ''] ?? 'This ticket is no longer valid.',
        ...alone,
      ])
    case 'entry_stopped':
      return no('Entry is stopped', ['No one is let in at this gate for now.', ...alone])
    case 'too_early':
      return {
        tone: 'ask',
        title: 'Too early',
        lines: ['The event is more than 6 hours away. Let in anyway?'],
        signal: 'ask',
      }
    case 'unknown':
      return unknownLook(reason, isTyped, alone)
  }
}

/** Shows the date too, because the weekday alone could be in another week. */
function otherDayLook({ day_date: date, ticket }: Decided['decision'], alone: string[]): Look {
  const title = date ? `Other day: ${formatWeekday(date)}` : 'Other day'
  const lines = [...(ticket ? [ticket.ticket_type] : []), ...(date ? [formatFullDate(date)] : [])]
  return { tone: 'day', title, lines: [...lines, ...alone], signal: 'before' }
}

function outLook(people: number, { ticket }: Decided['decision'], alone: string[]): Look {
  const title = people === 1 ? '1 person out' : `${people} people out`
  const lines = [...(ticket ? [ticket.ticket_type] : []), ...alone]
  return { tone: alone.length > 0 ? 'alone' : 'in', title, lines, signal: 'ask' }
}

/**
 * A typed number whose check fails is probably mistyped. Only a scanned number is reported as not
 * genuine.
 */
function unknownLook(reason: string | null, isTyped: boolean, alone: string[]): Look {
  if (reason === 'proof_limit') {
    return no('Cannot be checked', ['Too many offline checks. Get online, then scan again.'])
  }
  if (reason === 'replaced') return no('Replaced', ['Ask for the newest SMS.', ...alone])
  const isCertain = alone.length === 0 || reason === 'not_genuine'
  if (isCertain && isTyped) {
    return no('No such number', ['Check what you typed, or scan the code.', ...alone])
  }
  if (alone.length === 0) return no('Not genuine', ['No ticket has this number.'])
  if (reason === 'not_genuine') return no('Not genuine', ['Not a ticket for this event.', ...alone])
  if (reason === 'not_on_list') {
    const what = isTyped ? 'May be mistyped, or for' : 'May be'
    return no('Not on this list', [`${what} another event: ask, or call a supervisor.`, ...alone])
  }
  return no('Not on this list', ['Type all 16 characters, or scan the code.', ...alone])
}
