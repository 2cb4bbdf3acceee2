import { failureWords } from '../../messages/delivery.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate, nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { addBusinessDays, shortDay } from '../../refunds/business-days.rules.ts'
import { LOST, looksLikeReceipt, type PaidFrom } from '../../refunds/refund.rules.ts'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import type { WorkAction, WorkKind } from './work-list.contract.ts'

/** The facts from which a row's texts are made. */
export type Known = {
  kind: WorkKind
  since: Date
  amount_cents: number | null
  other_cents: number | null
  detail: string
  until: Date | null
  offers?: WorkAction | ''
}

export const WORK_WORDS: Record<WorkKind, string> = {
  refund_late: 'Refund late',
  refund_refused: 'Refund refused',
  refund_manual: 'Refund by hand',
  refund_twice: 'Refunded twice',
  suspense: 'Suspense',
  stray_receipt: 'No order',
  order_without_tickets: 'No tickets',
  buyer_not_reached: 'Not reached',
  holder_not_reached: 'Not reached',
  list_not_available: 'No list',
  receipt_not_listed: 'Not listed',
  payment_without_receipt: 'No receipt',
  amount_differs: 'Other amount',
  books_differ: 'Books differ',
}

/** '22 Nov, 06:00', in Nairobi. */
export function momentWords(at: Date): string {
  const there = nairobiDateTime(at)
  return `${shortDay(there.slice(0, 10))}, ${there.slice(11, 16)}`
}

const kes = (cents: number | null) => (cents === null ? 'nothing' : formatExactKes(toKes(cents)))

const KNOWN: Record<WorkKind, (row: Known) => string> = {
  suspense: ({ amount_cents, other_cents }) =>
    `M-Pesa told of ${kes(amount_cents)}; ${kes(other_cents)} was asked for.`,
  stray_receipt: ({ amount_cents, detail }) =>
    `${kes(amount_cents)} was paid to ${detail ? `the account '${detail}'` : 'no account'}.`,
  order_without_tickets: ({ amount_cents, detail }) =>
    `${kes(amount_cents)} was paid and no ticket was made.${detail && ` ${detail}`}`,
  buyer_not_reached: ({ detail }) =>
    `No message with the tickets reached the buyer: ${failureWords(detail || null)}.`,
  holder_not_reached: ({ detail }) => {
    const [phone = '', ...why] = detail.split(' ')
    const words = failureWords(why.join(' ') || null)
    return `No SMS with the ticket reached 0${phone.slice(3)}, to whom it was sent on: ${words}.`
  },
  list_not_available: ({ since, detail }) =>
    `M-Pesa's list is not available since ${momentWords(since)}: ${detail}.`,
  receipt_not_listed: ({ amount_cents }) =>
    `A callback told of ${kes(amount_cents)}, and M-Pesa's list does not show it.`,
  payment_without_receipt: ({ amount_cents }) =>
    `M-Pesa said that ${kes(amount_cents)} was paid, and its list names no receipt of it.`,
  amount_differs: ({ amount_cents, other_cents }) =>
    `M-Pesa took ${kes(amount_cents)} for tickets of ${kes(other_cents)}.`,
  books_differ: ({ amount_cents, other_cents, detail }) =>
    `${detail}: ours ${kes(amount_cents)}, theirs ${kes(other_cents)}.`,
  refund_late: ({ amount_cents, other_cents }) =>
    `${kes(amount_cents)} is due back for more than ${other_cents} business days.`,
  refund_refused: ({ amount_cents, detail }) =>
    `M-Pesa refused to pay back ${kes(amount_cents)} (${detail.replaceAll('_', ' ')}).`,
  refund_twice: ({ amount_cents, detail }) =>
    `${kes(amount_cents)} was paid back twice: ${detail}. Ask the buyer for one of them again.`,
  refund_manual: ({ amount_cents, detail, offers }) =>
    offers === 'name_payer'
      ? `${kes(amount_cents)} is to be paid back, and M-Pesa masked the number that paid.`
      : `${kes(amount_cents)} is to be paid back by hand (${detail.replaceAll('_', ' ')}).`,
}

const needsManualReview = ({ kind }: Known) => kind === 'refund_refused' || kind === 'refund_manual'

/**
 * Describes money that may have been paid although no report came. Paying it manually could pay it
 * a second time.
 */
function lostWords(row: Known): string {
  if (!needsManualReview(row)) return ''
  if (row.detail.includes(LOST.reversal)) {
    return ` A Reversal of ${kes(row.amount_cents)} may still be carried out: ask M-Pesa before you pay by hand.`
  }
  if (row.detail.includes(LOST.b2c)) {
    return ` M-Pesa never told what became of a payment of ${kes(row.amount_cents)}: it may have paid already. Look in its portal before you pay by hand; if it has paid, record its receipt.`
  }
  return ''
}

