import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

/** Deletes up to `count` reports by lowest id, because time has no index. Returns the number. */
export async function deleteOldReports(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with oldest as (select id, received_at from delivery_report order by id limit ${count})
    delete from delivery_report r using oldest
    where r.id = oldest.id and oldest.received_at < ${before} returning r.id`.execute(db)
  return rows.length
}

/**
 * Deletes up to `count` messages created before `before`, with their delivery reports. Returns the
 * number of deleted messages. Reads only the messages with the smallest ids, because ids grow with
 * time (see newId).
 */
export async function deleteOldMessages(db: Db, before: Date, count: number): Promise<number> {
  const { rows } = await sql`
    with oldest as materialized (
      select id, created_at from message order by id limit ${count}
    ), old as (select id from oldest where created_at < ${before}), reports as (
      delete from delivery_report where message_id in (select id from old)
    )
    delete from message m using old where m.id = old.id returning m.id`.execute(db)
  return rows.length
}

/**
 * Deletes messages with their delivery reports: the messages about these orders to `phone` and to
 * the addresses in `others`, and the messages to `phone` that are about no order. Keeps messages
 * that are queued or being sent.
 */
export async function deleteMessagesTo(
  tx: Tx,
  { phone, others, orderIds }: { phone: string; others: string[]; orderIds: readonly string[] },
): Promise<void> {
  await sql`
    with gone as (
      select id, recipient from message
      where recipient = any(${[phone, ...others]}::text[]) and not is_leaving
        and (order_id = any(${orderIds}::uuid[]) or (order_id is null and recipient = ${phone}))
    ), reports as (
      delete from delivery_report r using gone
      where r.message_id = gone.id or (r.message_id is null and r.recipient = gone.recipient)
    )
    delete from message m using gone where m.id = gone.id`.execute(tx)
}
