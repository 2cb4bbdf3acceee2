import { Gauge, type Registry } from 'prom-client'
import { Type } from 'typebox'
import type { Deps } from '../database/deps.ts'
import { isOperator } from './access.ts'
import { type App, route } from './http.ts'
import { describeApi } from './openapi.ts'
import { ErrorReply } from './platform.contract.ts'

const CHECK_MS = 2000

const Readiness = Type.Object({
  ready: Type.Boolean(),
  checks: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
})

/**
 * Adds `/healthz`, which reports that the process runs, and `/readyz`, which reports that it is
 * ready. Only the operator sees which checks and which `notes` failed. A failed note takes no
 * process out of service. `/metrics` is for the operator's Prometheus.
 */
export function registerHealthRoutes(
  app: App,
  deps: Pick<Deps, 'metrics'>,
  {
    checks,
    notes = {},
  }: {
    checks: Record<string, () => Promise<boolean>>
    notes?: Record<string, () => boolean>
  },
): void {
  gaugeReadiness(deps.metrics.registry, { ...checks, ...asChecks(notes) })
  route(app, {
    method: 'GET',
    url: '/healthz',
    work: 'free',
    access: 'public',
    answers: { 200: { schema: Type.Object({ ok: Type.Literal(true) }) } },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ ok: true }),
  })
  route(app, {
    method: 'GET',
    url: '/readyz',
    work: 'free',
    access: 'public',
    mayUse: ['operator'],
    answers: { 200: { schema: Readiness }, 503: { schema: Type.Union([Readiness, ErrorReply]) } },
    handler: async (request, reply) => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
      )
      if (app.isDraining) results.push(['serving', false])
      const ready = results.every(([, passed]) => passed)
      return reply
        .header('cache-control', 'no-store')
        .code(ready ? 200 : 503)
        .send(isOperator(request) ? { ready, checks: toReport(results, notes) } : { ready })
    },
  })
  route(app, {
    method: 'GET',
    url: '/metrics',
    work: 'free',
    access: 'operator',
    answers: { 200: { types: ['text/plain'] } },
    handler: async (_request, reply) =>
      reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  })
}

/** Describes the API at the first request, when all routes are known. */
export function registerDescription(app: App, about: { sessionCookie: string }): void {
  let description: object | undefined
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    access: 'public',
    answers: { 200: { schema: Type.Unknown() } },
    handler: async () => {
      description ??= describeApi(app.describedRoutes, about)
      return description
    },
  })
}

function toReport(
  results: (readonly [string, boolean])[],
  notes: Record<string, () => boolean>,
): Record<string, boolean> {
  const failed = Object.keys(notes).filter((name) => !notes[name]!())
  return Object.fromEntries([...results, ...failed.map((name) => [name, false] as const)])
}

const asChecks = (notes: Record<string, () => boolean>) =>
  Object.fromEntries(Object.entries(notes).map(([name, note]) => [name, async () => note()]))

/**
 * Exports the result of each check and note, so that an alert notices a process that runs and is not ready.
 * A process that drains keeps passing its checks. Apps that share a registry also share its gauges.
 */
function gaugeReadiness(registry: Registry, checks: Record<string, () => Promise<boolean>>): void {
  const name = 'lango_ready'
  if (registry.getSingleMetric(name)) return
  new Gauge({
    name,
    help: '1 if a check of /readyz passes, by check',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      const set = async ([of, check]: [string, () => Promise<boolean>]) =>
        this.set({ check: of }, (await passes(check)) ? 1 : 0)
      await Promise.all(Object.entries(checks).map(set))
    },
  })
}

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, CHECK_MS, false).unref())
  return await Promise.race([check().catch(() => false), timeout])
}
