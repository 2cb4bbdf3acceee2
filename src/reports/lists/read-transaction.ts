import { DEFAULT_GATE, unitFields } from '../../events/event.rules.ts'
import { deliveryOf } from '../../messages/delivery.rules.ts'
import { OrderError } from '../../orders/errors.ts'
import { refusalText } from '../../payments/outgoing/refusal.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskEmail, maskPhone } from '../../platform/values/phone.rules.ts'
import { type RefundState, reasonText } from '../../refunds/refund.rules.ts'
import { waitText } from '../../refunds/waiting.rules.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import { capitalise } from '../../ui/office/formats.rules.ts'
import { messageLabel } from './message-label.rules.ts'
import {
  selectMessagesOf,
  selectOrderOfLine,
  selectRefundsOf,
  selectTicketsOf,
} from './transaction.sql.ts'
import type { TransactionDetail } from './transactions.contract.ts'

/**
 * Reads the order of an order line. Throws order_not_found if the viewer does not manage its event.
 */
export async function readTransaction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  lineId: string,
): Promise<TransactionDetail> {
  const order = isUuid(lineId) ? await selectOrderOfLine(db, viewer, lineId) : undefined
  if (!order) throw new OrderError('order_not_found')
  const now = clock.now()
  const [tickets, refunds, messages] = await Promise.all([
    selectTicketsOf(db, order.id, now),
    selectRefundsOf(db, order.id, now),
    selectMessagesOf(db, order.id),
  ])
  const { sees_buyer, sees_numbers } = order
  const rights = { sees_buyer, sees_numbers }
  return {
    ...maskRow({ order_id: order.id as string | null, order_code: order.code, ...rights }),
    amount: toKes(order.amount_cents),
    may_resend: sees_buyer,
    may_refund: order.may_refund,
    may_revoke: order.may_revoke,
    tickets: tickets.map(({ number, holder_phone, gate, sold_in, kind, ...ticket }) => ({
      ...maskRow({ ...ticket, ticket_number: number, ...rights }),
      ...unitFields({ sold_in, kind }),
      gate: gate ?? DEFAULT_GATE,
      holder: holder_phone && maskPhone(holder_phone),
    })),
    refunds: refunds.map(
      ({ id, amount_cents, state, receipt, at, waits_for, next_at, ...why }) => ({
        ...{ id, state, amount: toKes(amount_cents), reason: whyText(viewer, state, why) },
        waiting: waitText({ waits_for, next_at }, now),
        reference: sees_buyer ? receipt : null,
        at: at.toISOString(),
      }),
    ),
    messages: messages.map(({ id, channel, recipient, dedupe_key, at, ...message }) => ({
      id,
      channel,
      about: messageLabel(dedupe_key),
      to: channel === 'sms' ? maskPhone(recipient) : sees_buyer ? recipient : maskEmail(recipient),
      ...deliveryOf(message.state, message.last_error),
      at: at.toISOString(),
    })),
  }
}

/**
 * 'The organizer's decision. M-PESA refused it: the number has no M-PESA (code 2040)'. M-Pesa's reason
 * is for admins, because it may be about our account.
 */
function whyText(
  { role }: Viewer,
  state: RefundState,
  { reason, failure_code }: { reason: string; failure_code: string | null },
): string {
  const isRefused = state === 'refused' || state === 'manual'
  const refusal = role === 'admin' && isRefused ? refusalText(failure_code) : ''
  return `${capitalise(reasonText(reason))}${refusal && `. M-PESA refused it: ${refusal}`}`
}
