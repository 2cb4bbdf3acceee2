import { REPLIES } from '../messages/replies.text.ts'
import { fill } from '../messages/twin.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { formatKesAndCents } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { maskPhone, unbroken } from '../platform/values/phone.rules.ts'
import type { RefundNote } from '../tickets/tickets.contract.ts'
import { formatDate } from '../ui/dates.rules.ts'
import { dueBy } from './business-days.rules.ts'
import type { RefundReason, RefundState, RefundWay } from './refund.rules.ts'

/** The fields of a refund that its buyer may see. */
export type NotedRefund = {
  amount_cents: number
  state: RefundState
  reason: RefundReason
  way: RefundWay | null
  is_rest: boolean
  /** True if the buyer paid in cash at the door. The organizer then returns the money. */
  is_cash: boolean
  phone: string | null
  receipt: string | null
  created_at: Date
  /** How many tickets the refund is for, if the note is about one of them. */
  tickets?: number
}

/** Reasons for refunding payments that never bought a ticket. */
const NEVER_SOLD: readonly RefundReason[] = [
  'paid_twice',
  'no_capacity',
  'code_used_up',
  'phone_limit',
  'event_closed',
  'wrong_amount',
  'unexplained',
  'stray',
]

/** Whether the refunded money had bought tickets, which were then voided. */
export function isTakenBack({ reason }: Pick<NotedRefund, 'reason'>): boolean {
  return !NEVER_SOLD.includes(reason)
}

/**
 * The note for the buyer about these refunds (oldest first). States the amount that is still due, or
 * the refunded amounts with a sentence for each receipt. Null if there are no refunds. Includes `phone`
 * only if no one but the buyer reads the note.
 */
export function formatRefundNote(
  refunds: readonly NotedRefund[],
  who: 'phone' | 'nobody',
  language: Language,
): RefundNote | null {
  const open = refunds.filter(({ state }) => state !== 'done')
  const noted = open.length > 0 ? open : refunds
  const [first] = noted
  const last = noted.at(-1)
  if (!first || !last) return null
  const groups = Map.groupBy(noted, (refund) => {
    if (isOfSeveral(refund)) return refund
    return refund.state === 'done' ? `${refund.way} ${refund.receipt}` : 'due'
  })
  const sentences = [...groups.values()].map((group) => sentenceOf(group, who, language))
  return {
    amount: sumOf(noted),
    state: first.state,
    due_by: dayOf(first),
    receipt: open.length > 0 ? null : last.receipt,
    words: sentences.join(' '),
  }
}

const sumOf = (refunds: readonly NotedRefund[]) =>
  refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100

const dayOf = ({ created_at }: NotedRefund) => dueBy(nairobiDate(created_at))

const isOfSeveral = ({ tickets = 1 }: NotedRefund) => tickets > 1

/** 'KES 850 for 2 tickets was refunded, M-PESA receipt UKW0000001.' */
function sentenceOf(
  refunds: readonly NotedRefund[],
  who: 'phone' | 'nobody',
  language: Language,
): string {
  const [first] = refunds as [NotedRefund]
  const phone = who === 'phone' ? first.phone : null
  const isCash = refunds.every(({ is_cash }) => is_cash)
  const dueText = isCash ? REPLIES.cashRefundDue : REPLIES.refundDue
  const amount = formatKesAndCents(sumOf(refunds))
  return fill(first.state === 'done' ? doneText(first) : dueText, language, {
    amount: isOfSeveral(first)
      ? fill(REPLIES.amountForTickets, language, { amount, count: first.tickets! })
      : amount,
    payer: phone === null ? REPLIES.payingNumber[language] : unbroken(maskPhone(phone)),
    day: formatDate(dayOf(first), language),
    receipt: first.receipt ?? '',
  })
}

function doneText({ way, receipt, is_cash }: NotedRefund) {
  if (way === 'returned') return REPLIES.returnedByMpesa
  if (is_cash) return receipt === null ? REPLIES.refundedInCash : REPLIES.refundedInCashAs
  if (receipt === null) return REPLIES.refunded
  return way === 'manual' ? REPLIES.refundedAs : REPLIES.refundedByMpesa
}
