import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Stores a notice. True: queue it now. False: it waits until `everyMs` after the last notice. */
export async function storeNotice(
  tx: Tx,
  { thing, notice }: { thing: string; notice: unknown },
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<boolean> {
  const isFree = sql`n.sent_at <= ${new Date(now.getTime() - everyMs)}`
  const { rows } = await sql<{ is_now: boolean }>`
    insert into collected_notice as n (thing, sent_at) values (${thing}, ${now})
    on conflict (thing) do update set
      sent_at = case when ${isFree} then ${now} else n.sent_at end,
      due_at = case when ${isFree} then null else n.sent_at + ${everyMs} * interval '1 ms' end,
      notice = case when ${isFree} then null else ${JSON.stringify(notice)}::jsonb end
    returning due_at is null as is_now`.execute(tx)
  return rows[0]!.is_now
}

export async function deleteWaiting(tx: Tx, thing: string): Promise<void> {
  await sql`update collected_notice set due_at = null, notice = null
    where thing = ${thing} and due_at is not null`.execute(tx)
}

const isNoticeDue = (now: Date) => sql<boolean>`due_at <= ${now}`

/** Whether no notice waits, and the next notice may be queued immediately. */
const isPassed = (before: Date) => sql<boolean>`due_at is null and sent_at <= ${before}`

export const areNoticesDue = (now: Date, before: Date): RawBuilder<boolean> =>
  sql`exists (
    select from collected_notice where ${isNoticeDue(now)} or ${isPassed(before)}
  )`

/** Takes up to `count` due notices; the caller queues them in this transaction. */
export async function takeDue(
  tx: Tx,
  now: Date,
  count: number,
): Promise<{ thing: string; notice: unknown }[]> {
  const { rows } = await sql<{ thing: string; notice: unknown }>`
    with due as materialized (
      select thing, notice from collected_notice where ${isNoticeDue(now)}
      order by due_at limit ${count} for update skip locked
    )
    update collected_notice n set sent_at = ${now}, due_at = null, notice = null
    from due where n.thing = due.thing returning due.thing, due.notice`.execute(tx)
  return rows
}

/** Deletes rows of things that have no waiting notice and none queued since `before`. */
export async function deletePassed(tx: Tx, before: Date): Promise<void> {
  await sql`delete from collected_notice where thing in (
    select thing from collected_notice where ${isPassed(before)} for update skip locked
  )`.execute(tx)
}
