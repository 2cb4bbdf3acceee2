import { formatDate, formatTime } from '../../events/event-words.rules.ts'
import { failureWords } from '../../messages/delivery.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { addBusinessDays } from '../../refunds/business-days.rules.ts'
import { LOST, looksLikeReceipt, type PaidFrom, reasonInWords } from '../../refunds/refund.rules.ts'
import { groupWords, type WaitsFor } from '../../refunds/waiting.rules.ts'
import { formatExactKes, formatMoment } from '../../ui/office/words.rules.ts'
import { accountWords } from '../reconcile/difference-words.rules.ts'
import { askedWords, byHandWords, payeeOf } from './payout-work.rules.ts'
import { restoredWords } from './restored-work.rules.ts'
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

/**
 * The end of the detail of a late refund, if M-Pesa's list has not shown the refunded payment yet.
 */
export const UNLISTED = 'not listed yet'

export const WORK_WORDS: Record<WorkKind, string> = {
  database_restored: 'Backup restored',
  refund_perhaps_paid: 'Perhaps refunded',
  refunds_short: 'Refund float low',
  refunds_unlisted: 'Refunds wait',
  refund_late: 'Refund late',
  refund_refused: 'Refund refused',
  refund_manual: 'Manual refund',
  refund_twice: 'Refunded twice',
  refund_unconfirmed: 'Refund unconfirmed',
  returned_by_mpesa: 'Returned by M-PESA',
  account_differs: 'Balance differs',
  suspense: 'Wrong amount',
  stray_receipt: 'No order found',
  order_without_tickets: 'Paid, no tickets',
  buyer_not_reached: 'Buyer not reached',
  holder_not_reached: 'Friend not reached',
  list_not_available: 'No M-PESA list',
  receipt_not_listed: 'Not on M-PESA list',
  payment_without_receipt: 'No M-PESA code',
  amount_differs: 'Different amount',
  books_differ: 'Books differ',
  draft_sent_in: 'Draft sent in',
  change_sent_in: 'Change sent in',
  name_asked: 'Name asked',
  cancel_asked: 'Cancellation asked',
  reschedule_asked: 'Reschedule asked',
  event_reported: 'Event reported',
  payout_asked: 'Payout requested',
  payout_manual: 'Manual payout',
  payouts_short: 'Payout float low',
}

/** 'Nov 22, 6:00 AM', in Nairobi. */
export function momentWords(at: Date): string {
  return formatMoment(at.toISOString(), at)
}

const kes = (cents: number | null) => (cents === null ? 'nothing' : formatExactKes(toKes(cents)))

