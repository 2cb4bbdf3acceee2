import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { takeFreePorts } from '../free-ports.ts'
import { audit } from '../torture/audit.ts'
import { waitForQuiet } from '../torture/facts.ts'
import { checkConfirmed } from '../torture/market.ts'
import { type Shop, startShop } from '../torture/processes.ts'
import { reconcile } from '../torture/reconcile-command.ts'
import { waitFor } from '../torture/wait-for.ts'
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts'
import type { DatabaseNode } from './database-node.ts'
import { type Sale, startSale } from './failover-sale.ts'
import { type StartedProxy, startNginx } from './proxies.ts'

// The primary of a database cluster fails again and again while buyers buy by prompt. The cluster
// is the one of `deploy/`: three PostgreSQL servers under Patroni, with etcd, HAProxy and
// PgBouncer. Four processes of the shop run behind nginx.

const FAILURES = Number(process.env.TORTURE_FAILURES ?? 10)
const TIME_SCALE = 0.1
const LIMIT_MS = 180_000
const TYPES = [
  { name: 'Standard', price: 150, capacity: 1_000_000 },
  { name: 'VIP', price: 2500, capacity: 40 },
]

let cluster: DatabaseCluster
let shop: Shop
let nginx: StartedProxy
let origin: string

beforeAll(async () => {
  // The proxy's certificate is self-signed.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  cluster = await startDatabaseCluster()
  const empty = openDatabase(cluster.url, 2)
  await migrate(empty, { isOffline: true })
  await empty.destroy()
  const ports = await takeFreePorts(4)
  nginx = await startNginx(ports)
  origin = `https://127.0.0.1:${nginx.port}`
  const pooled = {
    ...{ DATABASE_URL: cluster.pooledUrl, DATABASE_READ_URL: cluster.readUrl },
    DATABASE_PREPARE: 'no',
  }
  const behindProxy = { PUBLIC_ORIGIN: origin, TRUST_PROXY: 'yes', HOLD_SHARE_UNPROVEN: '100' }
  const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: '0', DATABASE_CONNECTIONS: '8' }
  const variables = { ...pooled, ...behindProxy, ...trusting, PORT: String(ports[0]) }
  shop = await startShop({
    databaseUrl: cluster.url,
    timeScale: TIME_SCALE,
    types: TYPES,
    variables,
  })
  for (const port of ports.slice(1)) {
    await (await shop.makeBeside({ ...variables, PORT: String(port) })).start()
  }
}, LIMIT_MS)
afterAll(async () => {
  await nginx?.stop()
  await shop?.close()
  await cluster?.stop()
}, LIMIT_MS)

type Failure = {
  what: string
  fail: (node: DatabaseNode) => unknown
  mend: (node: DatabaseNode) => void
}

const KILLED: Failure = {
  what: 'machine killed',
  fail: (node) => node.kill(),
  mend: (node) => node.startPatroni(),
}
const FROZEN: Failure = {
  what: 'machine frozen',
  fail: (node) => node.freeze(),
  mend: (node) => node.thaw(),
}
const POSTGRESQL_KILLED: Failure = {
  what: 'PostgreSQL killed',
  fail: (node) => node.killDatabase(),
  mend: () => {},
}
const IN_TURN = [KILLED, FROZEN, POSTGRESQL_KILLED, FROZEN]

/** Waits until the shop has acknowledged `count` more orders. */
function untilSold(sale: Sale, count: number): Promise<unknown> {
  const goal = sale.acknowledged.length + count
  return waitFor('orders are taken', () => sale.acknowledged.length >= goal, LIMIT_MS)
}

/** The longest time without an acknowledged order since `from`, in seconds. */
function pauseSince(sale: Sale, from: number): number {
  const times = [from, ...sale.acknowledged.filter((at) => at > from)]
  return Math.max(...times.slice(1).map((at, index) => at - times[index]!)) / 1000
}

const countRefused = ({ replies }: Sale) =>
  [...replies].reduce(
    (sum, [what, count]) => sum + (/ (5\d\d|no reply.*)$/.test(what) ? count : 0),
    0,
  )

/**
 * Makes the primary fail, waits until the shop sells with a new primary, and repairs the failed
 * machine.
 */
