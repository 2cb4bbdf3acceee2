import { monitorEventLoopDelay } from 'node:perf_hooks'
import { platformCounters } from './counters.ts'
import type { Deps } from './deps.ts'

/** From here on people notice, and something is to be done about it. */
const LATE_MS = 200
const LOOK_MS = 1000
/** Each measurement wakes the process: more of them would keep a shop at rest awake. */
const RESOLUTION_MS = 50
const TOLD_EVERY_MS = 60_000

export type EventLoopWatch = { stop(): void }

/** An event loop that is late keeps everybody waiting: counted, and told once a minute at most. */
export function watchEventLoop(deps: Pick<Deps, 'log' | 'metrics'>): EventLoopWatch {
  const { lateTurns } = platformCounters(deps.metrics)
  const tell = onceAMinute((ms: number) =>
    deps.log.error({ ms }, 'the event loop was late: too much work, or too long a piece of it'),
  )
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const looking = setInterval(() => {
    // From one measurement to the next; on the average half of what lay between was no delay.
    const ms = Math.round(delays.max / 1e6) - RESOLUTION_MS / 2
    delays.reset()
    if (ms <= LATE_MS) return
    lateTurns.inc()
    tell(ms)
  }, LOOK_MS)
  looking.unref()
  return {
    stop: () => {
      clearInterval(looking)
      delays.disable()
    },
  }
}

/** What is told again within a minute is no news. */
export function onceAMinute<A extends unknown[]>(tell: (...what: A) => void) {
  let toldAt = Number.NEGATIVE_INFINITY
  return (...what: A) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    tell(...what)
  }
}
