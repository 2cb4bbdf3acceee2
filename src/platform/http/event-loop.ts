import { createHistogram, performance as loop, type RecordableHistogram } from 'node:perf_hooks'
import { Gauge } from 'prom-client'
import type { Deps } from '../database/deps.ts'
import { onceAMinute } from '../log.ts'
import { type Metrics, platformCounters } from '../metrics.ts'

/** The shortest delay that visitors notice, in ms. */
const LATE_MS = 200
const BEAT_MS = 50
const LOOK_MS = 1000
/** Each beat of the timer wakes the process, so the timer stops after this time without work. */
const AWAKE_MS = 2000
/** A second with more ms of activity counts as work. Polling takes an idle process a few ms. */
const REST_LIMIT_MS = 50

type EventLoopWatch = {
  /** Call this for each request and job. From then on the delay of the event loop is measured. */
  wake(): void
  idleMs(): number
  stop(): void
}

/**
 * Counts late turns of the event loop, which delay every request, and logs them at most once a
 * minute. While there are requests or jobs, a timer (the beat) measures the delay. An idle process
 * runs no timer: instead, its activity in each second is checked, so that no late turn is missed.
 */
export function watchEventLoop(deps: Pick<Deps, 'log' | 'metrics'>): EventLoopWatch {
  const judge = makeJudge(deps)
  const delays = createHistogram()
  gaugeDelays(deps.metrics, delays)
  let timer: NodeJS.Timeout | undefined
  let isAwake = false
  let [wokenAt, beatAt, lookAt] = [0, 0, 0]
  let cameAt = performance.now()
  let latest = 0
  let worked = loop.eventLoopUtilization()

  const every = (ms: number, run: () => void) => {
    clearInterval(timer)
    timer = setInterval(run, ms)
    timer.unref()
  }
  const beat = () => {
    const now = performance.now()
    const late = Math.max(0, now - beatAt - BEAT_MS)
    beatAt = now
    delays.record(Math.round(late * 1e6) + 1)
    latest = Math.max(latest, late)
    if (now - lookAt < LOOK_MS) return
    judge(latest)
    latest = 0
    lookAt = now
    if (now - wokenAt > AWAKE_MS) rest()
  }
  const rest = () => {
    isAwake = false
    worked = loop.eventLoopUtilization()
    every(LOOK_MS, lookAtRest)
  }
  const lookAtRest = () => {
    const { active } = loop.eventLoopUtilization(worked)
    worked = loop.eventLoopUtilization()
    judge(active)
    if (active > REST_LIMIT_MS) watch()
  }
  const watch = () => {
    wokenAt = performance.now()
    if (isAwake) return
    isAwake = true
    lookAtRest()
    latest = 0
    lookAt = wokenAt
    beatAt = wokenAt
    every(BEAT_MS, beat)
  }
  // Starting the process counts as work.
  watch()
  const wake = () => {
    cameAt = performance.now()
    watch()
  }
  // Time since the last request or job. The process's own work, such as a sweep, does not count.
  const idleMs = () => performance.now() - cameAt
  return { wake, idleMs, stop: () => clearInterval(timer) }
}

function makeJudge({ log, metrics }: Pick<Deps, 'log' | 'metrics'>): (ms: number) => void {
  const { lateTurns } = platformCounters(metrics)
  const report = onceAMinute((ms: number) =>
    log.error({ ms }, 'the event loop was late: too much work, or too long a task'),
  )
  return (ms) => {
    if (ms <= LATE_MS) return
    lateTurns.inc()
    report(Math.round(ms))
  }
}

/**
 * Exports the delays under Prometheus's usual names. Each covers the time since the last scrape.
 */
function gaugeDelays({ registry }: Metrics, delays: RecordableHistogram): void {
  const gauge = (what: string, read: () => number) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${what}_seconds`,
      help: `How late the event loop was while there was work: ${what}`,
      registers: [registry],
      collect() {
        this.set(delays.count === 0 ? 0 : read() / 1e9)
      },
    })
  gauge('min', () => delays.min)
  gauge('max', () => delays.max)
  gauge('mean', () => delays.mean)
  gauge('stddev', () => delays.stddev)
  gauge('p50', () => delays.percentile(50))
  gauge('p90', () => delays.percentile(90))
  gauge('p99', () => {
    const slow = delays.percentile(99)
    // The registry reads gauges in the order in which they were created, and p99 is the last, so
    // the delays are reset after reading it.
    delays.reset()
    return slow
  })
}