async function failPrimary(sale: Sale, { what, fail, mend }: Failure): Promise<void> {
  const failed = await waitFor('there is a primary', cluster.primary)
  const [at, refused] = [Date.now(), countRefused(sale)]
  await fail(failed)
  const isOther = async () => {
    const primary = await cluster.primary()
    return primary && primary !== failed ? primary : null
  }
  const heir = await waitFor('another machine is the primary', isOther, LIMIT_MS, 100)
  await untilSold(sale, 20)
  const seconds = pauseSince(sale, at).toFixed(1)
  const requests = countRefused(sale) - refused
  console.log(
    `${what}: ${failed.name} → ${heir.name}: ${seconds} s without sale, ${requests} refused`,
  )
  mend(failed)
  await cluster.whole()
}

/**
 * Ends the sale, waits until all orders are settled, and compares the database with what buyers
 * were shown.
 */
async function settle(sale: Sale): Promise<void> {
  await sale.end()
  const facts = await waitForQuiet(shop, LIMIT_MS)
  const lost = checkConfirmed(sale.told, facts)
  console.log(
    `${sale.told.orders.length} orders acknowledged, ${sale.told.tickets.length} tickets shown, ${lost.length} lost`,
    Object.fromEntries(sale.replies),
  )
  expect([...lost, ...audit(facts)]).toEqual([])
  const { code, said } = await reconcile(shop, TIME_SCALE)
  expect([code, said]).toEqual([0, expect.stringMatching(/All agree\.$/)])
}

const showLogs = () =>
  console.error(cluster.readLogs().slice(-10_000), shop.app.readLog().slice(-5000))

test(`${FAILURES} failures of the primary in mid-sale lose nothing that was acknowledged`, async () => {
  onTestFailed(showLogs)
  const sale = startSale(shop, origin)
  await untilSold(sale, 20)
  for (let index = 0; index < FAILURES; index++) {
    await failPrimary(sale, IN_TURN[index % IN_TURN.length]!)
    await untilSold(sale, 20)
  }
  await settle(sale)
  // The shop must not treat a failover as a restore, because a restore stops refunds.
  const held = await shop.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'refunds_stopped')
    .execute()
  expect(held).toEqual([])
})

test('without etcd the sale goes on', async () => {
  onTestFailed(showLogs)
  const sale = startSale(shop, origin)
  await untilSold(sale, 20)
  const at = Date.now()
  const primary = await cluster.primary()
  for (const node of cluster.nodes.slice(1)) node.freezeEtcd()
  await waitFor(
    'the primary goes on without etcd',
    () => cluster.readLogs().includes('continue to run as a leader because failsafe mode'),
    LIMIT_MS,
  )
  await untilSold(sale, 20)
  expect(await cluster.primary()).toBe(primary)
  for (const node of cluster.nodes.slice(1)) node.thawEtcd()
  await cluster.whole()
  console.log(`etcd lost: ${pauseSince(sale, at).toFixed(1)} s without sale`)
  await settle(sale)
})

test('a lost standby delays the sale, and without a standby nothing is acknowledged', async () => {
  onTestFailed(showLogs)
  const sale = startSale(shop, origin)
  await untilSold(sale, 20)
  const primary = await waitFor('there is a primary', cluster.primary)
  const members = await primary.members()
  const standby = (role: string) =>
    cluster.nodes.find(({ name }) => members.find((one) => one.name === name)?.role === role)!
  const [synchronous, other] = [standby('sync_standby'), standby('replica')]
  const at = Date.now()
  synchronous.freeze()
  await untilSold(sale, 20)
  console.log(`synchronous standby frozen: ${pauseSince(sale, at).toFixed(1)} s without sale`)

  await other.kill()
  const alone = async () =>
    (await cluster.psql('select count(*) from pg_stat_replication', '-At')).trim() === '0'
  await waitFor('the primary is alone', alone, LIMIT_MS, 250)
  const untilRefused = async (count: number) => {
    const goal = countRefused(sale) + count
    await waitFor('requests are refused', () => countRefused(sale) >= goal, LIMIT_MS)
  }
  await untilRefused(1)
  const sold = sale.acknowledged.length
  await untilRefused(10)
  expect(sale.acknowledged.length).toBe(sold)
  synchronous.thaw()
  other.startPatroni()
  await cluster.whole()
  await untilSold(sale, 20)
  await settle(sale)
})
