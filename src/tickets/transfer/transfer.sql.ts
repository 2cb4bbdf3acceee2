import { type RawBuilder, sql } from 'kysely'
import { lastEndedDay } from '../../events/sales.rules.ts'
import { lastDateOf, ownWhen } from '../../events/sales.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { TicketKind } from '../number.rules.ts'
import { admittedNow, doorsOf } from '../tickets.sql.ts'
import { CODE_TRIES, type Share, type TransferFacts } from './transfer.rules.ts'

export async function selectTicketOrder(db: Db, number: string) {
  return await db
    .selectFrom('ticket')
    .select(['id', 'order_id'])
    .where('number', '=', number)
    .executeTakeFirst()
}

export type SentTicket = TransferFacts & {
  /** The highest number of people let in with a pass on one day. */
  mostAdmitted: number
  id: string
  number: string
  order_id: string
  order_line_id: string
  event_id: string
  ticket_type_id: string
  gate_id: string | null
  holder_phone: string | null
  ticket_type: string
  sold_in: number
  type_offset: number
  kind: TicketKind
  gate: string | null
  date: string
  time: string
  /** The last date for which its ticket type is valid. */
  until: string
}

/** Locks a ticket and returns it. The caller has locked the order. */
export async function lockSendable(tx: Tx, id: string, now: Date): Promise<SentTicket> {
  await sql`select from ticket where id = ${id} for no key update`.execute(tx)
  return (await selectSendable(tx, id, now))!
}

/** Like `lockSendable` without the lock. Undefined if there is no such ticket. */
export async function selectSendable(
  db: Db,
  id: string,
  now: Date,
): Promise<SentTicket | undefined> {
  const { rows } = await sql<SentTicket>`
    select k.id, k.number, k.order_id, k.order_line_id, k.event_id, k.ticket_type_id, k.gate_id,
      k.holder_phone, k.state, k.void_reason as "voidReason", k.admits,
      ${admittedNow(now)} as admitted, k.most_admitted as "mostAdmitted", k.times_sent as "timesSent",
      o.state = 'issued' as "isPaid",
      e.cancelled_at is not null as "isCancelled",
      ${lastDateOf} <= ${lastEndedDay(now.getTime())}::date as "isOver",
      r.transfer_limit as limit, case when r.transfers_end_at_doors then
        ${doorsOf} end as "endsAt",
      t.name as ticket_type, t.type_offset, t.kind, t.sold_in, ${ownWhen},
      g.name as gate
    from ticket k join "order" o on o.id = k.order_id join event e on e.id = k.event_id
      join ticket_type t on t.id = k.ticket_type_id left join gate g on g.id = k.gate_id
      left join entry_rule r on r.event_id = k.event_id
    where k.id = ${id}`.execute(db)
  return rows[0]
}

/** Transfers, without take-backs, whose codes were sent but not entered. */
export const selectRequested = (tx: Tx, ticketId: string, now: Date) =>
  selectOpen(tx, ticketId, now, sql`not t.gives_back`)

/** Requests to give the ticket back whose codes were sent but not entered. */
export const selectGiveBacks = (tx: Tx, ticketId: string, now: Date) =>
  selectOpen(tx, ticketId, now, sql`t.gives_back`)

async function selectOpen(tx: Tx, ticketId: string, now: Date, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string; shares: Share[] }>`
    select t.id, (
      select jsonb_agg(jsonb_build_object('phone', phone, 'admits', admits) order by position)
      from ticket_transfer_part where transfer_id = t.id
    ) as shares
    from ticket_transfer t
    where t.ticket_id = ${ticketId} and t.state = 'asked' and t.expires_at > ${now}
      and t.takes_back is null and ${which}`.execute(tx)
  return rows
}

/** Ends all requests whose codes were not entered yet. */
export async function endRequested(tx: Tx, ticketId: string): Promise<void> {
  await tx
    .updateTable('ticket_transfer')
    .set({ state: 'ended' })
    .where('ticket_id', '=', ticketId)
    .where('state', '=', 'asked')
    .execute()
}

export async function insertTransfer(
  tx: Tx,
  row: {
    id: string
    ticket_id: string
    takes_back?: string
    gives_back?: boolean
    code_hash: Buffer
    expires_at: Date
    created_at: Date
  },
  shares: readonly Share[],
): Promise<void> {
  await tx.insertInto('ticket_transfer').values(row).execute()
  const parts = shares.map((share, position) => ({ transfer_id: row.id, position, ...share }))
  await tx.insertInto('ticket_transfer_part').values(parts).execute()
}

export async function selectTransferTicket(db: Db, id: string) {
  return await db
    .selectFrom('ticket_transfer as t')
    .innerJoin('ticket as k', 'k.id', 't.ticket_id')
    .select(['k.id', 'k.order_id'])
    .where('t.id', '=', id)
    .executeTakeFirst()
}

/** Locks a transfer. The caller has locked order and ticket. Undefined if it was deleted. */
export async function lockTransfer(tx: Tx, id: string) {
  return await tx
    .selectFrom('ticket_transfer')
    .select(['id', 'code_hash', 'tries', 'state', 'expires_at', 'takes_back', 'gives_back'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function selectShares(tx: Tx, transferId: string) {
  return await tx
    .selectFrom('ticket_transfer_part')
    .select(['position', 'phone', 'admits'])
    .where('transfer_id', '=', transferId)
    .orderBy('position')
    .execute()
}

/** Counts a wrong code; the last allowed try ends the transfer. False if it waits for no code. */
export async function countWrongCode(tx: Tx, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('ticket_transfer')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      state: sql<string>`case when tries + 1 >= ${CODE_TRIES} then 'ended' else state end`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function finishTransfer(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('ticket_transfer')
    .set({ state: 'done', done_at: now })
    .where('id', '=', id)
    .where('state', '=', sql.lit('asked'))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setNewTicket(
  tx: Tx,
  part: { transferId: string; position: number; ticketId: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('ticket_transfer_part')
    .set({ ticket_id: part.ticketId })
    .where('transfer_id', '=', part.transferId)
    .where('position', '=', part.position)
    .where('ticket_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function selectNextPart(tx: Tx, lineId: string): Promise<number> {
  const { rows } = await sql<{ part: number }>`
    select max(part) + 1 as part from ticket where order_line_id = ${lineId}`.execute(tx)
  return rows[0]!.part
}

/** Deletes up to `count` unconfirmed transfers created before `before`. Returns their number. */
export async function deleteUnconfirmed(tx: Tx, before: Date, count: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with old as materialized (
      select id from ticket_transfer where state <> 'done' and created_at < ${before}
      order by created_at limit ${count} for update skip locked
    )
    delete from ticket_transfer_part where transfer_id in (select id from old)
    returning transfer_id as id`.execute(tx)
  const ids = [...new Set(rows.map(({ id }) => id))]
  if (ids.length > 0) {
    await sql`delete from ticket_transfer where id = any(${ids}::uuid[])`.execute(tx)
  }
  return ids.length
}
