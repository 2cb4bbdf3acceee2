import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

type Kind = { name: string; lane: { name: string } }

/**
 * A job that one worker has leased. `attempts` grows with each lease, so a worker that lost its
 * lease finds no row.
 */
export type Claim = { id: number; attempts: number }

export type ClaimedJob = Claim & {
  lane: string
  name: string
  payload: unknown
  failures: number
  created_at: Date
}

/** The time `ms` from now by the database's clock, with which workers compare `run_at`. */
const after = (ms: number) => sql`now() + ${ms} * interval '1 ms'`

/** Inserts a job for each row of `payloads`. The caller also calls `nudgeAfterCommit`. */
export const insertingJobs = (
  kind: Kind,
  payloads: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into job (name, lane, payload)
  select ${kind.name}, ${kind.lane.name}, payload from (${payloads}) wanted`

export async function insertJob(
  tx: Tx,
  { name, lane }: Kind,
  payload: unknown,
  delayMs: number,
): Promise<void> {
  await sql`insert into job (name, lane, payload, run_at)
    values (${name}, ${lane.name}, ${JSON.stringify(payload)}::jsonb, ${after(delayMs)})`.execute(
    tx,
  )
}

/** Skips a payload if a job of this kind has the same value in its field `about`. */
export async function insertMissingJobs(
  tx: Tx,
  kind: Kind,
  about: string,
  payloads: readonly unknown[],
): Promise<void> {
  const missing = sql`
    select found.payload from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb)
      with ordinality as found(payload, place)
    where not exists (
      select from job j where j.lane = ${kind.lane.name} and j.name = ${kind.name}
        and j.payload->${about} = found.payload->${about}
    )
    order by found.place`
  await insertingJobs(kind, missing).execute(tx)
}

/** Leases at most `count` due jobs per lane. No other worker gets them until the lease ends. */
export async function claimJobs(
  db: Db,
  openings: { lane: string; count: number }[],
  leaseMs: number,
) {
  // A CTE, because some plans would run a subquery of the update once for each row, each time with
  // its limit. An array instead of a join, because PostgreSQL expects 100 due jobs and would read
  // the whole table (decisions/0085).
  const { rows } = await sql<ClaimedJob>`
    with due as materialized (
      select j.id
      from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) as r(lane text, count int),
        lateral (
          select id from job where lane = r.lane and run_at <= now()
          order by run_at limit r.count for update skip locked
        ) j
    )
    update job set run_at = ${after(leaseMs)}, leased = true, attempts = attempts + 1
    where id = any(array(select id from due))
    returning id, lane, name, payload, attempts, failures, created_at`.execute(db)
  return rows
}

/** Ordered by id, so that transactions that lock several jobs cannot deadlock. */
const lockedClaims = (jobs: readonly Claim[], option: RawBuilder<unknown> = sql``) => sql`
  locked as materialized (
    select job.id from job
      join jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as c(id bigint, attempts int)
        on job.id = c.id and job.attempts = c.attempts
    order by job.id for update of job ${option}
  )`

export async function lockClaims(tx: Tx, jobs: readonly Claim[]): Promise<Set<number>> {
  const locked = sql<{ id: number }>`with ${lockedClaims(jobs)} select id from locked`
  return new Set((await locked.execute(tx)).rows.map(({ id }) => id))
}

/**
 * Extends the leases that this worker still has. Skips locked jobs: a transaction that finishes
 * several jobs locks them in any order, so waiting for one of these jobs could deadlock.
 */
export async function extendLeases(db: Db, jobs: Claim[], leaseMs: number): Promise<void> {
  await sql`with ${lockedClaims(jobs, sql`skip locked`)}
    update job set run_at = ${after(leaseMs)} from locked where job.id = locked.id and leased`.execute(
    db,
  )
}

/** Jobs that failed at least `failures` times in a row, and when the oldest was created. */
export async function countFailingJobs(db: Db, failures: number) {
  const { rows } = await sql<{ count: number; since: Date | null; now: Date }>`
    select count(*) as count, min(created_at) as since, now() as now from job
    where failures >= ${failures}`.execute(db)
  return rows[0]!
}

export async function deleteJob(db: Db, job: Claim): Promise<void> {
  await db.deleteFrom('job').where('id', '=', job.id).where('attempts', '=', job.attempts).execute()
}

/** The caller must also call `noteEnd` of each job. */
export function endingJobs(jobs: readonly Claim[]): RawBuilder<unknown> {
  const [first] = jobs
  if (first && jobs.length === 1) {
    return sql`ended as (delete from job where id = ${first.id} and attempts = ${first.attempts})`
  }
  return sql`${lockedClaims(jobs)},
    ended as (delete from job using locked where job.id = locked.id)`
}

/**
 * Makes the job due again after `delayMs`. Increases the job's number of failures in a row by one
 * if there is an error, and sets it to 0 if there is none.
 */
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

/**
 * Ends the leases, so that other workers can run the jobs. The jobs come before all jobs that were
 * created later.
 */
export async function giveBackJobs(db: Db, jobs: readonly Claim[]): Promise<void> {
  await sql`update job set run_at = job.created_at, leased = false
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as c(id bigint, attempts int)
    where job.id = c.id and job.attempts = c.attempts and leased`.execute(db)
}
