import { setTimeout as delay } from 'node:timers/promises'
import { type Db, isDatabaseAbsent } from '../database/db.ts'
import type { Log } from '../log.ts'
import { takeHere } from './hand-over.ts'
import { type ClaimedJob, claimJobs, extendLeases, giveBackJobs, postponeJob } from './jobs.sql.ts'
import type { JobHandler, JobOutcome, Lane } from './jobs.ts'
import { countLanes, type Opening } from './lanes.ts'
import { longerPause, POLL_MAX_MS, POLL_MIN_MS } from './poll-pause.ts'
import { makeRest } from './rest.ts'
import { runJob } from './run-job.ts'
import { runSweeps, type Sweep } from './sweeps.ts'

export type WorkerOptions = {
  db: Db
  log: Log
  lanes: readonly Lane[]
  handlers: JobHandler[]
  sweeps: Sweep[]
  leaseMs: number
  /** Jobs of one lane that run at the same time. */
  concurrency: number
  /** Told of each that begins. */
  onJob?: (() => void) | undefined
  /** For how long there was neither a request nor a job; without it the shop is never at rest. */
  restedMs?: (() => number) | undefined
}

export type Worker = { isAlive(): boolean; stop(): Promise<void> }

const BACKOFF_MAX_MS = 5 * 60_000
/** Without a database nothing can be done, and all can be done as soon as it is there again. */
const WITHOUT_DATABASE_MS = 1000

export function startWorker(options: WorkerOptions): Worker {
  checkLanes(options)
  const stopping = new AbortController()
  const heartbeat = { at: Date.now() }
  const loops = [
    runLanes(options, stopping.signal, heartbeat),
    runSweeps(options.sweeps, options, stopping.signal),
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
  const { db, leaseMs } = options
  const handlers = new Map(options.handlers.map((handler) => [handler.name, handler]))
  const running = new Map<ClaimedJob, Promise<void>>()
  const lanes = countLanes(options)
  const renewal = setInterval(() => renewLeases([...running.keys()], options), leaseMs / 3)
  const rest = makeRest(stopping)
  let pause = POLL_MIN_MS
  const hurry = () => {
    pause = POLL_MIN_MS
    rest.endWithin(POLL_MIN_MS)
  }
  const begin = (job: ClaimedJob) => {
    lanes.occupy(job.lane, 1)
    options.onJob?.()
    const work = stopping.aborted
      ? giveBack(job, options)
      : runOrPutBack(job, handlers.get(job.name), options, stopping)
    const end = (outcome: JobOutcome | undefined) => {
      running.delete(job)
      lanes.free(job.lane, 1)
      if (outcome?.laneRests) {
        lanes.rest(job.lane, outcome.againInMs)
        rest.endWithin(outcome.againInMs)
      }
      // It left room for those who wait in the table.
      if (lanes.isBehind(job.lane)) hurry()
    }
    running.set(job, work.then(end))
  }
  const leave = (lane: string) => {
    lanes.fallBehind(lane)
    if (lanes.isBehind(lane)) hurry()
  }
  const reserve = (lane: string, count: number) =>
    stopping.aborted ? 0 : lanes.reserve(lane, count)
  const takeNoMore = takeHere(db, { leaseMs, reserve, free: lanes.free, take: begin, leave })
  while (!stopping.aborted) {
    const openings = lanes.openings()
    for (const { lane, count } of openings) lanes.occupy(lane, count)
    const jobs = await claim(openings, options)
    for (const { lane, count } of openings) lanes.free(lane, count)
    heartbeat.at = Date.now()
    const hasMore = jobs !== null && lanes.noteClaimed(openings, jobs)
    pause = hasMore || jobs?.length ? POLL_MIN_MS : longerPause(pause, options.restedMs?.() ?? 0)
    for (const job of jobs ?? []) begin(job)
    await rest.begin(Math.min(pause, Math.ceil(lanes.msOfRest())))
  }
  takeNoMore()
  while (running.size > 0) await Promise.all(running.values())
  clearInterval(renewal)
}

async function claim(
  openings: Opening[],
  { db, log, leaseMs }: WorkerOptions,
): Promise<ClaimedJob[] | null> {
  if (openings.length === 0) return []
  try {
    return await claimJobs(db, openings, leaseMs)
  } catch (error) {
    log.error({ err: error }, 'jobs could not be claimed')
    await delay(POLL_MAX_MS * 5)
    return null
  }
}

async function renewLeases(jobs: ClaimedJob[], { db, log, leaseMs }: WorkerOptions): Promise<void> {
  if (jobs.length === 0) return
  const claims = jobs.map(({ id, attempts }) => ({ id, attempts }))
  await extendLeases(db, claims, leaseMs).catch((error) =>
    log.error({ err: error }, 'leases were not extended'),
  )
}

async function runOrPutBack(
  job: ClaimedJob,
  handler: JobHandler | undefined,
  options: WorkerOptions,
  stopping: AbortSignal,
): Promise<JobOutcome> {
  const { db, log } = options
  try {
    return await runJob(db, job, handler)
  } catch (error) {
    log.error({ err: error, job: job.name, attempt: job.attempts }, 'a job failed')
    await putBack(job, error, options, stopping)
  }
}

/** Handed over while the process stops: another one has it at once. */
async function giveBack(
  { id, attempts }: ClaimedJob,
  { db, log }: WorkerOptions,
): Promise<undefined> {
  await giveBackJobs(db, [{ id, attempts }]).catch((error) =>
    log.error({ err: error }, 'a job was not given back'),
  )
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
