import { cpus } from 'node:os'
import { sql } from 'kysely'
import { readEnv } from '../src/env.ts'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { asProcess } from '../test/as-process.ts'
import { type BuiltEvent, buildEvent, orderOf, type TypeSpec } from '../test/build.ts'
import { benchCalls } from './checkout-calls.ts'
import { HOT_TYPE, WITH_STEP } from './hot-type.ts'
import { makeDatabase } from './make-database.ts'
import { middle } from './middle.ts'

const DATABASE = 'lango_bench_on_sale'
const CONNECTIONS = 20
const ROUNDS = 5
const ONE_BY_ONE = 300
const CLIENTS = 200
const AT_ONCE = 2000

type Say = (line: string) => void
type Work = (event: BuiltEvent) => Promise<unknown>
type Kind = { name: string; work: Work; type?: TypeSpec }
type Measured = { perSecond: number; p99: number }

/**
 * Measures orders of one popular ticket type. For comparison, also runs the fewest statements with
 * which PostgreSQL can record an order.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const [prepared, plain] = [openDatabase(url, CONNECTIONS), openDatabase(url, CONNECTIONS, false)]
  await migrate(prepared)
  const { rows } = await sql<{
    version: string
  }>`select split_part(version(), ' ', 2) as version`.execute(prepared)
  say(`${cpus().length} cores, PostgreSQL ${rows[0]!.version}, Node ${process.versions.node};`)
  say(`medians of ${ROUNDS} rounds in which all take turns; ${CONNECTIONS} connections.\n`)
  const limit = { name: 'limit: a guarded UPDATE of one row', work: guardedUpdate(prepared) }
  const alone = [
    limit,
    { name: 'placed, each planned anew', work: (event) => place(plain, event) },
    { name: 'placed, prepared', work: (event) => place(prepared, event) },
    {
      name: 'the same, with a numbered step',
      work: (event) => place(prepared, event),
      type: WITH_STEP,
    },
  ] satisfies Kind[]
  const crowd = [
    limit,
    { name: 'placed, each its own commit', work: (event) => place(asProcess(plain), event) },
    { name: 'the same, prepared', work: (event) => place(asProcess(prepared), event) },
    { name: 'placed together, prepared', work: (event) => place(prepared, event) },
    {
      name: 'the same, with a numbered step',
      work: (event) => place(prepared, event),
      type: WITH_STEP,
    },
  ] satisfies Kind[]
  await compare(prepared, alone, { clients: 1, count: ONE_BY_ONE }, say)
  await compare(prepared, crowd, { clients: CLIENTS, count: AT_ONCE }, say)
  const limitOf = async (clients: number) => {
    const event = await buildEvent(prepared, { types: [HOT_TYPE] })
    const count = clients === 1 ? ONE_BY_ONE : AT_ONCE
    return (await measure(() => limit.work(event), { clients, count })).perSecond
  }
  await benchCalls(prepared, url, limitOf, say)
  await Promise.all([prepared.destroy(), plain.destroy()])
}

const env = readEnv({ HOLD_SHARE_PER_ADDRESS: '100' })

const place = (db: Db, event: BuiltEvent) =>
  placeOrder({ db, env, clock: { now: () => new Date() }, timeScale: 1 }, orderOf(event))

const guardedUpdate =
  (db: Db): Work =>
  ({ types }) =>
    sql`update ticket_type set held = held + ${1}
      where id = ${types[0]!.id} and held + sold < capacity`.execute(db)

type Crowd = { clients: number; count: number }

async function compare(db: Db, kinds: Kind[], crowd: Crowd, say: Say): Promise<void> {
  const found = new Map<Kind, Measured[]>(kinds.map((kind) => [kind, []]))
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of kinds) {
      const event = await buildEvent(db, { types: [kind.type ?? HOT_TYPE] })
      const measured = await measure(() => kind.work(event), crowd)
      if (round > 0) found.get(kind)!.push(measured)
    }
    // As autovacuum does in a running shop. Plans made for empty tables would read whole tables.
    if (round === 0) await sql`analyze`.execute(db)
  }
  const rateOf = (kind: Kind) => middle(found.get(kind)!.map(({ perSecond }) => perSecond))
  say(`| ${crowd.clients} at once | A second | p99, ms | Of the limit |`)
  say('|---|--:|--:|--:|')
  for (const kind of kinds) {
    const share = rateOf(kind) / rateOf(kinds[0]!)
    const p99 = middle(found.get(kind)!.map((one) => one.p99))
    say(`| ${kind.name} | ${rateOf(kind).toFixed(0)} | ${p99.toFixed(1)} | ${share.toFixed(2)} |`)
  }
  say('')
}

async function measure(work: () => Promise<unknown>, { clients, count }: Crowd): Promise<Measured> {
  const took: number[] = []
  let left = count
  const began = performance.now()
  const client = async () => {
    while (left-- > 0) {
      const start = performance.now()
      await work()
      took.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = (count / (performance.now() - began)) * 1000
  return { perSecond, p99: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)]! }
}
