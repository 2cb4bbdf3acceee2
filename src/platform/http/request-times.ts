import { Histogram } from 'prom-client'
import { type Metrics, platformCounters } from '../metrics.ts'
import type { App } from './http.ts'

/** The upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.02, 0.1, 0.5, 2, 10]

const NAME = 'lango_request_seconds'

/**
 * Exports the times of requests by route and status. A route is labelled with its pattern, so that
 * no address that a visitor requested becomes a label. Requests without a route are counted
 * together.
 */
export function timeRequests(app: App, metrics: Metrics): void {
  const { registry } = metrics
  const { faults } = platformCounters(metrics)
  const known = registry.getSingleMetric(NAME) as Histogram | undefined
  const times =
    known ??
    new Histogram({
      name: NAME,
      help: 'Time until a request was answered, by route and status',
      labelNames: ['route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const route = url === undefined ? 'none' : `${request.method} ${url}`
    times.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    // Faults have their own counter: PromQL's increase() misses the first request of a new label.
    if (reply.statusCode === 500) faults.inc()
    done()
  })
}

type RouteTimes = { route: string; status: string; count: number; mean_ms: number }

export async function readRequestTimes({ registry }: Metrics): Promise<RouteTimes[]> {
  const metric = await registry.getSingleMetric(NAME)?.get()
  const found = new Map<string, { count: number; sum: number; route: string; status: string }>()
  for (const { metricName, labels, value } of (metric?.values ?? []) as Sample[]) {
    const { route = '', status = '' } = labels
    const key = `${route} ${status}`
    const row = found.get(key) ?? { count: 0, sum: 0, route, status }
    if (metricName === `${NAME}_count`) row.count = value
    if (metricName === `${NAME}_sum`) row.sum = value
    found.set(key, row)
  }
  return [...found.values()]
    .map(({ count, sum, ...row }) => ({ ...row, count, mean_ms: Math.round((sum / count) * 1000) }))
    .sort((a, b) => b.count - a.count)
}

type Sample = { metricName?: string; labels: Record<string, string>; value: number }
