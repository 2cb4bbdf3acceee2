import { sql } from 'kysely'
import { atEnd, type Db, type Tx } from '../platform/database/db.ts'
import { endingJobs } from '../platform/jobs/jobs.sql.ts'
import type { JobKind, RunningJob } from '../platform/jobs/jobs.ts'

/**
 * A success was told of this payment that is not believed by itself. The first one is kept: whoever
 * has the address could tell any number, and each would have the list read at once.
 */
export async function openClaim(
  tx: Tx,
  id: string,
  claim: { toldId: string | null; receipt: string | null; askAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update payment set claim_open = claim_open or claimed_at is null,
      claimed_at = coalesce(claimed_at, ${claim.now}),
      told_request_id = coalesce(told_request_id, ${claim.toldId}),
      told_receipt = coalesce(told_receipt, ${claim.receipt}),
      next_query_at = least(next_query_at, ${claim.askAt}::timestamptz)
    where id = ${id}`.execute(tx)
}

/** The list had its time: the buyer waits no longer. What it shows later counts all the same. */
export async function closeClaims(db: Db, before: Date, count: number): Promise<void> {
  await sql`
    with old as (
      select id from payment where claim_open and claimed_at <= ${before}
      order by claimed_at limit ${count} for no key update skip locked
    )
    update payment set claim_open = false from old where payment.id = old.id`.execute(db)
}

/**
 * More is known of the payment now: the callbacks that waited for it are read once more. `ended` is
 * the job that is done with it.
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
