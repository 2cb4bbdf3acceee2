import { refusalText } from '../../payments/outgoing/refusal.rules.ts'
import { explain, lookAgain } from '../../payments/unmatched/payment-tasks.rules.ts'
import type { PayingAccount } from '../../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  reference,
  type Task,
} from '../../platform/tasks/tasks.rules.ts'
import { openOrder } from '../../tickets/ticket-tasks.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { LOST, reasonText } from '../refund.rules.ts'
import { groupText, type WaitsFor } from '../waiting.rules.ts'

type Payer = {
  /** Whether M-Pesa hid the payer's number. The row then shows the buyer's number. */
  is_payer_hidden: boolean
}

const labelPayer = ({ is_payer_hidden }: Payer) =>
  is_payer_hidden ? "Buyer's phone (payer unknown)" : PAYER

const PAYER = "Payer's phone"

const retry = call('/api/refunds/{key}/retry', 'Send again', { done: 'Sending it again.' })

export const askNow = call('/api/refunds/{key}/ask_now', 'Check status', {
  done: 'Checking…',
})

const paidManually = call('/api/refunds/{key}/paid_manually', 'Record refund', {
  done: 'Refund recorded.',
  form: {
    yes: 'Record',
    fields: [reference('Refund reference', 'From M-PESA or the bank. We notify the buyer by SMS.')],
    paidFrom: {
      utility: 'M-PESA utility account',
      collection: 'M-PESA Reversal',
      bank: 'Bank',
      cash: 'Cash, from the organizer',
    },
  },
})

const namePayer = call('/api/refunds/{key}/payer', "Add payer's number", {
  name: 'name_payer',
  done: 'We will refund to that number.',
  form: {
    yes: 'Refund',
    fields: [
      {
        name: 'phone',
        label: "Payer's number",
        hint: 'We refund to this M-PESA number, such as 0712 345 678.',
        maxLength: 20,
        type: 'tel',
      },
      explanation(
        'How you know',
        'Such as the M-PESA message they showed. Appears in the audit log.',
      ),
    ],
  },
})

const voidTickets = call('/api/payments/{key}/void_tickets', 'Void the tickets', {
  done: 'The tickets are no longer valid.',
})

const payBackLost = call('/api/receipts/pay_back_lost', 'Refund all lost orders', {
  done: 'These payers will be refunded.',
  question: {
    title: () => 'Refund all lost orders?',
    yes: ({ amount }) => `Refund ${formatExactKes(amount ?? 0)}`,
    text: ({ known }) =>
      `${known} Each refund goes to its payer’s number. First attach the payments of buyers who have ordered again.`,
  },
})

/** Links to the form for recording money that an admin put into one of our M-Pesa accounts. */
export const recordTransfer = () => ({ to: '/organizer/statement', label: 'Record a transfer' })

type Group = { waits_for: WaitsFor; count: number; amount_cents: number }

const knownOfGroup = ({ facts }: Task<Group>) => `${groupText(facts)}.`

// M-Pesa's list is read at least once an hour, so the text states only the time, without the day.
const nextOfList = ({ until }: { until: string | null }) =>
  `Waiting for M-PESA's statement, next check ${until?.split(', ').at(-1)}.`

type Payable = Payer & {
  /** Whether an admin may pay the refund manually now. */
  is_payable: boolean
  /** Whether the order was paid in cash. */
  is_cash: boolean
  /** The first attempt without a result, as a value of LOST: its channel, Reversal or B2C. */
  lost: string | null
}

type Unpaid = Payable & {
  reason: string
  failure: string | null
  /** The highest limit of REFUND_DAYS, in business days, that has passed; 0 if it is not late. */
  late_days: number
}

const wasLost = ({ lost, failure }: Pick<Unpaid, 'lost' | 'failure'>, way: keyof typeof LOST) =>
  [lost, failure].includes(LOST[way])

function paidFrom(facts: Payable & { failure?: string | null }): PayingAccount[] {
  if (facts.is_cash) return ['cash']
  const portal = ['utility', 'collection'] as const
  const isReversal = wasLost({ failure: null, ...facts }, 'reversal')
  return [...(isReversal ? [...portal].reverse() : portal), 'bank']
}

const ifPayable = { ...paidManually, isOffered: ({ facts }: Task<Payable>) => facts.is_payable }

/** Why M-Pesa refused, if it gave a code, and the refund's own reason. */
function reasonSentence({ reason, failure }: Unpaid, verb: string): string {
  const refusal = refusalText(failure)
  return `${refusal && `${verb}${refusal}`}. Reason of the refund: ${reasonText(reason)}.`
}

/**
 * Describes a refund that M-Pesa may have paid without a report. Paying it manually could pay the
 * same money twice.
 */
function lostText({ amount, facts }: Task<Unpaid>): string {
  if (wasLost(facts, 'reversal')) {
    return ` A Reversal of ${amount} may still go through: check with M-PESA before you refund it manually.`
  }
  if (wasLost(facts, 'b2c')) {
    return ` M-PESA never reported the result of a payment of ${amount}: it may have gone out. Check M-PESA's portal before you refund it manually; if it went out, record its receipt.`
  }
  return ''
}

