import { formatKesAndCents } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import type { RefundNote } from '../tickets/tickets.contract.ts'
import { dueBy, shortDay } from './business-days.rules.ts'
import type { RefundReason, RefundState } from './refund.rules.ts'

/** The part of a refund that its buyer may see. */
export type NotedRefund = {
  amount_cents: number
  state: RefundState
  reason: RefundReason
  way: 'reversal' | 'b2c' | 'manual' | null
  is_rest: boolean
  /** Paid in cash at the door: the organizer returns the money. */
  is_cash: boolean
  phone: string | null
  receipt: string | null
  created_at: Date
}

/** Reasons of payments that never bought a ticket. */
const NEVER_SOLD: readonly RefundReason[] = [
  'paid_twice',
  'no_capacity',
  'event_closed',
  'wrong_amount',
  'unexplained',
  'stray',
]

/** Whether tickets were sold for this money and taken back. */
export function isTakenBack({ reason }: Pick<NotedRefund, 'reason'>): boolean {
  return !NEVER_SOLD.includes(reason)
}

/**
 * The note about these refunds (oldest first) for the buyer: the amount still due, or all that was
 * refunded. Null if there are none. The phone number is included only if the buyer alone reads the
 * note.
 */
export function formatRefundNote(
  refunds: readonly NotedRefund[],
  who: 'phone' | 'nobody',
): RefundNote | null {
  const open = refunds.filter(({ state }) => state !== 'done')
  const told = open.length > 0 ? open : refunds
  const [first] = told
  const last = told.at(-1)
  if (!first || !last) return null
  const amount = told.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100
  const due_by = dueBy(nairobiDate(first.created_at))
  const phone = who === 'phone' ? first.phone : null
  const to = phone === null ? 'the M-PESA number that paid' : shortPhone(phone)
  const sum = formatKesAndCents(amount)
  const isCash = told.every(({ is_cash }) => is_cash)
  const toCome = isCash
    ? `${sum} in cash will be given back by the organizer by ${shortDay(due_by)}.`
    : `${sum} will be refunded to ${to} by ${shortDay(due_by)}.`
  const words = open.length > 0 ? toCome : `${sum} was refunded${proofOf(last, to)}.`
  const receipt = open.length > 0 ? null : last.receipt
  return { amount, state: first.state, due_by, receipt, words }
}

function proofOf({ way, receipt, is_cash }: NotedRefund, to: string): string {
  if (is_cash) return `, in cash${receipt === null ? '' : `, reference ${receipt}`}`
  if (receipt === null) return ` to ${to}`
  return way === 'manual' ? `, reference ${receipt}` : `, M-PESA receipt ${receipt}`
}

/** Shortens a number to '0712…678'. */
function shortPhone(msisdn: string): string {
  return `0${msisdn.slice(3, 6)}…${msisdn.slice(-3)}`
}
