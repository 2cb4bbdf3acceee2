import { sql } from 'kysely'
import { atEnd, type Db, type Tx } from '../platform/database/db.ts'
import { endingJobs } from '../platform/jobs/jobs.sql.ts'
import type { JobKind, RunningJob } from '../platform/jobs/jobs.ts'

/**
 * Records that a callback reported a success without proof. Only the first report of a payment is
 * stored: a caller who knows the payment's callback URL could report any number of receipts, and
 * each would make us read M-Pesa's list.
 */
export async function openUnverifiedReport(
  tx: Tx,
  id: string,
  report: { reportedId: string | null; receipt: string | null; queryAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update payment set is_unverified = is_unverified or unverified_at is null,
      unverified_at = coalesce(unverified_at, ${report.now}),
      reported_request_id = coalesce(reported_request_id, ${report.reportedId}),
      reported_receipt = coalesce(reported_receipt, ${report.receipt}),
      next_query_at = least(next_query_at, ${report.queryAt}::timestamptz)
    where id = ${id}`.execute(tx)
}

/**
 * Ends the wait of buyers whose reported payments M-Pesa's list should have shown by now. A receipt
 * that is listed later still counts.
 */
export async function closeUnverifiedReports(db: Db, before: Date, count: number): Promise<void> {
  await sql`
    with old as (
      select id from payment where is_unverified and unverified_at <= ${before}
      order by unverified_at limit ${count} for no key update skip locked
    )
    update payment set is_unverified = false from old where payment.id = old.id`.execute(db)
}

/**
 * Queues the waiting callbacks of a payment again, because new facts about the payment are known.
 * `ended` is a job to delete in the same statement.
 */
export async function requeueWaiting(
  tx: Tx,
  id: string,
  job: JobKind<{ callbackId: number }>,
  ended: Pick<RunningJob, 'claim' | 'noteEnd'> | null = null,
): Promise<void> {
  await sql`
    with ${ended ? sql`${endingJobs([ended.claim])}, ` : sql``}waiting as (
      update provider_callback c set outcome = null
      from payment p where p.id = ${id} and c.token = p.callback_token and c.outcome = 'waiting'
      returning c.id
    )
    insert into job (name, lane, payload)
    select ${job.name}, ${job.lane.name}, jsonb_build_object('callbackId', id) from waiting
    order by id`.execute(tx)
  if (ended) atEnd(ended.noteEnd)
}