export function knownWords(row: Known): string {
  const late = needsManualReview(row) && (row.other_cents ?? 0) > 0
  const words = KNOWN[row.kind](row) + lostWords(row)
  return late ? `${words} Due for more than ${row.other_cents} business days.` : words
}

const BY_ITSELF: Record<WorkKind, (until: string | null) => string> = {
  suspense: (until) => `Looked up in M-Pesa's list until ${until}, then paid back.`,
  stray_receipt: () => 'Nothing: only a person can say whose it is.',
  order_without_tickets: (until) =>
    until ? `Tried again at ${until}.` : 'Found and tried again within a minute.',
  buyer_not_reached: () => 'Nothing: call the buyer, or send the SMS again from Transactions.',
  holder_not_reached: () => 'Nothing: call them, or send the SMS again from Transactions.',
  list_not_available: (until) =>
    `Read again at ${until}. No receipt counts as missing until then, and refunds wait.`,
  receipt_not_listed: (until) => lookedUp(until),
  payment_without_receipt: (until) => lookedUp(until),
  amount_differs: () => 'Nothing: the difference is in suspense until a person settles it.',
  books_differ: () => 'Compared again at 06:00 each morning.',
  refund_late: (until) => (until ? `Tried again at ${until}.` : 'Waits for M-Pesa.'),
  refund_refused: () => 'Nothing until somebody tries again or pays it by hand.',
  refund_twice: () => 'Nothing: it is borne by us until the buyer gives one back.',
  refund_manual: () => 'Nothing: a person pays it and records the reference.',
}

/** The next step that the shop takes without an admin, and the time of this step. */
export function byItselfWords({ kind, until, offers }: Known): string {
  if (offers === 'name_payer')
    return 'Nothing until somebody finds out who paid, or pays it by hand.'
  return BY_ITSELF[kind](until && momentWords(until))
}

/** M-Pesa's list covers the last 48 hours. */
function lookedUp(until: string | null): string {
  if (until) return `M-Pesa's list is read at least once an hour until ${until}.`
  return "Nothing any more: M-Pesa's list reaches back 48 hours. It leaves once settled in words."
}

export const WORK_ACTIONS: Record<WorkKind, WorkAction[]> = {
  suspense: ['look_again'],
  stray_receipt: ['attach', 'pay_back'],
  order_without_tickets: ['issue_tickets'],
  buyer_not_reached: [],
  holder_not_reached: [],
  list_not_available: ['look_again'],
  receipt_not_listed: ['look_again', 'explain'],
  payment_without_receipt: ['look_again', 'explain'],
  amount_differs: ['book_difference'],
  books_differ: ['look_again'],
  refund_late: ['ask_now'],
  refund_refused: ['retry', 'paid_manually'],
  refund_manual: ['paid_manually'],
  refund_twice: ['explain'],
}

type Payable = Pick<Known, 'detail'> & { is_cash: boolean }

/**
 * The accounts from which an admin may have paid a refund manually, beginning with the likeliest
 * account for an M-Pesa receipt.
 */
export function paidFromOf({ is_cash, detail }: Payable): PaidFrom[] {
  if (is_cash) return ['cash']
  const portal = ['utility', 'collection'] as const
  return [...(detail.includes(LOST.reversal) ? portal.toReversed() : portal), 'bank']
}

/** Guesses the account from the form of the reference. The admin can choose another account. */
export function likelyFrom(choices: readonly PaidFrom[], reference: string): PaidFrom {
  return (looksLikeReceipt(reference) ? choices[0] : choices.at(-1)) ?? 'bank'
}

type Looked = { ended_at: Date; unread: string | null; differences: readonly unknown[] }

/**
 * 'Books and M-Pesa agree, 22 Nov, 06:00', or the number of differences, or the reason why the list
 * could not be read.
 */
export function reconciliationWords({ ended_at, unread, differences }: Looked): string {
  const at = momentWords(ended_at)
  const { length } = differences
  const count = `${length} difference${length === 1 ? '' : 's'}`
  if (unread !== null) {
    const books = length === 0 ? 'The books agree' : `The books have ${count}`
    return `${books}; M-Pesa's list could not be read, ${at}`
  }
  return length === 0 ? `Books and M-Pesa agree, ${at}` : `Books and M-Pesa differ: ${count}, ${at}`
}

const DAY_MS = 86_400_000

/**
 * Returns a midnight in Nairobi. A task created before this time was due `count` business days
 * later, yesterday at the latest, and so is late today.
 */
export function beforeDays(now: Date, count: number): Date {
  const today = nairobiDate(now)
  let time = Date.parse(`${today}T00:00:00+03:00`)
  const dayOf = (at: number) => nairobiDate(new Date(at))
  while (addBusinessDays(dayOf(time - DAY_MS), count) >= today) time -= DAY_MS
  return new Date(time)
}
