import { createHistogram, performance as loop, type RecordableHistogram } from 'node:perf_hooks'
import { Gauge } from 'prom-client'
import { platformCounters } from '../counters.ts'
import type { Deps } from '../database/deps.ts'
import { onceAMinute } from '../log.ts'
import type { Metrics } from '../metrics.ts'

/** From here on people notice, and something is to be done about it. */
const LATE_MS = 200
const BEAT_MS = 50
const LOOK_MS = 1000
/** Each beat wakes the process: after so long with nothing to do it rests. */
const AWAKE_MS = 2000
/** Of a second at rest, what looking for work takes is some milliseconds. */
const REST_LIMIT_MS = 50

export type EventLoopWatch = {
  /** A request or a job is there: from now on it is measured how late the loop is. */
  wake(): void
  /** Since either was last there, in ms. */
  restedMs(): number
  stop(): void
}

/**
 * An event loop that is late keeps everybody waiting: counted, and told once a minute at most. While
 * there is something to do it is measured by a beat. At rest nothing beats, and all that the loop
 * did in a second counts as one piece: nothing that is late is missed.
 */
export function watchEventLoop(deps: Pick<Deps, 'log' | 'metrics'>): EventLoopWatch {
  const judge = judging(deps)
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
  // To start is much to do.
  watch()
  const wake = () => {
    cameAt = performance.now()
    watch()
  }
  // A busy second of its own, as sweeps have, is measured, and ends no rest.
  const restedMs = () => performance.now() - cameAt
  return { wake, restedMs, stop: () => clearInterval(timer) }
}

/** How late the loop was, in ms, is counted and told where it is too late. */
function judging({ log, metrics }: Pick<Deps, 'log' | 'metrics'>): (ms: number) => void {
  const { lateTurns } = platformCounters(metrics)
  const tell = onceAMinute((ms: number) =>
    log.error({ ms }, 'the event loop was late: too much work, or too long a piece of it'),
  )
  return (ms) => {
    if (ms <= LATE_MS) return
    lateTurns.inc()
    tell(Math.round(ms))
  }
}

/** Under the names that operators know, each over the time since it was last read. */
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
    // They are read in the order in which they were made.
    delays.reset()
    return slow
  })
}
