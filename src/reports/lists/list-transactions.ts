import { checkEvent } from '../../events/check-event.ts'
import { unitFields } from '../../events/event.rules.ts'
import { deliveryOf } from '../../messages/delivery.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readEmailAddress } from '../../platform/values/email-address.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { bareNumber } from '../../platform/values/phone.rules.ts'
import { nearReceipts, readReference } from '../../tickets/reference.rules.ts'
import type {
  TransactionList,
  TransactionQuery,
  TransactionReply,
} from './transactions.contract.ts'
import {
  selectOrdersOf,
  selectTransactions,
  TRANSACTION_SORTS,
  type TransactionRow,
} from './transactions.sql.ts'

/**
 * Reads a page of transactions. Throws event_not_found, or invalid_field if the cursor comes from
 * another list.
 */
export async function listTransactions(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  query: TransactionQuery,
): Promise<TransactionList> {
  const { event_id: eventId = null, sort = '-created_at', status = null } = query
  if (eventId !== null) await checkEvent(db, viewer, eventId)
  const wanted = readPage(TRANSACTION_SORTS[sort], query, 50)
  const orders = await findOrders(db, viewer, query.search ?? '')
  // If no order has this reference, the text is searched as part of a phone number.
  const phone = phonePatterns((orders ? '' : query.search) || (query.phone ?? ''))
  if (phone?.length === 0) return { data: [], next_cursor: null }
  const rows = await selectTransactions(db, viewer, { eventId, phone, orders, status, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(toReply), next_cursor }
}

/**
 * The ids of the orders with this M-Pesa receipt, order code, ticket number or email address. Null
 * if `search` is empty or no order was found.
 */
async function findOrders(db: Db, viewer: Viewer, search: string): Promise<string[] | null> {
  if (search.trim() === '') return null
  const reference = readReference(search)
  const sought = { ...reference, email: readEmailAddress(search) }
  const orders = await selectOrdersOf(db, viewer, sought)
  if (orders.length > 0) return orders
  const receipts = nearReceipts(reference)
  if (receipts.length === 0) return null
  const near = await selectOrdersOf(db, viewer, { numbers: [], receipts, codes: [], email: null })
  return near.length === 1 ? near : null
}

function toReply(row: TransactionRow): TransactionReply {
  return {
    id: row.id,
    order_id: row.order_id,
    created_at: row.paid_at.toISOString(),
    event_id: row.event_id,
    event: { id: row.event_id, title: row.event_title },
    ticket_type_id: row.ticket_type_id,
    ticket_type: { id: row.ticket_type_id, name: row.ticket_type_name, ...unitFields(row) },
    quantity: row.quantity,
    amount: toKes(row.left_cents),
    phone_number: row.phone,
    email: row.email,
    reference: row.reference,
    method: row.method,
    status: row.status,
    part_refund: row.part_refund,
    has_tickets: row.has_tickets,
    delivery: row.sms_state === null ? null : deliveryOf(row.sms_state, row.sms_error),
  }
}

/**
 * LIKE patterns for stored numbers (2547… or 2541…) that contain the typed digits. A number must
 * match one of them. Null if no digit was typed; an empty list if no number can match.
 */
export function phonePatterns(typed: string): string[] | null {
  const digits = bareNumber(typed)
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return []
  // A leading 0, as people write local numbers, stands for 254.
  const local = digits.startsWith('0') ? [`254${digits.slice(1)}%`] : []
  return [`%${digits}%`, ...local]
}
