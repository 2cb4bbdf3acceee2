import { type RawBuilder, sql } from 'kysely'
import { latestDate } from '../events/event-change.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { DEFAULT_RESERVE, REFUND_WINDOW_DAYS } from './reserve.rules.ts'

/** The share of the organizer's sales kept as reserve, in 0.01 %. Undefined if none is set. */
export async function selectReserve(db: Db, organizerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('payout_plan')
    .select('reserve_basis_points')
    .where('account_id', '=', organizerId)
    .executeTakeFirst()
  return row?.reserve_basis_points
}

export async function upsertReserve(
  tx: Tx,
  { accountId, reserve, now }: { accountId: string; reserve: number; now: Date },
): Promise<void> {
  const set = { reserve_basis_points: reserve, set_at: now }
  await tx
    .insertInto('payout_plan')
    .values({ account_id: accountId, ...set })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute()
}

/** The share of the earnings of event `e` that is kept, in 0.01 %; 0 after its refund window. */
export const reserveShare = (now: Date): RawBuilder<number> => sql`
  case when coalesce(${nairobiDate(now)}::date <= ${latestDate()} + ${REFUND_WINDOW_DAYS}::int, true)
    then coalesce((
      select reserve_basis_points from payout_plan where account_id = e.organizer_id
    ), ${DEFAULT_RESERVE}::int) else 0 end`

/** The reserve of event `e` for these earnings, by the same rule as `reserveOf` in payouts. */
export const reserveCents = (earnedCents: RawBuilder<number>, now: Date): RawBuilder<number> =>
  sql`ceil(greatest(0, ${earnedCents}) * (${reserveShare(now)}) / 10000.0)`
