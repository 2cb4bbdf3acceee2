import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** Whether a job is due is asked of the database's clock, so its clock says when, too. */
const after = (ms: number) => sql`now() + ${ms} * interval '1 ms'`

export async function insertJob(
  tx: Tx,
  job: { name: string; lane: string; payload: unknown; delayMs: number },
): Promise<void> {
  await sql`insert into job (name, lane, payload, run_at) values (${job.name}, ${job.lane},
    ${JSON.stringify(job.payload)}::jsonb, ${after(job.delayMs)})`.execute(tx)
}

/** Takes jobs that are due, up to `count` of each lane; nobody else gets them until the lease ends. */
export async function claimJobs(
  db: Db,
  openings: { lane: string; count: number }[],
  leaseMs: number,
) {
  const { rows } = await sql<{
    id: number
    lane: string
    name: string
    payload: unknown
    attempts: number
    failures: number
    created_at: Date
  }>`
    with due as materialized (
      -- Apart: as a subquery of the update some plans run it once for each row, limit and all.
      select j.id
      from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) as r(lane text, count int),
        lateral (
          select id from job where lane = r.lane and run_at <= now()
          order by run_at limit r.count for update skip locked
        ) j
    )
    update job set run_at = ${after(leaseMs)}, leased = true, attempts = attempts + 1
    from due where job.id = due.id
    returning job.id, lane, name, payload, attempts, failures, created_at`.execute(db)
  return rows
}

type Claim = { id: number; attempts: number }

/** Leases that were lost, or given up meanwhile by putting the job off, stay as they are. */
export async function extendLeases(db: Db, jobs: Claim[], leaseMs: number): Promise<void> {
  await sql`update job set run_at = ${after(leaseMs)}
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as c(id bigint, attempts int)
    where job.id = c.id and job.attempts = c.attempts and leased`.execute(db)
}

/** Jobs that failed this often in a row and are still to be done, and the oldest of them. */
export async function countFailingJobs(db: Db, failures: number) {
  const { rows } = await sql<{ count: number; since: Date | null; now: Date }>`
    select count(*) as count, min(created_at) as since, now() as now from job
    where failures >= ${failures}`.execute(db)
  return rows[0]!
}

export async function deleteJob(db: Db, job: Claim): Promise<void> {
  await db.deleteFrom('job').where('id', '=', job.id).where('attempts', '=', job.attempts).execute()
}

/** With the error that it failed with, where it did. */
export async function postponeJob(
  db: Db,
  job: Claim,
  delayMs: number,
  error: string | null,
): Promise<void> {
  const failures = error === null ? sql`0` : sql`failures + 1`
  await sql`update job set run_at = ${after(delayMs)}, leased = false, last_error = ${error},
      failures = ${failures}
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db)
}
