import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Overdue = { count: number; since: Date | null }

/** Disables the library's own timer, which would wake an idle process. See `watchEventLoop`. */
const NEVER_MS = 2 ** 31 - 1
const LAG = /^nodejs_eventloop_lag_\w+_seconds$/

export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  for (const { name } of registry.getMetricsAsArray()) {
    if (LAG.test(name)) registry.removeSingleMetric(name)
  }
  const registers = [registry]
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `lango_${name}`, help, labelNames: ['what'], registers })
  const overdue = gauge('overdue', 'Rows that wait for something, by what they are')
  const overdueAge = gauge('overdue_oldest_seconds', 'How long the oldest of them has waited')
  const waiting = new Set<string>()
  return {
    registry,
    /** Adds a gauge that is 1 while this process runs jobs, and otherwise 0. */
    showWorker: (isAlive: () => boolean): void => {
      const help = 'Whether this process runs jobs'
      const collect = (): void => alive.set(isAlive() ? 1 : 0)
      const alive: Gauge = new Gauge({ name: 'lango_worker_alive', help, registers, collect })
    },
    /**
     * Sets the gauge of overdue rows: their number, and the time since when the oldest row has been
     * waiting. Returns true if there are overdue rows now and there were none at the last call.
     */
    setOverdue: (what: string, { count, since }: Overdue, now: Date): boolean => {
      overdue.set({ what }, count)
      overdueAge.set({ what }, since ? (now.getTime() - since.getTime()) / 1000 : 0)
      const isNew = count > 0 && !waiting.has(what)
      if (count > 0) waiting.add(what)
      else waiting.delete(what)
      return isNew
    },
  }
}

export type Metrics = ReturnType<typeof makeMetrics>

type MakeCounter = <L extends string>(name: string, help: string, labels?: L[]) => Counter<L>

/** The counters of a registry are created at the first call. All rooms of a process share them. */
export function declareCounters<T>(list: (counter: MakeCounter) => T): (metrics: Metrics) => T {
  const made = new WeakMap<Registry, T>()
  return ({ registry }) => {
    const counters =
      made.get(registry) ??
      list((name, help, labelNames = []) => {
        return new Counter({ name: `lango_${name}_total`, help, labelNames, registers: [registry] })
      })
    made.set(registry, counters)
    return counters
  }
}

export const platformCounters = declareCounters((counter) => ({
  overloaded: counter('overloaded', 'Requests refused because the shop is overloaded', ['line']),
  faults: counter('request_faults', 'Requests that ended in an error of the shop (status 500)'),
  lateTurns: counter('event_loop_late', 'Seconds in which the event loop was late by over 200 ms'),
}))
