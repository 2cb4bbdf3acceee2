import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { attachedWords } from '../../payments/office/attached-words.ts'
import type {
  AttachReply,
  Candidate,
} from '../../payments/unmatched/unmatched-receipts.contract.ts'
import { callApi, jsonPost, wordsOf } from '../../ui/api.ts'
import type { WorkAction, WorkRow } from '../work-list/work-list.contract.ts'

export type ActionResult = { look: 'good' | 'bad'; words: string }

/**
 * The actions that need nothing but a row. `attach` also needs an order, and `take_back` is a link
 * to the page that refunds the order's tickets.
 */
export type Press = Exclude<WorkAction, 'attach' | 'take_back'>

const DONE: Record<Press, string> = {
  look_again: 'Checking…',
  issue_tickets: 'The tickets are being issued.',
  pay_back: 'The payer will be refunded.',
  pay_back_lost: 'These payers will be refunded.',
  retry: 'Sending it again.',
  paid_manually: 'Refund recorded.',
  ask_now: 'Checking…',
  name_payer: 'We will refund to that number.',
  explain: 'Resolved.',
  book_difference: 'Booked as received.',
  void_tickets: 'The tickets are no longer valid.',
  pay_back_difference: 'The difference will be refunded.',
  settle: 'Settled.',
  approve_payout: 'Payout approved.',
  refuse_payout: 'Payout refused.',
  payout_paid: 'Payout recorded.',
  give_back_payout: 'The money is in the balance again.',
  approve: 'Approved.',
  return: 'Returned.',
}

function pathOf(action: Press, { kind, key, order_id, receipt }: WorkRow): string {
  switch (action) {
    case 'look_again':
      return '/api/reconciliations'
    case 'issue_tickets':
      return `/api/orders/${order_id}/issue_tickets`
    case 'pay_back':
      return `/api/receipts/${encodeURIComponent(receipt ?? key)}/pay_back`
    case 'pay_back_lost':
      return '/api/receipts/pay_back_lost'
    case 'retry':
      return `/api/refunds/${key}/retry`
    case 'paid_manually':
      return `/api/refunds/${key}/paid_manually`
    case 'ask_now':
      return `/api/refunds/${key}/ask_now`
    case 'name_payer':
      return `/api/refunds/${key}/payer`
    case 'explain':
      return `/api/${kind === 'refund_twice' ? 'refunds' : 'payments'}/${key}/explain`
    case 'book_difference':
      return `/api/payments/${key}/book_difference`
    case 'void_tickets':
      return `/api/payments/${key}/void_tickets`
    case 'approve':
    case 'return':
      return `/api/events/${key}/measure/${action}`
    case 'settle':
      return `/api/complaints/${key}/settle`
    case 'approve_payout':
      return `/api/payouts/${key}/approve`
    case 'refuse_payout':
      return `/api/payouts/${key}/refuse`
    case 'payout_paid':
      return `/api/payout_parts/${key}/paid_manually`
    case 'give_back_payout':
      return `/api/payout_parts/${key}/give_back`
    case 'pay_back_difference':
      return `/api/payments/${key}/pay_back_difference`
  }
}

/** Runs the actions of admins, reports the result, and reloads the list. */
export function useWorkActions(again: () => void) {
  const [busy, setBusy] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ActionResult | null>(null)
  /** Returns the code of a refusal, or null. */
  async function send<T>(
    { name, path, body }: { name: string; path: string; body?: object },
    done: (answer: T) => string,
  ): Promise<string | null> {
    if (busy !== null) return 'busy'
    setBusy(name)
    const init = body ? jsonPost(body) : { method: 'POST' }
    const answer = await callApi<T>(sessionFetch, path, init)
    setBusy(null)
    // The row then offers to attach the receipt although M-Pesa's list does not show it.
    if (!answer.ok && answer.code === 'receipt_not_listed') return answer.code
    setOutcome(
      answer.ok
        ? { look: 'good', words: done(answer.data) }
        : { look: 'bad', words: wordsOf(answer, 'No connection. Please try again.') },
    )
    again()
    return answer.ok ? null : answer.code
  }
  return {
    busy,
    outcome,
    dismiss: () => setOutcome(null),
    press: (action: Press, row: WorkRow, body?: object) =>
      send({ name: `${action} ${row.id}`, path: pathOf(action, row), body }, () => DONE[action]),
    look: () => send({ name: 'look', path: '/api/reconciliations' }, () => DONE.look_again),
    attach: ({ key: receipt }: WorkRow, { order_id, code }: Candidate, unlisted: boolean) =>
      send<AttachReply>(
        {
          name: `${receipt} ${order_id}`,
          path: `/api/receipts/${encodeURIComponent(receipt)}/attach`,
          body: { order_id, unlisted },
        },
        (answer) => attachedWords(receipt, code, answer),
      ),
  }
}
