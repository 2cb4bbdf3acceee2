import { eventTaskKinds } from '../../../events/event-tasks.rules.ts'
import { paymentTaskKinds } from '../../../payments/unmatched/payment-tasks.rules.ts'
import { payoutTaskKinds } from '../../../payouts/payout-tasks.rules.ts'
import { questionTaskKinds } from '../../../questions/question-tasks.rules.ts'
import { measureTaskKinds } from '../../../refunds/decision/measure-tasks.rules.ts'
import { refundTaskKinds } from '../../../refunds/manual/refund-tasks.rules.ts'
import { reconcileTaskKinds } from '../../../reports/reconcile/reconcile-tasks.rules.ts'
import { complaintTaskKinds } from '../../../site/complaint-tasks.rules.ts'
import { freezeTaskKinds } from '../../../site/freezing/freeze-tasks.rules.ts'
import { ticketTaskKinds } from '../../../tickets/ticket-tasks.rules.ts'

export const TASK_KINDS = {
  ...payoutTaskKinds,
  ...eventTaskKinds,
  ...measureTaskKinds,
  ...questionTaskKinds,
  ...refundTaskKinds,
  ...paymentTaskKinds,
  ...ticketTaskKinds,
  ...reconcileTaskKinds,
  ...complaintTaskKinds,
  ...freezeTaskKinds,
}
