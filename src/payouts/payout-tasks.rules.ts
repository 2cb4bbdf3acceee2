import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  reference,
} from '../platform/tasks/tasks.rules.ts'
import { recordTransfer } from '../refunds/manual/refund-tasks.rules.ts'
import { countOf, formatDay, formatExactKes } from '../ui/office/formats.rules.ts'
import { type Stop, type StopFacts, stopOf } from './payout.rules.ts'
import { accountLabel, type PayoutAccount } from './payout-account.rules.ts'

const approve = call(
  '/api/payouts/{key}/approve',
  ({ amount }) => `Approve ${formatExactKes(amount ?? 0)}`,
  {
    name: 'approve_payout',
    done: 'Payout approved.',
    question: {
      title: ({ amount }) => `Pay out ${formatExactKes(amount ?? 0)}?`,
      yes: ({ amount }) => `Pay out ${formatExactKes(amount ?? 0)}`,
      text: ({ known, amount }) =>
        `${known} ${formatExactKes(amount ?? 0)} is deducted right away.`,
      review: 'payout',
      refusedBy: 'refuse_payout',
    },
  },
)

const refuse = call('/api/payouts/{key}/refuse', 'Refuse', {
  name: 'refuse_payout',
  done: 'Payout refused.',
  form: {
    title: 'Refuse the payout',
    yes: 'Refuse',
    fields: [explanation('Reason', 'We email it to the organizer.')],
  },
})

const recordPaid = call('/api/payout_parts/{key}/paid_manually', 'Record payout', {
  name: 'payout_paid',
  done: 'Payout recorded.',
  form: {
    yes: 'Record',
    fields: [
      reference('Payout reference', 'From M-PESA or the bank. We notify the organizer by email.'),
    ],
    paidFrom: {
      utility: 'M-PESA utility account',
      collection: 'M-PESA collection account',
      bank: 'Bank',
    },
  },
})

const giveBack = call('/api/payout_parts/{key}/give_back', 'Put back', {
  name: 'give_back_payout',
  done: 'The money is in the balance again.',
  form: {
    title: 'Put back into the balance',
    yes: 'Put back',
    fields: [
      explanation(
        'Why it was not paid',
        'Only if you are sure that nothing was paid. We email it to the organizer.',
      ),
    ],
  },
})

const STOP_TEXTS: Record<Stop, string> = {
  event_cancelled:
    'The event is cancelled since: do not pay. If no one has paid it before, put it back.',
  account_replaced:
    'The organizer has changed the payout account since: do not pay. If no one has paid it before, put it back.',
  claims_open:
    'Buyers of this event may claim this money now: do not pay. If no one has paid it before, put it back.',
  refunds_uncovered:
    "Refunds of the organizer's events need this money: do not pay. If no one has paid it before, put it back.",
  money_held:
    'The money of this event stays with us until the morning after it: do not pay. Put it back.',
  payouts_frozen:
    'The payouts of this event were frozen after this approval: do not pay. If no one has paid it before, put it back.',
  event_frozen: 'The event may be cancelled: do not pay before you have decided about that.',
  other_event_frozen:
    'Another event of the organizer may be cancelled or rescheduled, and its refunds may need this money: do not pay before you have decided about that.',
}

type AskedFacts = PayoutAccount & {
  email: string | null
  date: string | null
  /** The business days of PAYOUT_DECISION_DAYS if they have passed; otherwise 0. */
  late_days: number
}

export const payoutTaskKinds = {
  payout_asked: declareTask<AskedFacts>({
    title: 'Payout requested',
    group: 'payouts',
    urgency: 'waited_for',
    known: ({ amount, facts: { email, date, late_days, ...account } }) => {
      const day = date === null ? '' : ` The event's date is ${formatDay(date)}.`
      const limit = countOf(late_days, 'business day')
      const late = late_days > 0 ? ` Late: requested more than ${limit} ago.` : ''
      // The number is first, because a row cuts the end of a long text.
      return `${amount} to ${accountLabel(account)}, requested by ${email ?? 'the organizer'}.${late}${day}`
    },
    next: nothingUntil('approves or refuses it.'),
    actions: [approve, refuse],
    eventPage: 'statement',
  }),
  payout_manual: declareTask<PayoutAccount & StopFacts & { failure: string | null; at: string }>({
    title: 'Manual payout',
    group: 'payouts',
    known: ({ amount, facts }) => {
      const stop = stopOf(facts, new Date(facts.at))
      const stopped = stop === null ? '' : ` ${STOP_TEXTS[stop]}`
      const approved = `${amount} was approved for ${accountLabel(facts)}.${stopped}`
      if (facts.failure === null) return approved
      return `${approved} M-PESA did not confirm what became of it: it may have gone out. Check M-PESA's portal. If it went out, record its receipt; if it did not, put it back.`
    },
    next: nothingUntil('pays it and records the reference, or puts it back.'),
    actions: [recordPaid, giveBack],
    eventPage: 'statement',
    paidFrom: ({ kind }) => (kind === 'bank' ? ['bank'] : ['utility', 'collection', 'bank']),
  }),
  payouts_short: declareTask<{ count: number }>({
    title: 'Payout float low',
    group: 'payouts',
    known: ({ amount, facts: { count } }) =>
      `${count} ${count === 1 ? 'payout waits' : 'payouts wait'}: the M-PESA account that pays holds less than ${amount}.`,
    next: ({ until }) =>
      `Nothing until someone puts money into that M-PESA account. We try again from ${until} on.`,
    actions: [],
    link: recordTransfer,
  }),
}