const KNOWN: Record<WorkKind, (row: Known) => string> = {
  suspense: ({ amount_cents, other_cents }) =>
    `M-PESA reported ${kes(amount_cents)}; the order costs ${kes(other_cents)}.`,
  stray_receipt: ({ amount_cents, detail }) =>
    `${kes(amount_cents)} was paid to ${detail ? `account '${detail}'` : 'no account'}.`,
  order_without_tickets: ({ amount_cents }) =>
    `${kes(amount_cents)} was paid, but no tickets were issued.`,
  buyer_not_reached: ({ detail }) =>
    `No message with the tickets reached the buyer: ${failureWords(detail || null)}.`,
  holder_not_reached: ({ detail }) => {
    const [phone = '', ...why] = detail.split(' ')
    const words = failureWords(why.join(' ') || null)
    return `The ticket sent to 0${phone.slice(3)} did not arrive: ${words}.`
  },
  list_not_available: ({ since, detail }) =>
    `M-PESA's list has been unavailable since ${momentWords(since)}: ${detail}.`,
  receipt_not_listed: ({ amount_cents }) =>
    `M-PESA reported a payment of ${kes(amount_cents)}, but its list of payments does not show it.`,
  payment_without_receipt: ({ amount_cents }) =>
    `M-PESA confirmed a payment of ${kes(amount_cents)}, but its list of payments shows no code for it.`,
  amount_differs: ({ amount_cents, other_cents }) =>
    `M-PESA received ${kes(amount_cents)} for tickets of ${kes(other_cents)}.`,
  books_differ: ({ amount_cents, other_cents, detail }) =>
    detail.startsWith('books')
      ? `${detail}: the payments add up to ${kes(amount_cents)}, the books say ${kes(other_cents)}.`
      : `${detail}: we recorded ${kes(amount_cents)}, M-PESA has ${kes(other_cents)}.`,
  draft_sent_in: ({ detail }) => `${detail || 'An organizer'} asks to publish this event.`,
  database_restored: (row) => restoredWords(row),
  refund_perhaps_paid: ({ amount_cents }) =>
    `${kes(amount_cents)} is due, and may have been refunded in the time that was lost.`,
  change_sent_in: ({ detail }) => `${detail || 'An organizer'} asks to change this event.`,
  name_asked: ({ detail }) => nameWords(detail),
  cancel_asked: (row) =>
    `${askedOf(row).by} asks to cancel this event: '${askedOf(row).reason}'. ${moneyWords(row)} will be refunded.`,
  reschedule_asked: (row) =>
    `${askedOf(row).by} asks to move this event to ${scheduleWords(askedOf(row))}: '${askedOf(row).reason}'. At most ${moneyWords(row)} will be refunded.`,
  event_reported: ({ detail }) => complaintWords(detail),
  payout_asked: ({ amount_cents, detail }) => askedWords(kes(amount_cents), detail),
  payout_manual: ({ amount_cents, detail }) => byHandWords(kes(amount_cents), detail),
  payouts_short: ({ amount_cents, detail }) =>
    `${detail} ${detail === '1' ? 'payout waits' : 'payouts wait'}: the M-PESA account that pays holds less than ${kes(amount_cents)}.`,
  refunds_short: (row) => `${groupWords(groupOf('account', row))}.`,
  refunds_unlisted: (row) => `${groupWords(groupOf('list', row))}.`,
  refund_late: ({ amount_cents, other_cents }) =>
    `${kes(amount_cents)} has been due for more than ${other_cents} business days.`,
  refund_refused: ({ amount_cents, detail }) =>
    `M-PESA refused to refund ${kes(amount_cents)}. ${reasonWords(detail)}`,
  refund_twice: ({ amount_cents, detail }) =>
    `${kes(amount_cents)} was refunded twice: ${detail}. Ask the buyer to return one.`,
  refund_unconfirmed: ({ amount_cents }) =>
    `M-PESA reported a result for a refund of ${kes(amount_cents)}, but did not confirm it when we checked.`,
  returned_by_mpesa: ({ amount_cents }) =>
    `M-PESA took ${kes(amount_cents)} back, because the payer asked Safaricom for it. The tickets are still valid.`,
  account_differs: ({ amount_cents, other_cents, detail }) =>
    `M-PESA holds ${kes(other_cents)} in the ${detail} account, and the books say ${kes(amount_cents)}: ${accountWords(
      { ours_cents: amount_cents ?? 0, theirs_cents: other_cents ?? 0 },
    )}.`,
  refund_manual: ({ amount_cents, detail, offers }) =>
    offers === 'name_payer'
      ? `${kes(amount_cents)} is due, but M-PESA hid the payer's number.`
      : `${kes(amount_cents)} needs a manual refund. ${reasonWords(detail)}`,
}

/** A cancellation or reschedule that an organizer asks for. */
type AskedMeasure = {
  by: string
  reason: string
  orders: number
  date: string | null
  time: string | null
  location: string | null
  version: string
}

const askedOf = ({ detail }: Pick<Known, 'detail'>): AskedMeasure => JSON.parse(detail)

/** Names the state of a row that an admin can approve; null for other rows. */
export function versionOf(row: Pick<Known, 'kind' | 'detail'>): string | null {
  return row.kind === 'cancel_asked' || row.kind === 'reschedule_asked'
    ? askedOf(row).version
    : null
}

/** 'KES 900 (3 tickets, 2 orders)' */
function moneyWords(row: Known): string {
  const { orders } = askedOf(row)
  const tickets = row.other_cents ?? 0
  return `${kes(row.amount_cents)} (${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}, ${orders} ${orders === 1 ? 'order' : 'orders'})`
}

function scheduleWords({ date, time, location }: AskedMeasure): string {
  return `${formatDate(date ?? '')}, ${formatTime(time ?? '')}, ${location}`
}

/** A visitor's complaint, from its reason and words. */
function complaintWords(detail: string): string {
  const [reason = '', ...words] = detail.split(' ')
  const said = words.length > 0 ? `, '${words.join(' ')}'` : ''
  return `A visitor: ${COMPLAINT_WORDS[reason] ?? COMPLAINT_WORDS.other}${said}.`
}

