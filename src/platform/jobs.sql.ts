import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

export async function insertJob(
  tx: Tx,
  job: { name: string; lane: string; payload: unknown; runAt: Date | null },
): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      name: job.name,
      lane: job.lane,
      payload: JSON.stringify(job.payload),
      ...(job.runAt ? { run_at: job.runAt } : {}),
    })
    .execute()
}

/** Takes up to `count` jobs that are due; nobody else gets them until the lease ends. */
export async function claimJobs(db: Db, lane: string, count: number, leaseMs: number) {
  const { rows } = await sql<{
    id: number
    name: string
    payload: unknown
    attempts: number
    created_at: Date
  }>`
    with due as materialized (
      -- Apart: as a subquery of the update some plans run it once for each row, limit and all.
      select id from job where lane = ${lane} and run_at <= now()
      order by run_at limit ${count} for update skip locked
    )
    update job set run_at = now() + ${leaseMs} * interval '1 ms', attempts = attempts + 1
    from due where job.id = due.id
    returning job.id, name, payload, attempts, created_at`.execute(db)
  return rows
}

export async function extendLeases(db: Db, ids: number[], leaseMs: number): Promise<void> {
  await sql`update job set run_at = now() + ${leaseMs} * interval '1 ms'
    where id = any(${ids})`.execute(db)
}

type Claim = { id: number; attempts: number }

export async function deleteJob(db: Db, job: Claim): Promise<void> {
  await db.deleteFrom('job').where('id', '=', job.id).where('attempts', '=', job.attempts).execute()
}

export async function postponeJob(
  db: Db,
  job: Claim,
  runAt: Date,
  error: string | null,
): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: runAt, last_error: error })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .execute()
}
