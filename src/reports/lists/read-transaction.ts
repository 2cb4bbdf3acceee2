import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { deliveryOf } from '../../messages/delivery.rules.ts'
import { OrderError } from '../../orders/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskEmail, maskPhone } from '../../platform/values/phone.rules.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import { messageLabel } from './message-label.rules.ts'
import { selectMessagesOf, selectOrderOfLine, selectTicketsOf } from './transaction.sql.ts'
import type { TransactionDetail } from './transactions.contract.ts'

/**
 * Reads the order of an order line. Throws order_not_found if the viewer does not manage its event.
 */
export async function readTransaction(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  lineId: string,
): Promise<TransactionDetail> {
  const order = isUuid(lineId) ? await selectOrderOfLine(db, viewer, lineId) : undefined
  if (!order) throw new OrderError('order_not_found')
  const [tickets, messages] = await Promise.all([
    selectTicketsOf(db, order.id),
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
    tickets: tickets.map(({ number, holder_phone, gate, ...ticket }) => ({
      ...maskRow({ ...ticket, ticket_number: number, ...rights }),
      gate: gate ?? DEFAULT_GATE,
      holder: holder_phone && maskPhone(holder_phone),
    })),
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