/** The asked name of an organizer, from the email address and the name. */
function nameWords(detail: string): string {
  const [email = '', ...name] = detail.split(' ')
  return `${email} asks for the name '${name.join(' ')}'. SMS begin with it.`
}

const COMPLAINT_WORDS: Record<string, string> = {
  fake: 'it looks fake or like a scam',
  wrong: 'its date, place or price is wrong',
  illegal: 'it is illegal or dangerous',
  offensive: 'it is offensive',
  other: 'something else',
}

/** The reason for a refund and M-Pesa's code, if `detail` has one. */
function reasonWords(detail: string): string {
  const [reason = '', ...codes] = detail.split(', ')
  const code = codes.find((one) => /\d/.test(one))
  return `Reason: ${reasonInWords(reason)}${code ? ` (M-PESA's code ${code})` : ''}.`
}

const groupOf = (waits_for: WaitsFor, { amount_cents, detail }: Known) => ({
  waits_for,
  count: Number(detail),
  amount_cents: amount_cents!,
})

const needsManualReview = ({ kind }: Known) => kind === 'refund_refused' || kind === 'refund_manual'

/**
 * Describes money that may have been paid although no report came. Paying it manually could pay it
 * a second time.
 */
function lostWords(row: Known): string {
  if (!needsManualReview(row)) return ''
  if (row.detail.includes(LOST.reversal)) {
    return ` A Reversal of ${kes(row.amount_cents)} may still go through: check with M-PESA before you refund it manually.`
  }
  if (row.detail.includes(LOST.b2c)) {
    return ` M-PESA never reported the result of a payment of ${kes(row.amount_cents)}: it may have gone out. Check M-PESA's portal before you refund it manually; if it went out, record its receipt.`
  }
  return ''
}

export function knownWords(row: Known): string {
  const late = needsManualReview(row) && (row.other_cents ?? 0) > 0
  const words = KNOWN[row.kind](row) + lostWords(row)
  return late ? `${words} Due for more than ${row.other_cents} business days.` : words
}

const BY_ITSELF: Record<WorkKind, (until: string | null) => string> = {
  suspense: (until) => `We check M-PESA's list until ${until}, then refund it.`,
  stray_receipt: () => 'Nothing until someone attaches or refunds it.',
  order_without_tickets: (until) =>
    until ? `We try again at ${until}.` : 'We try again within a minute.',
  buyer_not_reached: () => 'Nothing until someone calls the buyer or resends the SMS.',
  holder_not_reached: () => 'Nothing until someone calls this friend or resends the SMS.',
  list_not_available: (until) =>
    `We read it again at ${until}. Until then refunds wait; tickets are sold as usual.`,
  receipt_not_listed: (until) => lookedUp(until),
  payment_without_receipt: (until) => lookedUp(until),
  amount_differs: () =>
    'Nothing until someone books or refunds the difference. The tickets are valid.',
  books_differ: () =>
    'We compare again each morning at 06:00. Still here after two mornings: call an engineer.',
  draft_sent_in: () => 'Nothing until someone publishes or returns it.',
  database_restored: (until) =>
    `We read M-PESA's list until ${until}. No refund leaves until someone compares them with M-PESA's portal and resumes refunds.`,
  refund_perhaps_paid: () =>
    'Nothing until someone resumes refunds or records this one. Then M-PESA pays it only if it has not done so.',
  change_sent_in: () =>
    'Nothing until someone approves or returns it. The page keeps its old values.',
  name_asked: () => 'Nothing until someone uses or refuses it. The old name stays.',
  cancel_asked: () => 'Nothing until someone approves or returns it. Sales are stopped.',
  reschedule_asked: () => 'Nothing until someone approves or returns it. Sales are stopped.',
  event_reported: () => 'Nothing until someone looks at the event and settles this.',
  payout_asked: () => 'Nothing until someone approves or refuses it.',
  payout_manual: () => 'Nothing until someone pays it and records the reference, or puts it back.',
  payouts_short: (until) =>
    `Nothing until someone puts money into that M-PESA account. We try again from ${until} on.`,
  refunds_short: (until) =>
    `Nothing until someone puts money into the M-PESA account that pays refunds. We try again from ${until} on.`,
  // The list is read at least once an hour, so the text needs no day.
  refunds_unlisted: (until) => `Waiting for M-PESA's list, next look ${until?.split(', ')[1]}.`,
  refund_late: (until) => (until ? `We check it again at ${until}.` : 'Waiting for M-PESA.'),
  refund_refused: () => 'Nothing until someone sends it again or refunds manually.',
  refund_unconfirmed: (until) =>
    until ? `We check with M-PESA again at ${until}.` : 'Nothing until someone checks its status.',
  returned_by_mpesa: () => 'Nothing until someone voids the tickets. This payment is not refunded.',
  account_differs: () =>
    'We compare again within an hour. If someone moved money at M-PESA, record it on the Statement page.',
  refund_twice: () => 'We carry the loss until the buyer returns one.',
  refund_manual: () => 'Nothing until someone pays it and records the reference.',
}

/** The next step that the shop takes without an admin, and the time of this step. */
export function byItselfWords({ kind, until, offers, detail }: Known): string {
  if (offers === 'name_payer') return 'Nothing until someone adds the payer or refunds manually.'
  const isUnlisted = kind === 'refund_late' && detail.endsWith(UNLISTED)
  if (isUnlisted) return BY_ITSELF.refunds_unlisted(until && momentWords(until))
  return BY_ITSELF[kind](until && momentWords(until))
}

/** M-Pesa's list covers the last 48 hours. */
function lookedUp(until: string | null): string {
  if (until) return `We check M-PESA's list at least once an hour until ${until}.`
  return "Nothing until someone finds the payment in M-PESA's portal and resolves this with a note."
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
  draft_sent_in: [],
  database_restored: ['look_again'],
  refund_perhaps_paid: [],
  change_sent_in: [],
  name_asked: [],
  cancel_asked: ['approve', 'return'],
  reschedule_asked: ['approve', 'return'],
  event_reported: ['settle'],
  payout_asked: ['approve_payout', 'refuse_payout'],
  payout_manual: ['payout_paid', 'give_back_payout'],
  payouts_short: [],
  refunds_short: [],
  refunds_unlisted: ['look_again'],
  refund_late: ['ask_now'],
  refund_refused: ['retry', 'paid_manually'],
  refund_manual: ['paid_manually'],
  refund_twice: ['explain'],
  refund_unconfirmed: ['ask_now'],
  returned_by_mpesa: ['void_tickets'],
  account_differs: ['look_again'],
}

type Payable = Pick<Known, 'detail'> & { kind?: WorkKind; is_cash: boolean }

/**
 * The accounts from which an admin may have paid a refund or payout manually, beginning with the likeliest
 * account for an M-Pesa receipt.
 */
export function paidFromOf({ kind, is_cash, detail }: Payable): PaidFrom[] {
  if (is_cash) return ['cash']
  if (kind === 'payout_manual' && payeeOf(detail).kind === 'bank') return ['bank']
  const portal = ['utility', 'collection'] as const
  return [...(detail.includes(LOST.reversal) ? portal.toReversed() : portal), 'bank']
}

/** Guesses the account from the form of the reference. The admin can choose another account. */
export function likelyFrom(choices: readonly PaidFrom[], reference: string): PaidFrom {
  return (looksLikeReceipt(reference) ? choices[0] : choices.at(-1)) ?? 'bank'
}

type Looked = { ended_at: Date; unread: string | null; differences: readonly unknown[] }

/**
 * 'Books match M-PESA, Nov 22, 6:00 AM', or the number of differences, or the reason why the list
 * could not be read.
 */
export function reconciliationWords({ ended_at, unread, differences }: Looked): string {
  const at = momentWords(ended_at)
  const { length } = differences
  const count = `${length} difference${length === 1 ? '' : 's'}`
  if (unread !== null) {
    const books = length === 0 ? 'Books match' : `${count} in the books`
    return `${books}; M-PESA's list could not be read, ${at}`
  }
  return length === 0 ? `Books match M-PESA, ${at}` : `${count} between books and M-PESA, ${at}`
}

const DAY_MS = 86_400_000

/**
 * The start of a day in Nairobi. Tasks are due within `count` business days; a task that was
 * created before this instant was due before today, and so is late.
 */
export function beforeDays(now: Date, count: number): Date {
  const today = nairobiDate(now)
  let time = Date.parse(`${today}T00:00:00+03:00`)
  const dayOf = (at: number) => nairobiDate(new Date(at))
  while (addBusinessDays(dayOf(time - DAY_MS), count) >= today) time -= DAY_MS
  return new Date(time)
}
