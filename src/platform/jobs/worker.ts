import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Log } from '../log.ts'
import { type ClaimedJob, claimJobs, extendLeases, giveBackJobs } from './jobs.sql.ts'
import { attachWorker, type JobHandler, type Lane } from './jobs.ts'
import { occupySlot } from './run-job.ts'
import { IDLE_AFTER_MS, runSweeps, type Sweep } from './sweeps.ts'

export type WorkerOptions = {
  db: Db
  log: Log
  lanes: readonly Lane[]
  handlers: JobHandler[]
  sweeps: Sweep[]
  leaseMs: number
  concurrency: number
  onJob?: (() => void) | undefined
  /** The time since the last request or job, in ms. If absent, the process never counts as idle. */
  idleMs?: (() => number) | undefined
}

export type Worker = { isAlive(): boolean; stop(): Promise<void> }

/** Polls find postponed jobs and jobs of other processes. Own new jobs start without a poll. */
const POLL_MS = 250
const IDLE_POLL_MS = 2000
const RETRY_MS = 2500
/** An older heartbeat means that the worker hangs: its longest pause is 2.5 seconds. */
const HEARTBEAT_MAX_MS = 15_000

export const pollPauseMs = (idleMs: number): number =>
  idleMs < IDLE_AFTER_MS ? POLL_MS : IDLE_POLL_MS

export function startWorker(options: WorkerOptions): Worker {
  checkLanes(options)
  const stopping = new AbortController()
  const heartbeat = { at: performance.now() }
  const loops = [
    runLanes(options, stopping.signal, heartbeat),
    runSweeps(options.sweeps, options, stopping.signal),
  ]
  return {
    isAlive: () => !stopping.signal.aborted && performance.now() - heartbeat.at < HEARTBEAT_MAX_MS,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Throws if a handler's lane is not listed, because no worker would take its jobs. */
function checkLanes({ lanes, handlers }: WorkerOptions): void {
  const names = lanes.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`two lanes are named ${twice}`)
  const unlisted = handlers.find(({ lane }) => !lanes.includes(lane))
  if (unlisted) throw new Error(`the lane of ${unlisted.name} is not listed`)
}

async function runLanes(
  options: WorkerOptions,
  stopping: AbortSignal,
  heartbeat: { at: number },
): Promise<void> {
  const { db, leaseMs, concurrency, idleMs = () => 0 } = options
  const handlers = new Map(options.handlers.map((handler) => [handler.name, handler]))
  const lanes = new Map(
    options.lanes.map(({ name, atOnce = concurrency }) => [name, { free: atOnce, hasMore: false }]),
  )
  const running = new Map<ClaimedJob, Promise<void>>()
  let poll = () => {}
  const start = (job: ClaimedJob) => {
    const lane = lanes.get(job.lane)!
    lane.free -= 1
    options.onJob?.()
    const end = () => {
      running.delete(job)
      lane.free += 1
      if (lane.hasMore) poll()
    }
    running.set(job, occupySlot(job, handlers.get(job.name), options, stopping).then(end))
  }
  const renewal = setInterval(() => renewLeases([...running.keys()], options), leaseMs / 3)
  const detach = attachWorker(db, (lane) => {
    if (lanes.get(lane)?.free) poll()
  })
  stopping.addEventListener('abort', () => poll())
  while (!stopping.aborted) {
    // `poll` is set before the claim, so that a new job during the claim causes another claim.
    const wanted = Promise.withResolvers<void>()
    poll = wanted.resolve
    const openings = [...lanes].map(([lane, { free }]) => ({ lane, count: free }))
    const jobs = await claim(openings, options, stopping)
    heartbeat.at = performance.now()
    for (const { lane, count } of openings) {
      // If a lane got as many jobs as it requested, more may be due.
      lanes.get(lane)!.hasMore = jobs.filter((job) => job.lane === lane).length === count
    }
    for (const job of jobs) start(job)
    const timer = setTimeout(poll, pollPauseMs(idleMs()))
    await wanted.promise
    clearTimeout(timer)
  }
  detach()
  while (running.size > 0) await Promise.all(running.values())
  clearInterval(renewal)
}

/** Returns no jobs if the database cannot be queried, or if the worker has been stopped. */
async function claim(
  openings: { lane: string; count: number }[],
  { db, log, leaseMs }: WorkerOptions,
  stopping: AbortSignal,
): Promise<ClaimedJob[]> {
  try {
    const jobs = await claimJobs(
      db,
      openings.filter(({ count }) => count > 0),
      leaseMs,
    )
    if (!stopping.aborted) return jobs
    await giveBackJobs(db, jobs)
  } catch (error) {
    log.error({ err: error }, 'jobs could not be claimed')
    await delay(RETRY_MS, undefined, { signal: stopping }).catch(() => {})
  }
  return []
}

async function renewLeases(jobs: ClaimedJob[], { db, log, leaseMs }: WorkerOptions): Promise<void> {
  if (jobs.length === 0) return
  const claims = jobs.map(({ id, attempts }) => ({ id, attempts }))
  await extendLeases(db, claims, leaseMs).catch((error) =>
    log.error({ err: error }, 'leases were not extended'),
  )
}
