import { assert } from '../assert.ts'
import { atEnd, type Db, databaseInside, type Tx } from '../database/db.ts'
import { declareTimes } from '../times.ts'
import { type Claim, insertJob, insertMissingJobs } from './jobs.sql.ts'

export const jobTimes = declareTimes((ms) => ({
  /** The length of a lease. If a process dies, other workers take its jobs after this time. */
  leaseMs: ms(60),
  /** The interval of most sweeps. Other sweeps run at a multiple or a fraction of this interval. */
  sweepMs: ms(5),
}))

/**
 * A lane limits how many of its jobs a process runs at the same time: to `atOnce`, or to the
 * worker's limit if `atOnce` is absent. So a slow lane does not delay other lanes.
 */
export type Lane = { name: string; atOnce?: number }

export function declareLane(name: string, limits: { atOnce?: number } = {}): Lane {
  return { name, ...limits }
}

/** A kind of job, declared by the room that queues it. */
export type JobKind<P> = { name: string; lane: Lane; payload?: P }

export function declareJob<P>(name: string, lane: Lane): JobKind<P> {
  return { name, lane }
}

/**
 * Queues a job in the open transaction, which should also write the row that the job is about.
 * Without a delay the job starts right after the commit, if this process has a worker with room in
 * the job's lane.
 */
export async function queueJob<P>(
  tx: Tx,
  kind: JobKind<P>,
  payload: P,
  delayMs = 0,
): Promise<void> {
  await insertJob(tx, kind, payload, delayMs)
  if (delayMs <= 0) nudgeAfterCommit(kind.lane)
}

/**
 * Queues a job for each payload of a sweep. Skips a payload if there is a job with the same value
 * in the field `about`, even if this job has failed and waits for its next attempt. The existing
 * job may be about to end without doing the new work, so only use this function for work that the
 * next sweep finds again.
 */
export async function queueMissing<P>(
  tx: Tx,
  kind: JobKind<P>,
  about: keyof P & string,
  payloads: readonly P[],
): Promise<void> {
  if (payloads.length === 0) return
  await insertMissingJobs(tx, kind, about, payloads)
  nudgeAfterCommit(kind.lane)
}

type Nudge = (lane: string) => void
const workers = new WeakMap<Db, Set<Nudge>>()

export function attachWorker(db: Db, nudge: Nudge): () => void {
  const attached = workers.get(db) ?? new Set()
  workers.set(db, attached.add(nudge))
  return () => attached.delete(nudge)
}

export function nudgeWorkers(db: Db, lane: Lane): void {
  for (const nudge of workers.get(db) ?? []) nudge(lane.name)
}

export function nudgeAfterCommit(lane: Lane): void {
  const db = databaseInside()
  assert(db, 'no transaction is open')
  atEnd((isCommitted) => {
    if (isCommitted) nudgeWorkers(db, lane)
  })
}

/**
 * A handler returns undefined if the job is done, or the time in ms after which the job runs
 * again. With `keepsSlot`, the worker that ran the job waits for it and runs no other job in the
 * meantime.
 */
export type JobOutcome = { againInMs: number; keepsSlot?: boolean } | undefined

export type RunningJob = {
  claim: Claim
  attempt: number
  createdAt: Date
  end: (tx: Tx) => Promise<void>
  /** Pass this to `atEnd` in a transaction that finishes the job with `endingJobs`. */
  noteEnd: (isCommitted: boolean) => void
}

export type JobHandler = {
  name: string
  lane: Lane
  run: (payload: unknown, job: RunningJob) => Promise<JobOutcome>
}

export function handleJob<P>(
  kind: JobKind<P>,
  run: (payload: P, job: RunningJob) => Promise<JobOutcome>,
): JobHandler {
  return { name: kind.name, lane: kind.lane, run: (payload, job) => run(payload as P, job) }
}
