import { sql } from 'kysely'
import type { Tx } from '../../src/platform/database/db.ts'

export type IssuedLine = {
  line_id: string
  order_id: string
  event_id: string
  ticket_type_id: string
  code: string
  phone: string
  position: number
  quantity: number
  issued_at: Date
  is_void: boolean
  type_offset: number
  type_name: string
  event_title: string
  event_date: string
  event_time: string
  event_location: string
}

/** The order lines that get tickets, in the order in which the product would issue them. */
export async function selectIssuedLines(tx: Tx): Promise<IssuedLine[]> {
  const { rows } = await sql<IssuedLine>`
    select m.line_id, m.order_id, m.event_id, m.ticket_type_id, m.code, m.phone, m.position,
      m.quantity, m.issued_at, m.due_at is not null as is_void, t.type_offset,
      t.name as type_name, e.title as event_title,
      e.date as event_date, e.time as event_time,
      e.location as event_location
    from made m join ticket_type t on t.id = m.ticket_type_id join event e on e.id = m.event_id
    where m.issued_at is not null order by m.issued_at, m.code, m.position`.execute(tx)
  return rows
}

type DuePayment = {
  id: string
  order_id: string
  phone: string
  code: string
  due_at: Date
  amount_cents: number
  event_title: string
}

export async function selectDuePayments(tx: Tx): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    select p.id, p.order_id, p.phone, m.code, m.due_at, p.amount_cents,
      e.title as event_title
    from made m join payment p using (order_id) join event e on e.id = m.event_id
    where m.position = 0 and m.due_at is not null`.execute(tx)
  return rows
}

/**
 * Inserts a gate key for each event that has none. Returns the keys of all given events, new and
 * existing.
 */
export async function putGateKeys(
  tx: Tx,
  keys: { event_id: string; key: Buffer }[],
): Promise<Map<string, Buffer>> {
  if (keys.length === 0) return new Map()
  await tx
    .insertInto('gate_key')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const ids = keys.map((row) => row.event_id)
  const rows = await tx
    .selectFrom('gate_key')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('version')
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.key]))
}

export type GateLoad = { ticket_type_id: string; id: string; name: string; admits: number }

/** The gates of these ticket types, with the number of people assigned to each. */
export async function selectGateLoads(tx: Tx, typeIds: string[]): Promise<GateLoad[]> {
  const { rows } = await sql<GateLoad>`
    select g.id, g.name, l.ticket_type_id, coalesce(d.admits, 0) as admits
    from ticket_type_gate l join gate g on g.id = l.gate_id left join gate_load d using (ticket_type_id, gate_id)
    where l.ticket_type_id = any(${typeIds}::uuid[]) order by g.id`.execute(tx)
  return rows
}

export async function putGateLoads(tx: Tx, loads: GateLoad[]): Promise<void> {
  await sql`
    insert into gate_load (ticket_type_id, gate_id, admits)
    select ticket_type_id, id, admits
    from jsonb_to_recordset(${JSON.stringify(loads)}) as l(ticket_type_id uuid, id uuid, admits int)
    on conflict (ticket_type_id, gate_id) do update set admits = excluded.admits`.execute(tx)
}

/** Inserts tickets, given as rows by column name. */
export async function insertTickets(tx: Tx, tickets: object[]): Promise<void> {
  await sql`
    insert into ticket (id, number, order_id, order_line_id, part, event_id, ticket_type_id,
      gate_id, admits, state, void_reason, created_at)
    select id, number, order_id, order_line_id, part, event_id, ticket_type_id,
      gate_id, admits, state, void_reason, created_at
    from jsonb_populate_recordset(null::ticket, ${JSON.stringify(tickets)})`.execute(tx)
}

export async function insertDelivered(tx: Tx, messages: object[]): Promise<void> {
  await sql`
    insert into message (id, order_id, recipient, body, dedupe_key, state, provider_message_id,
      provider_status, attempts, sending_at, sent_at, created_at, updated_at)
    select id, order_id, recipient, body, dedupe_key, 'delivered', 'ATXid_' || replace(id::text, '-', ''),
      'Success', 1, created_at + interval '300 ms', created_at + interval '800 ms', created_at,
      created_at + interval '4 s'
    from jsonb_populate_recordset(null::message, ${JSON.stringify(messages)})`.execute(tx)
}
