import { sql } from 'kysely'
import { atEnd, type Db, type Tx } from '../platform/database/db.ts'
import { endingJobs } from '../platform/jobs/jobs.sql.ts'
import type { JobKind, RunningJob } from '../platform/jobs/jobs.ts'

/**
 * Records a reported success that proves nothing yet. The first one is kept: a caller who knows the
 * address could report any receipt, and each would cause a read of M-Pesa's list.
 */
export async function openUnverifiedReport(
  tx: Tx,
  id: string,
  report: { reportedId: string | null; receipt: string | null; queryAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update payment set claim_open = claim_open or claimed_at is null,
      claimed_at = coalesce(claimed_at, ${report.now}),
      told_request_id = coalesce(told_request_id, ${report.reportedId}),
      told_receipt = coalesce(told_receipt, ${report.receipt}),
      next_query_at = least(next_query_at, ${report.queryAt}::timestamptz)
    where id = ${id}`.execute(tx)
}

/**
 * Ends the wait of buyers whose reports are older than M-Pesa's list needs. Receipts listed later
 * count all the same.
 */
export async function closeUnverifiedReports(db: Db, before: Date, count: number): Promise<void> {
  await sql`
    with old as (
      select id from payment where claim_open and claimed_at <= ${before}
      order by claimed_at limit ${count} for no key update skip locked
    )
    update payment set claim_open = false from old where payment.id = old.id`.execute(db)
}

/**
 * Queues the waiting callbacks of a payment again, because more is known now. `ended` is the job to
 * delete with it.
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
