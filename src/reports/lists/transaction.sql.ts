import { sql } from 'kysely'
import { isVisibleTo, rightsOf } from '../../events/events.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { RefundState } from '../../refunds/refund.rules.ts'
import type { WaitsFor } from '../../refunds/waiting.rules.ts'
import { nextStep, waitsFor } from '../../refunds/waiting.sql.ts'
import { admittedNow } from '../../tickets/tickets.sql.ts'

type Rights = 'sees_buyer' | 'sees_numbers' | 'may_refund' | 'may_revoke'

/** The paid order of an order line. Undefined if the viewer does not manage the order's event. */
export async function selectOrderOfLine(db: Db, viewer: Viewer, lineId: string) {
  type Row = { id: string; code: string; amount_cents: number } & Record<Rights, boolean>
  const { rows } = await sql<Row>`
    select o.id, o.code, o.amount_cents, ${rightsOf(viewer)},
      ${isVisibleTo(viewer, 'money')} and o.payment_method <> 'free' as may_refund,
      ${isVisibleTo(viewer, 'edit')} and o.payment_method = 'free' as may_revoke
    from paid_line p join order_line l on l.id = p.order_line_id
      join "order" o on o.id = l.order_id join event e on e.id = p.event_id
    where p.order_line_id = ${lineId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]
}

type TicketRow = {
  number: string
  ticket_type: string
  sold_in: number
  kind: string
  gate: string | null
  admits: number
  admitted: number
  state: 'valid' | 'used' | 'void'
  void_reason: string | null
  holder_phone: string | null
}

/** All tickets of an order, in line order. For a pass, `admitted` counts today's people. */
export async function selectTicketsOf(db: Db, orderId: string, now: Date): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select k.number, t.name as ticket_type, t.sold_in, t.kind, g.name as gate, k.admits,
      ${admittedNow(now)} as admitted, k.state,
      case when k.void_reason = 'revoked' and exists (
        select from ticket_transfer b where b.takes_back = k.id and b.state = 'done'
      ) then 'taken_back' else k.void_reason end as void_reason, k.holder_phone
    from ticket k join order_line l on l.id = k.order_line_id
      join ticket_type t on t.id = k.ticket_type_id left join gate g on g.id = k.gate_id
    where k.order_id = ${orderId} order by l.position, k.part`.execute(db)
  return rows
}

type RefundRow = {
  id: string
  amount_cents: number
  reason: string
  state: RefundState
  failure_code: string | null
  receipt: string | null
  at: Date
  waits_for: WaitsFor | null
  next_at: Date | null
}

/** The refunds of an order and of its parts, the newest first. */
export async function selectRefundsOf(db: Db, orderId: string, now: Date): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.amount_cents, r.reason, r.state, r.failure_code, r.receipt,
      coalesce(r.done_at, r.created_at) as at, ${waitsFor} as waits_for, ${nextStep(now)} as next_at
    from refund r where r.order_id = ${orderId} order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

type MessageRow = {
  id: string
  channel: 'sms' | 'email'
  recipient: string
  dedupe_key: string
  state: string
  last_error: string | null
  at: Date
}

/** The messages about an order, the newest first. */
export async function selectMessagesOf(db: Db, orderId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, channel, recipient, dedupe_key, state, last_error, coalesce(sent_at, created_at) as at
    from message where order_id = ${orderId} order by created_at desc, id desc`.execute(db)
  return rows
}
