import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

export type ClaimedJob = {
  id: number
  lane: string
  name: string
  payload: unknown
  attempts: number
  failures: number
  created_at: Date
}

/** Whether a job is due is asked of the database's clock, so its clock says when, too. */
const after = (ms: number) => sql`now() + ${ms} * interval '1 ms'`

/** How many of the jobs that a statement inserts this process has room for, and for how long. */
export type Granted = { count: number; ms: number }

export type InsertedJob = ClaimedJob & { leased: boolean }

/** Inserts a job for each row of `payloads`, the first so many of them leased by this process. */
export function insertingJobs(
  kind: { name: string; lane: { name: string } },
  payloads: RawBuilder<unknown>,
  granted: Granted,
): RawBuilder<unknown> {
  return sql`
    insert into job (name, lane, payload, run_at, leased, attempts)
    select ${kind.name}, ${kind.lane.name}, payload,
      now() + case when n <= ${granted.count} then ${granted.ms} else 0 end * interval '1 ms',
      n <= ${granted.count}, (n <= ${granted.count})::int
    from (select payload, row_number() over () as n from (${payloads}) asked) numbered
    returning id, lane, name, payload, attempts, failures, created_at, leased`
}

export async function insertJob(
  tx: Tx,
  kind: { name: string; lane: { name: string } },
  job: { payload: unknown; delayMs: number; lease: Granted },
): Promise<InsertedJob[]> {
  const payload = JSON.stringify(job.payload)
  if (job.delayMs === 0) {
    const one = sql`select ${payload}::jsonb as payload`
    return (await sql<InsertedJob>`${insertingJobs(kind, one, job.lease)}`.execute(tx)).rows
  }
  await sql`insert into job (name, lane, payload, run_at) values (${kind.name}, ${kind.lane.name},
    ${payload}::jsonb, ${after(job.delayMs)})`.execute(tx)
  return []
}

/** Inserts one for each payload of which none of this kind has the same in its field `about`. */
export async function insertMissingJobs(
  tx: Tx,
  kind: { name: string; lane: { name: string } },
  missing: { about: string; payloads: readonly unknown[]; lease: Granted },
): Promise<InsertedJob[]> {
  const { about, payloads, lease } = missing
  const asked = sql`select asked.payload from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb)
      with ordinality as asked(payload, place)
    where not exists (
      select from job j where j.lane = ${kind.lane.name} and j.name = ${kind.name}
        and j.payload->${about} = asked.payload->${about}
    )
    order by asked.place`
  return (await sql<InsertedJob>`${insertingJobs(kind, asked, lease)}`.execute(tx)).rows
}

/** Takes jobs that are due, up to `count` of each lane; nobody else gets them until the lease ends. */
export async function claimJobs(
  db: Db,
  openings: { lane: string; count: number }[],
  leaseMs: number,
) {
  const { rows } = await sql<ClaimedJob>`
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

export type Claim = { id: number; attempts: number }

const NOTHING = sql``

/** Those of them that are still so claimed, under lock: by id, for others take several, too. */
const lockedClaims = (jobs: readonly Claim[], otherwise: RawBuilder<unknown> = NOTHING) => sql`
  locked as materialized (
    select job.id from job
      join jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as c(id bigint, attempts int)
        on job.id = c.id and job.attempts = c.attempts
    order by job.id for update of job ${otherwise}
  )`

/** The ids of those that are still so claimed; until the transaction ends they stay that. */
export async function holdClaims(tx: Tx, jobs: readonly Claim[]): Promise<Set<number>> {
  const held = sql<{ id: number }>`with ${lockedClaims(jobs)} select id from locked`
  return new Set((await held.execute(tx)).rows.map(({ id }) => id))
}

/**
 * Leases that were lost, or given up meanwhile by putting the job off, stay as they are. So does that
 * of a job which is locked: nobody else can claim it, and whoever ends several in one transaction
 * locks them as they come, not by id. To wait for one while others are held would be a deadlock.
 */
export async function extendLeases(db: Db, jobs: Claim[], leaseMs: number): Promise<void> {
  await sql`with ${lockedClaims(jobs, sql`skip locked`)}
    update job set run_at = ${after(leaseMs)} from locked where job.id = locked.id and leased`.execute(
    db,
  )
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

/** Parts of a statement that does what these jobs are about: with it they are done. */
export function endingJobs(jobs: readonly Claim[]): RawBuilder<unknown> {
  const [one] = jobs
  if (one && jobs.length === 1) {
    return sql`ended as (delete from job where id = ${one.id} and attempts = ${one.attempts})`
  }
  return sql`${lockedClaims(jobs)},
    ended as (delete from job using locked where job.id = locked.id)`
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

/** Nobody is going to run them here now: whoever comes first has them, the oldest before all others. */
export async function giveBackJobs(db: Db, jobs: Claim[]): Promise<void> {
  await sql`update job set run_at = job.created_at, leased = false
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as c(id bigint, attempts int)
    where job.id = c.id and job.attempts = c.attempts and leased`.execute(db)
}
