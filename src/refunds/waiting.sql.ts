import { type RawBuilder, sql } from 'kysely'
import { ACCOUNT_SHORT } from '../payments/outgoing/outgoing.rules.ts'
import { isSendingStopped } from '../payments/outgoing/sending-switch.sql.ts'
import type { DueSum } from '../payments/outgoing/sending-switch.ts'
import { nextReading } from '../payments/receipts/list-state.sql.ts'
import type { Db } from '../platform/database/db.ts'
import type { WaitingGroup, WaitsFor } from './waiting.rules.ts'

/** The reason why refund `r` waits. Null if the refund is not due or does not wait. */
export const waitsFor = sql<WaitsFor | null>`case
  when r.state <> 'due' then null
  when ${isSendingStopped} then 'switch'
  when not exists (select from payment p where p.id = r.payment_id and p.listed_at is not null)
    and not exists (
      select from unmatched_receipt s where s.receipt = r.unmatched_receipt and s.listed_at is not null
    ) then 'list'
  when r.way = 'b2c' and r.failure_code = ${ACCOUNT_SHORT} then 'account' end`

/**
 * The time of the next step of refund `r`. A refund that waits for M-Pesa's list is sent only after
 * the list was read.
 */
export const nextStep = (now: Date): RawBuilder<Date | null> => sql`case when ${waitsFor} = 'list'
  then greatest(r.next_at, ${nextReading(now)}) else r.next_at end`

/**
 * Groups the due refunds by the reason for which they wait. Columns: waits_for, count,
 * amount_cents, since, next_at. With an `eventId`, only the event's refunds.
 */
export const waitingGroups = (now: Date, eventId: string | null): RawBuilder<unknown> => sql`
  select w.waits_for, count(*)::int as count, sum(w.amount_cents)::bigint as amount_cents,
    min(w.created_at) as since, coalesce(min(w.next_at), ${now}::timestamptz) as next_at
  from (
    select ${waitsFor} as waits_for, r.amount_cents, r.created_at, ${nextStep(now)} as next_at
    from refund r where r.state = 'due'
      and (${eventId}::uuid is null or r.event_id = ${eventId}::uuid)
  ) w where w.waits_for is not null group by w.waits_for`

/** The number and sum of all due refunds. */
export async function selectDueRefunds(db: Db): Promise<DueSum> {
  const { rows } = await sql<DueSum>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents
    from refund where state = 'due'`.execute(db)
  return rows[0]!
}

export async function selectWaitingGroups(
  db: Db,
  eventId: string,
  now: Date,
): Promise<WaitingGroup[]> {
  const { rows } = await sql<WaitingGroup>`${waitingGroups(now, eventId)} order by 1`.execute(db)
  return rows
}