function withDoubts(row: Task<Unpaid>, text: string): string {
  const { late_days } = row.facts
  const late = late_days > 0 ? ` Due for more than ${late_days} business days.` : ''
  return `${text}${lostText(row)}${late}`
}

export const refundTaskKinds = {
  database_restored: declareTask<{ lost_from: string; at: string; lost_payments: number }>({
    title: 'Backup restored',
    group: 'refunds',
    urgency: 'waited_for',
    known: ({ amount, facts: { lost_payments: count, ...facts } }) => {
      const [from, until] = [facts.lost_from, facts.at].map((at) => formatMoment(at, new Date(at)))
      const lost = `The database was restored. What happened between ${from} and ${until} is lost.`
      if (count === 0) return lost
      const payments = count === 1 ? '1 payment' : `${count} payments`
      return `${lost} ${payments} of ${amount} in M-PESA's statement ${count === 1 ? 'has' : 'have'} no order.`
    },
    next: ({ until }) =>
      `We read M-PESA's statement until ${until}. No refund leaves until someone compares them with M-PESA's portal and resumes refunds.`,
    actions: [lookAgain, { ...payBackLost, isOffered: ({ facts }) => facts.lost_payments > 0 }],
  }),
  refund_perhaps_paid: declareTask<Payable>({
    title: 'Perhaps refunded',
    group: 'refunds',
    labelPhone: labelPayer,
    known: ({ amount }) =>
      `${amount} is due, and may have been refunded in the time that was lost.`,
    next: nothingUntil(
      'resumes refunds or records this one. Then M-PESA pays it only if it has not done so.',
    ),
    actions: [ifPayable],
    link: (row) => {
      if (row.actions.length > 0) return null
      return row.event ? openOrder(row) : recordTransfer()
    },
    paidFrom,
  }),
  refunds_short: declareTask<Group>({
    title: 'Refund float low',
    group: 'refunds',
    known: knownOfGroup,
    next: ({ until }) =>
      `Nothing until someone puts money into the M-PESA account that pays refunds. We try again from ${until} on.`,
    actions: [],
    link: recordTransfer,
  }),
  refunds_unlisted: declareTask<Group>({
    title: 'Pending refunds',
    group: 'refunds',
    urgency: 'not_today',
    known: knownOfGroup,
    next: nextOfList,
    actions: [lookAgain],
  }),
  refund_late: declareTask<Unpaid & { waits_for: WaitsFor | null }>({
    title: 'Refund late',
    group: 'refunds',
    labelPhone: labelPayer,
    known: ({ amount, facts }) =>
      `${amount} has been due for more than ${facts.late_days} business days.`,
    next: (row) => {
      if (row.facts.waits_for === 'switch') return 'Nothing until someone resumes refunds.'
      if (row.facts.waits_for === 'list') return nextOfList(row)
      return row.until ? `We check it again at ${row.until}.` : 'Waiting for M-PESA.'
    },
    actions: [askNow, ifPayable],
    paidFrom,
  }),
  refund_refused: declareTask<Unpaid>({
    title: 'Refund refused',
    group: 'refunds',
    isBad: true,
    labelPhone: labelPayer,
    known: (row) =>
      withDoubts(row, `M-PESA refused to refund ${row.amount}${reasonSentence(row.facts, ': ')}`),
    next: nothingUntil('sends it again or refunds manually.'),
    actions: [retry, paidManually],
    paidFrom,
  }),
  refund_manual: declareTask<Unpaid & { is_payer_wanted: boolean }>({
    title: 'Manual refund',
    group: 'refunds',
    labelPhone: labelPayer,
    known: (row) =>
      withDoubts(
        row,
        row.facts.is_payer_wanted
          ? `${row.amount} is due, but M-PESA hid the payer's number.`
          : `${row.amount} needs a manual refund${reasonSentence(row.facts, '. M-PESA refused it: ')}`,
      ),
    next: ({ facts }) =>
      facts.is_payer_wanted
        ? 'Nothing until someone adds the payer or refunds manually.'
        : 'Nothing until someone pays it and records the reference.',
    actions: [paidManually, { ...namePayer, isOffered: ({ facts }) => facts.is_payer_wanted }],
    paidFrom,
  }),
  refund_twice: declareTask<Payer & { receipts: string }>({
    title: 'Refunded twice',
    group: 'refunds',
    labelPhone: labelPayer,
    known: ({ amount, facts }) =>
      `${amount} was refunded twice: ${facts.receipts}. Ask the buyer to return one.`,
    next: () => 'We carry the loss until the buyer returns one.',
    actions: [explain('refunds')],
  }),
  returned_by_mpesa: declareTask<object>({
    title: 'Returned by M-PESA',
    group: 'payments',
    phoneLabel: PAYER,
    known: ({ amount }) =>
      `M-PESA took ${amount} back, because the payer asked Safaricom for it. The tickets are still valid.`,
    next: nothingUntil('voids the tickets. This payment is not refunded.'),
    actions: [voidTickets],
  }),
}
