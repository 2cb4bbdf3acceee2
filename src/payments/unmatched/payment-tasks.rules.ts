import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  type TaskAction,
  type TaskQuestion,
} from '../../platform/tasks/tasks.rules.ts'
import { amountText } from '../../platform/values/money.rules.ts'

/** Compares the books with M-Pesa's list. */
export const lookAgain = call('/api/reconciliations', 'Check again', {
  name: 'look_again',
  done: 'Checking…',
})

/** Ends a task about a payment or a refund with an admin's note. */
export const explain = (noun: 'payments' | 'refunds') =>
  call(`/api/${noun}/{key}/explain`, 'Resolve with a note', {
    done: 'Resolved.',
    form: {
      yes: 'Resolve',
      fields: [
        explanation(
          'What you found',
          'Such as where M-PESA’s statement shows it. Tickets stay as they are.',
        ),
      ],
    },
  })

const attach: TaskAction = {
  name: 'attach',
  label: 'Attach',
  opens: 'candidates',
  path: '/api/receipts/{key}/attach',
}

const refund = (what: string): TaskQuestion => ({
  title: ({ receipt }) => `Refund ${what}${receipt}?`,
  yes: () => 'Refund',
  text: ({ known }) => `${known} The refund goes to the payer’s number.`,
})

const payBack = call('/api/receipts/{key}/pay_back', 'Refund', {
  done: 'The payer will be refunded.',
  question: refund(''),
})

const bookDifference = call('/api/payments/{key}/book_difference', 'Book as received', {
  done: 'Booked as received.',
  form: {
    yes: 'Book',
    fields: [explanation('Reason', 'Tickets stay valid; we absorb any difference.')],
  },
})

const payBackDifference = call('/api/payments/{key}/pay_back_difference', 'Refund the difference', {
  done: 'The difference will be refunded.',
  question: refund('the difference of '),
})

const takeBack: TaskAction = {
  name: 'take_back',
  label: 'Refund the order',
  opens: 'page',
  // There an admin can select some of the order's tickets.
  path: '/organizer/tickets?refund={order_code}#refund-order',
}

/** M-Pesa's list covers the last 48 hours. */
const lookedUp = ({ until }: { until: string | null }) =>
  until
    ? `We check M-PESA's statement at least once an hour until ${until}.`
    : "Nothing until someone finds the payment in M-PESA's portal and resolves this with a note."

export const paymentTaskKinds = {
  suspense: declareTask<{ price_cents: number }>({
    title: 'Wrong amount',
    group: 'payments',
    urgency: 'not_today',
    phoneLabel: "Payer's phone",
    known: ({ amount, facts }) =>
      `M-PESA reported ${amount}; the order costs ${amountText(facts.price_cents)}.`,
    next: ({ until }) => `We check M-PESA's statement until ${until}, then refund it.`,
    actions: [lookAgain],
  }),
  stray_receipt: declareTask<{ account: string }>({
    title: 'No order found',
    group: 'payments',
    urgency: 'waited_for',
    phoneLabel: "Payer's phone",
    known: ({ amount, facts: { account } }) =>
      `${amount} was paid to ${account ? `account '${account}'` : 'no account'}.`,
    next: nothingUntil('attaches or refunds it.'),
    actions: [attach, payBack],
  }),
  list_not_available: declareTask<{ reason: string }>({
    title: 'No M-PESA list',
    group: 'payments',
    urgency: 'not_today',
    known: ({ since, facts }) =>
      `M-PESA's statement has been unavailable since ${since}: ${facts.reason}.`,
    next: ({ until }) =>
      `We read it again at ${until}. Until then refunds wait; tickets are sold as usual.`,
    actions: [lookAgain],
  }),
  receipt_not_listed: declareTask<object>({
    title: 'Not on M-PESA list',
    group: 'payments',
    phoneLabel: "Payer's phone",
    known: ({ amount }) =>
      `M-PESA reported a payment of ${amount}, but its list of payments does not show it.`,
    next: lookedUp,
    actions: [lookAgain, explain('payments')],
  }),
  payment_without_receipt: declareTask<object>({
    title: 'No M-PESA code',
    group: 'payments',
    phoneLabel: "Payer's phone",
    known: ({ amount }) =>
      `M-PESA confirmed a payment of ${amount}, but its list of payments shows no code for it.`,
    next: lookedUp,
    actions: [lookAgain, explain('payments')],
  }),
  amount_differs: declareTask<{ price_cents: number; is_more: boolean }>({
    title: 'Different amount',
    group: 'payments',
    isBad: true,
    phoneLabel: "Payer's phone",
    known: ({ amount, facts }) =>
      `M-PESA received ${amount} for tickets of ${amountText(facts.price_cents)}.`,
    next: nothingUntil('books or refunds the difference. The tickets are valid.'),
    actions: [
      bookDifference,
      { ...payBackDifference, isOffered: ({ facts }) => facts.is_more },
      { ...takeBack, isOffered: ({ facts }) => !facts.is_more },
    ],
  }),
}
