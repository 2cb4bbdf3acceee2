import { atEnd, type Db, databaseInside } from '../database/db.ts'
import type { ClaimedJob, InsertedJob } from './jobs.sql.ts'

/** The worker of this process, as seen by who queues a job. */
export type Taker = {
  leaseMs: number
  /** How many of these it has room for; they keep their places until they come, or are freed. */
  reserve: (lane: string, count: number) => number
  free: (lane: string, count: number) => void
  take: (job: ClaimedJob) => void
  /** Jobs were left to whoever asks for them. */
  leave: (lane: string) => void
}

const takers = new WeakMap<Db, Taker[]>()

/** From now on jobs that are queued here are run here; until the answer is called. */
export function takeHere(db: Db, taker: Taker): () => void {
  const all = takers.get(db) ?? []
  takers.set(db, all)
  all.push(taker)
  return () => {
    all.splice(all.indexOf(taker), 1)
  }
}

export type Lease = {
  count: number
  ms: number
  /** What was inserted, within the transaction. */
  fill: (jobs: InsertedJob[]) => void
  /** Over: jobs whose commit is certain run, and all other places are free again. */
  end: (isCommitted: boolean) => void
}

/**
 * Places for jobs that are about to be inserted. Their rows are leased from the start, so that
 * nobody claims them, and a crash leaves them to others as it does with any lease.
 */
export function leaseJobs(db: Db | undefined, lane: { name: string }, asked: number): Lease {
  const taker = db && takers.get(db)?.at(-1)
  const count = taker && asked > 0 ? taker.reserve(lane.name, asked) : 0
  const filled: InsertedJob[] = []
  return {
    count,
    ms: taker?.leaseMs ?? 0,
    fill: (jobs) => filled.push(...jobs),
    end: (isCommitted) => {
      const here = isCommitted ? filled.filter(({ leased }) => leased) : []
      taker?.free(lane.name, count)
      for (const { leased, ...job } of here) taker?.take(job)
      if (isCommitted && here.length < filled.length) taker?.leave(lane.name)
    },
  }
}

/** The same for the open transaction, with whose end they end. */
export function leaseInside(lane: { name: string }, asked: number): Lease {
  const lease = leaseJobs(databaseInside(), lane, asked)
  if (asked > 0) atEnd(lease.end)
  return lease
}

/** As a statement answers them in one of its columns. */
export function readJobs(jobs: InsertedJob[] | null): InsertedJob[] {
  return (jobs ?? []).map((job) => ({ ...job, created_at: new Date(job.created_at) }))
}
