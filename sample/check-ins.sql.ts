import { sql } from 'kysely'
import type { Tx } from '../src/platform/database/db.ts'

/** A ticket that a holder can show at a gate. */
export type ShownTicket = {
  id: string
  number: string
  admits: number
  eventId: string
  gateId: string | null
  isVoid: boolean
  /**
   * The time at which the ticket was sold or, if it was refunded, at which its refund became due.
   */
  since: Date
}

/** The tickets of these events, in the order of their payments. */
export async function selectShownTickets(tx: Tx, eventIds: string[]): Promise<ShownTicket[]> {
  const { rows } = await sql<ShownTicket>`
    select k.id, k.number, k.admits, k.event_id as "eventId", k.gate_id as "gateId",
      k.state = 'void' as "isVoid", coalesce((
        select v.at from order_event v where v.order_id = o.id and v.to_state = 'refund_due'
      ), o.paid_at) as since
    from ticket k join order_line l on l.id = k.order_line_id join "order" o on o.id = k.order_id
    where k.event_id = any(${eventIds}::uuid[])
    order by o.paid_at, o.code, l.position, k.part`.execute(tx)
  return rows
}

/**
 * Adds the check-ins of these events to the figures as the product does. A ticket is counted at its
 * first entry. People are counted at every entry, unless the ticket's line was refunded. Call this
 * function once, after the orders and all check-ins are written.
 */
export async function countCheckIns(tx: Tx, eventIds: string[]): Promise<void> {
  await sql`
    insert into check_in_delta
      (event_id, gate_id, ticket_type_id, method, result, reason, checks, tickets, people, inside)
    select c.event_id, c.gate_id, k.ticket_type_id, c.method, c.result, c.reason, 1,
      (c.admits > 0 and c.turn = 1)::int, case when p.status = 'paid' then c.admits else 0 end,
      c.admits
    from (
      select *, row_number() over (partition by ticket_id, admits > 0 order by at, id) as turn
      from check_in where event_id = any(${eventIds}::uuid[])
    ) c left join ticket k on k.id = c.ticket_id and k.event_id = c.event_id
      left join paid_line p on p.order_line_id = k.order_line_id`.execute(tx)
}

/**
 * Inserts gate decisions in bulk. `checkIns` has one object per row, with a property per column.
 */
export async function insertCheckIns(tx: Tx, checkIns: object[]): Promise<void> {
  await sql`
    insert into check_in (id, event_id, gate_id, ticket_number, ticket_id, result, reason, requested,
      admits, let_in, left_after, method, validator_id, nonce, at)
    select id, event_id, gate_id, ticket_number, ticket_id, result, reason, requested,
      admits, let_in, left_after, method, validator_id, nonce, at
    from jsonb_populate_recordset(null::check_in, ${JSON.stringify(checkIns)})`.execute(tx)
}

/** Sets each ticket's number of admitted people, from the inserted gate decisions. */
export async function countAdmitted(tx: Tx, eventIds: string[]): Promise<void> {
  await sql`
    update ticket k set admitted = n.people,
      state = case when n.people = k.admits then 'used' else k.state end
    from (
      select ticket_id, sum(admits) as people from check_in
      where event_id = any(${eventIds}::uuid[]) and admits > 0 group by ticket_id
    ) n where k.id = n.ticket_id`.execute(tx)
}
