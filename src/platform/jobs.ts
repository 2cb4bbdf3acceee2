import { setTimeout as delay } from 'node:timers/promises'
import { type Db, isDatabaseAbsent, type Tx } from './db.ts'
import { claimJobs, deleteJob, extendLeases, insertJob, postponeJob } from './jobs.sql.ts'
import type { Log } from './log.ts'
import { declareTimes } from './times.ts'

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

/** Queues work in the transaction of the row that it is about. */
export async function queueJob<P>(
  tx: Tx,
  kind: JobKind<P>,
  payload: P,
  delayMs = 0,
): Promise<void> {
  await insertJob(tx, { name: kind.name, lane: kind.lane.name, payload, delayMs })
}

/** What a handler may answer instead of being done: run again after so long, as the same job. */
export type JobOutcome = { againInMs: number } | undefined

export type JobHandler = {
  name: string
  lane: Lane
  run: (payload: unknown, job: { attempt: number; createdAt: Date }) => Promise<JobOutcome>
}

export function handleJob<P>(
  kind: JobKind<P>,
  run: (payload: P, job: { attempt: number; createdAt: Date }) => Promise<JobOutcome>,
): JobHandler {
  return { name: kind.name, lane: kind.lane, run: (payload, job) => run(payload as P, job) }
}

/** Work that is not about one row but comes round again; at once where it answers 'more'. */
export type Sweep = { name: string; everyMs: number; run: () => Promise<unknown> }

export type WorkerOptions = {
  db: Db
  log: Log
  lanes: readonly Lane[]
  handlers: JobHandler[]
  sweeps: Sweep[]
  leaseMs: number
  /** Jobs of one lane that run at the same time. */
  concurrency: number
}

export type Worker = { isAlive(): boolean; stop(): Promise<void> }

const POLL_MIN_MS = 5
/** An idle shop asks ten times a second, once for all lanes. */
const POLL_MAX_MS = 100
const BACKOFF_MAX_MS = 5 * 60_000
/** Without a database nothing can be done, and all can be done as soon as it is there again. */
const WITHOUT_DATABASE_MS = 1000

export function startWorker(options: WorkerOptions): Worker {
  checkLanes(options)
  const stopping = new AbortController()
  const heartbeat = { at: Date.now() }
  const loops = [
    runLanes(options, stopping.signal, heartbeat),
    ...options.sweeps.map((sweep) => runSweep(sweep, options.log, stopping.signal)),
  ]
  return {
    isAlive: () => !stopping.signal.aborted && Date.now() - heartbeat.at < 15_000,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Nobody would take the jobs of a lane that is not listed. */
function checkLanes({ lanes, handlers }: WorkerOptions): void {
  const names = lanes.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new Error(`two lanes are named ${twice}`)
  const stray = handlers.find(({ lane }) => !lanes.includes(lane))
  if (stray) throw new Error(`the lane of ${stray.name} is not listed`)
}

async function runLanes(
  options: WorkerOptions,
  stopping: AbortSignal,
  heartbeat: { at: number },
): Promise<void> {
  const handlers = new Map(options.handlers.map((handler) => [handler.name, handler]))
  const running = new Map<ClaimedJob, Promise<void>>()
  const renewal = setInterval(() => renewLeases([...running.keys()], options), options.leaseMs / 3)
  const rest = makeRest(stopping)
  let pause = POLL_MIN_MS
  const end = (job: ClaimedJob) => {
    running.delete(job)
    // It left room, and often another job: a sale is a chain of them.
    pause = POLL_MIN_MS
    rest.end()
  }
  while (!stopping.aborted) {
    const jobs = await claim(countOpenings([...running.keys()], options), options)
    heartbeat.at = Date.now()
    pause = jobs.length > 0 ? POLL_MIN_MS : Math.min(pause * 2, POLL_MAX_MS)
    for (const job of jobs) {
      running.set(
        job,
        runJob(job, handlers.get(job.name), options, stopping).finally(() => end(job)),
      )
    }
    await rest.begin(pause)
  }
  await Promise.all(running.values())
  clearInterval(renewal)
}

/** A pause that can be ended. */
function makeRest(stopping: AbortSignal) {
  let end = () => {}
  stopping.addEventListener('abort', () => end())
  return {
    begin: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
        if (stopping.aborted) end()
      }),
    end: () => end(),
  }
}

type ClaimedJob = Awaited<ReturnType<typeof claimJobs>>[number]
type Opening = { lane: string; count: number }

/** How many more each lane may run; none of a lane that is full. */
function countOpenings(running: ClaimedJob[], { lanes, concurrency }: WorkerOptions): Opening[] {
  return lanes
    .map(({ name, atOnce = concurrency }) => {
      const busy = running.filter((job) => job.lane === name).length
      return { lane: name, count: atOnce - busy }
    })
    .filter(({ count }) => count > 0)
}

async function claim(
  openings: Opening[],
  { db, log, leaseMs }: WorkerOptions,
): Promise<ClaimedJob[]> {
  if (openings.length === 0) return []
  try {
    return await claimJobs(db, openings, leaseMs)
  } catch (error) {
    log.error({ err: error }, 'jobs could not be claimed')
    await delay(POLL_MAX_MS * 5)
    return []
  }
}

async function renewLeases(jobs: ClaimedJob[], { db, log, leaseMs }: WorkerOptions): Promise<void> {
  if (jobs.length === 0) return
  const claims = jobs.map(({ id, attempts }) => ({ id, attempts }))
  await extendLeases(db, claims, leaseMs).catch((error) =>
    log.error({ err: error }, 'leases were not extended'),
  )
}

async function runJob(
  job: ClaimedJob,
  handler: JobHandler | undefined,
  options: WorkerOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log } = options
  try {
    if (!handler) throw new Error(`no handler for the job ${job.name}`)
    const attempt = { attempt: job.attempts, createdAt: job.created_at }
    const outcome = await handler.run(job.payload, attempt)
    if (outcome) await postponeJob(db, job, outcome.againInMs, null)
    else await deleteJob(db, job)
  } catch (error) {
    log.error({ err: error, job: job.name, attempt: job.attempts }, 'a job failed')
    await putBack(job, error, options, stopping)
  }
}

/** The longer, the more often in a row it failed; a database that was not there says nothing of it. */
function backoffMs({ failures }: ClaimedJob, error: unknown): number {
  if (isDatabaseAbsent(error)) return WITHOUT_DATABASE_MS
  return Math.min(1000 * 2 ** Math.min(failures, 10), BACKOFF_MAX_MS)
}

/** Where the database is not there, it is waited for: else nobody has the job till its lease ends. */
async function putBack(
  job: ClaimedJob,
  error: unknown,
  { db, log }: WorkerOptions,
  stopping: AbortSignal,
): Promise<void> {
  const text = error instanceof Error ? error.message : String(error)
  for (let isFirst = true; ; isFirst = false) {
    try {
      await postponeJob(db, job, backoffMs(job, error), text)
      return
    } catch (second) {
      if (isFirst) log.error({ err: second, job: job.name }, 'a failed job could not be put back')
      if (stopping.aborted || !isDatabaseAbsent(second)) return
      await delay(WITHOUT_DATABASE_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

async function runSweep(sweep: Sweep, log: Log, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    let pause = sweep.everyMs
    try {
      if ((await sweep.run()) === 'more') pause = 0
    } catch (error) {
      log.error({ err: error, sweep: sweep.name }, 'a sweep failed')
    }
    await delay(pause, undefined, { signal: stopping }).catch(() => {})
  }
}
