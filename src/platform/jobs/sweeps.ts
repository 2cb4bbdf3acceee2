import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../database/deps.ts'
import type { Log } from '../log.ts'
import { countFailingJobs } from './jobs.sql.ts'

/** Repeated work on any number of rows. A sweep that returns 'more' runs again immediately. */
export type Sweep = { name: string; everyMs: number; run: () => Promise<unknown> }

/** The time without a request or a job after which a process counts as idle. */
export const IDLE_AFTER_MS = 30_000
/** An idle process polls for work only at every fifth beat. */
const IDLE_BEATS = 5

/**
 * Runs each sweep `everyMs` after its previous run ended, rounded to beats. A beat is the interval
 * of the most frequent sweep. Sweeps of the same beat share the statement of `isDue`.
 */
export async function runSweeps(
  sweeps: readonly Sweep[],
  { log, idleMs = () => 0 }: { log: Log; idleMs?: (() => number) | undefined },
  stopping: AbortSignal,
): Promise<void> {
  const beatMs = Math.min(...sweeps.map(({ everyMs }) => everyMs))
  const running = new Map<Sweep, Promise<void>>()
  const nextBeat = new Map<Sweep, number>()
  let beat = 0
  while (sweeps.length > 0 && !stopping.aborted) {
    for (const sweep of sweeps) {
      if (running.has(sweep) || (nextBeat.get(sweep) ?? 0) > beat) continue
      const end = () => {
        running.delete(sweep)
        nextBeat.set(sweep, beat + Math.round(sweep.everyMs / beatMs))
      }
      running.set(sweep, runSweep(sweep, log, stopping).then(end))
    }
    const beats = idleMs() < IDLE_AFTER_MS ? 1 : IDLE_BEATS
    await delay(beatMs * beats, undefined, { signal: stopping }).catch(() => {})
    beat += beats
  }
  await Promise.all(running.values())
}

async function runSweep(sweep: Sweep, log: Log, stopping: AbortSignal): Promise<void> {
  try {
    while ((await sweep.run()) === 'more' && !stopping.aborted);
  } catch (error) {
    log.error({ err: error, sweep: sweep.name }, 'a sweep failed')
  }
}

/** With the growing pauses of retries, five failures take half a minute. */
const FAILURES_MIN = 5

/** Exports a metric of jobs that keep failing. These jobs are retried without end. */
export async function gaugeFailingJobs(deps: Pick<Deps, 'db' | 'metrics'>): Promise<void> {
  const { now, ...failing } = await countFailingJobs(deps.db, FAILURES_MIN)
  deps.metrics.setOverdue('failing_job', failing, now)
}
