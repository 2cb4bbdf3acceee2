import { lookAgain } from '../../payments/unmatched/payment-tasks.rules.ts'
import { declareTask } from '../../platform/tasks/tasks.rules.ts'
import { amountText } from '../../platform/values/money.rules.ts'
import { askNow } from '../../refunds/manual/refund-tasks.rules.ts'
import { accountText } from './difference-text.rules.ts'

export const reconcileTaskKinds = {
  account_differs: declareTask<{ account: string; ours_cents: number; theirs_cents: number }>({
    title: 'Balance differs',
    group: 'books',
    known: ({ amount, facts }) =>
      `M-PESA holds ${amountText(facts.theirs_cents)} in the ${facts.account} account, and the books say ${amount}: ${accountText(facts)}.`,
    next: () =>
      'We compare again within an hour. If someone moved money at M-PESA, record it on the Statement page.',
    actions: [lookAgain],
  }),
  refund_unconfirmed: declareTask<object>({
    title: 'Refund unconfirmed',
    group: 'refunds',
    known: ({ amount }) =>
      `M-PESA reported a result for a refund of ${amount}, but did not confirm it when we checked.`,
    next: ({ until }) =>
      until
        ? `We check with M-PESA again at ${until}.`
        : 'Nothing until someone checks its status.',
    actions: [askNow],
  }),
  books_differ: declareTask<{ what: string; name: string; theirs_cents: number | null }>({
    title: 'Books differ',
    group: 'books',
    isBad: true,
    known: ({ amount, facts: { what, name, theirs_cents } }) => {
      const theirs = amountText(theirs_cents)
      return what.startsWith('books')
        ? `${what}: ${name}: the payments add up to ${amount}, the books say ${theirs}.`
        : `${what}: ${name}: we recorded ${amount}, M-PESA has ${theirs}.`
    },
    next: () =>
      'We compare again each morning at 06:00. Still here after two mornings: call an engineer.',
    actions: [lookAgain],
  }),
}
