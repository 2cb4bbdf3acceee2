import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

type TracedOrder = {
  id: string
  code: string
  state: string
  language: string
  payment_method: string
  created_at: Date
  paid_at: Date | null
  issued_at: Date | null
}

export type TracedPayment = {
  attempt: number | null
  state: string
  settled_by: string | null
  created_at: Date
  prompting_at: Date | null
  prompted_at: Date | null
  /** The time of M-Pesa's callback. Null if no callback arrived. */
  reported_at: Date | null
  confirmed_at: Date | null
  failed_at: Date | null
}

export type TracedMessage = {
  channel: string
  state: string
  created_at: Date
  sending_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
}

export type TracedFacts = {
  order: TracedOrder
  payments: TracedPayment[]
  messages: TracedMessage[]
}

/** Reads the recorded times of an order by its id or its code. Null if no such order exists. */
export async function selectTracedFacts(db: Db, idOrCode: string): Promise<TracedFacts | null> {
  const found = await sql<TracedOrder>`
    select id, code, state, language, payment_method, created_at, paid_at, issued_at
    from "order" where id::text = lower(${idOrCode}) or code = upper(${idOrCode})`.execute(db)
  const [order] = found.rows
  if (!order) return null
  const payments = await sql<TracedPayment>`
    select p.attempt, p.state, p.settled_by, p.created_at, p.prompting_at, p.prompted_at,
      c.reported_at, p.confirmed_at, p.failed_at
    from payment p left join lateral (
      select min(received_at) as reported_at from provider_callback where token = p.callback_token
    ) c on true
    where p.order_id = ${order.id} order by p.created_at`.execute(db)
  const messages = await sql<TracedMessage>`
    select m.channel, m.state, m.created_at, m.sending_at, m.sent_at, r.delivered_at
    from message m left join lateral (
      select min(received_at) as delivered_at from delivery_report where message_id = m.id
    ) r on true
    where m.order_id = ${order.id} order by m.created_at`.execute(db)
  return { order, payments: payments.rows, messages: messages.rows }
}
