import { Gauge } from 'prom-client'
import { connectionsOf } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { selectArchive } from '../platform/database/server.sql.ts'
import { timeOfNewestDump } from '../platform/dumps.ts'
import { VERSION } from '../platform/version.ts'
import { readShop } from './read-operation.ts'

type Shop = Awaited<ReturnType<typeof readShop>>
type Value = [label: string, value: number]

/**
 * Exports the figures of the shop and the database connections of the process. All gauges of one
 * scrape share one read of the database. While the database is unavailable, these gauges are
 * missing, but all other metrics are served. Apps that share a registry also share its gauges.
 */
export function gaugeOperation(deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'env'>): void {
  const { registry } = deps.metrics
  if (registry.getSingleMetric('lango_version_info')) return
  const registers = [registry]
  let reading: Promise<Shop | null> | null = null
  const readOnce = () => {
    reading ??= readShop(deps)
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gauge = (name: string, help: string, label: string, valuesOf: (shop: Shop) => Value[]) =>
    new Gauge({
      name: `lango_${name}`,
      help,
      labelNames: [label],
      registers,
      async collect() {
        const shop = await readOnce()
        this.reset()
        for (const [of, value] of shop ? valuesOf(shop) : []) this.set({ [label]: of }, value)
      },
    })
  gauge('jobs_waiting', 'Jobs that could run now, by lane', 'lane', ({ jobs }) =>
    jobs.map(({ lane, count }) => [lane, count]),
  )
  gauge('jobs_oldest_seconds', 'How long the oldest of them has waited', 'lane', ({ jobs }) =>
    jobs.map(({ lane, oldest_seconds }) => [lane, oldest_seconds]),
  )
  gauge(
    'prompts',
    'Payments in the queue, on a phone, or without a result',
    'status',
    ({ prompts }) => prompts.map(({ status, count }) => [status, count]),
  )
  gauge(
    'prompts_oldest_seconds',
    'How long the oldest of these payments has waited',
    'status',
    ({ prompts }) => prompts.map(({ status, oldest_seconds }) => [status, oldest_seconds]),
  )
  gauge('orders_last_day', 'Orders of the last 24 hours, by state', 'state', ({ orders }) =>
    orders.map(({ state, count }) => [state, count]),
  )
  gauge('money_last_day_kes', 'Their confirmed money, by its use', 'use', ({ money }) =>
    money.map(({ state, amount }) => [state, amount]),
  )
  gaugeProcess(deps)
  gaugeBackups(deps)
}

function gaugeBackups({ db, env, metrics }: Pick<Deps, 'db' | 'env' | 'metrics'>): void {
  const registers = [metrics.registry]
  new Gauge({
    name: 'lango_wal_archive_failing',
    help: '1 if PostgreSQL could not archive its WAL and has archived none since',
    registers,
    async collect() {
      const archive = await selectArchive(db).catch(() => null)
      this.set(archive?.failed_at ? 1 : 0)
    },
  })
  const { backupDir } = env
  if (backupDir === null) return
  new Gauge({
    name: 'lango_backup_age_seconds',
    help: 'The age of the newest dump in BACKUP_DIR',
    registers,
    collect() {
      const at = timeOfNewestDump(backupDir)
      this.set(at === null ? Number.POSITIVE_INFINITY : (Date.now() - at) / 1000)
    },
  })
}

function gaugeProcess({ db, metrics }: Pick<Deps, 'db' | 'metrics'>): void {
  const registers = [metrics.registry]
  new Gauge({
    name: 'lango_database_connections',
    help: 'Database connections of this process, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connectionsOf(db))) this.set({ state }, count)
    },
  })
  const help = 'The version of this process'
  const info = new Gauge({ name: 'lango_version_info', help, labelNames: ['version'], registers })
  info.set({ version: VERSION }, 1)
}
