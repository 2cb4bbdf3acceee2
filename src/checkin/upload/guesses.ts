import type { Deps } from '../../platform/database/deps.ts'
import { tooManyRequests } from '../../platform/limits/limits.ts'
import { readTicketNumber } from '../../tickets/number.rules.ts'
import { REPLACED } from '../checkin.rules.ts'
import { readPayloadOf } from '../decisions.ts'
import type { GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { noteUnknown } from '../gate-phones.sql.ts'

const WINDOW_MS = 10 * 60_000
/**
 * The most numbers of nonexistent tickets that a phone may send in ten minutes. Each entry of the
 * phone's list matches hundreds of thousands of numbers (ticket-list.rules.ts), and the server must
 * not help a thief to find the sold numbers. Higher than GATE_PROOF_LIMIT, so that tickets which a
 * phone admitted by signature never delay its upload. A phone above the limit decides offline and
 * uploads later.
 */
const GUESSES_MAX = 200

/** Throws too_many_requests if the phone has sent too many numbers of nonexistent tickets. */
export function refuseGuesses({ clock }: Pick<Deps, 'clock'>, { unknown }: GatePhone): void {
  if (!unknown?.since || unknown.count < GUESSES_MAX) return
  const waitMs = unknown.since.getTime() + WINDOW_MS - clock.now().getTime()
  if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000), TOO_MANY)
}

const TOO_MANY = 'This phone has sent too many ticket numbers that were never sold.'

type Guess = Pick<GateDecision, 'result' | 'ticket_number'> & Partial<Pick<GateDecision, 'reason'>>

/** Counts numbers that have the form of a ticket number but belong to no ticket. */
export async function countGuesses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  phone: GatePhone,
  decisions: readonly Guess[],
): Promise<void> {
  const count = decisions.filter(isGuess).length
  if (count === 0) return
  const now = clock.now()
  const windowStart = new Date(now.getTime() - WINDOW_MS)
  await noteUnknown(db, phone.id, { count, windowStart, now })
}

const isGuess = ({ result, reason, ticket_number: number }: Guess) =>
  result === 'unknown' &&
  reason !== REPLACED &&
  (readTicketNumber(number) ?? readPayloadOf(number)) !== null
