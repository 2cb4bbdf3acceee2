import type { Tx } from '../database/db.ts'
import { declareTimes } from '../times.ts'
import { leaseInside } from './hand-over.ts'
import { type Claim, insertJob, insertMissingJobs } from './jobs.sql.ts'

export const jobTimes = declareTimes((ms) => ({
  /** A job that a process left behind when it died is taken by another one after this. */
  leaseMs: ms(60),
  /** The pace of the sweeps: each comes round after this, or a part or a multiple of it. */
  sweepMs: ms(5),
}))

/**
 * Lanes wait for nothing but themselves: a slow service outside slows no other work. `atOnce` is
 * for a lane that runs fewer jobs at the same time than others.
 */
export type Lane = { name: string; atOnce?: number }

export function declareLane(name: string, limits: { atOnce?: number } = {}): Lane {
  return { name, ...limits }
}

/** A kind of work, declared by the room that queues it. */
export type JobKind<P> = { name: string; lane: Lane; payload?: P }

export function declareJob<P>(name: string, lane: Lane): JobKind<P> {
  return { name, lane }
}

/**
 * Queues work in the transaction of the row that it is about. Where this process has a worker that
 * is free, it runs here as soon as that is committed.
 */
export async function queueJob<P>(
  tx: Tx,
  kind: JobKind<P>,
  payload: P,
  delayMs = 0,
): Promise<void> {
  const lease = leaseInside(kind.lane, delayMs === 0 ? 1 : 0)
  lease.fill(await insertJob(tx, kind, { payload, delayMs, lease }))
}

/**
 * Queues what a sweep found, but for what has a job already: one that failed waits to be tried again,
 * and another beside it would fail as often. `about` is the field of the payload that says what it is
 * about. Only for what the sweep finds again, for the job that is there may be at its end.
 */
export async function queueMissing<P>(
  tx: Tx,
  kind: JobKind<P>,
  about: keyof P & string,
  payloads: readonly P[],
): Promise<void> {
  if (payloads.length === 0) return
  const lease = leaseInside(kind.lane, payloads.length)
  lease.fill(await insertMissingJobs(tx, kind, { about, payloads, lease }))
}

/**
 * What a handler may answer instead of being done: run again after so long, as the same job. Where its
 * lane rests, it keeps its place there, and this process begins none of the lane before.
 */
export type JobOutcome = { againInMs: number; laneRests?: boolean } | undefined

export type RunningJob = {
  claim: Claim
  attempt: number
  createdAt: Date
  /** It is done once this transaction is committed. */
  end: (tx: Tx) => Promise<void>
  /** For who ends it by `endingJobs`: what that transaction is to do once it is over. */
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
