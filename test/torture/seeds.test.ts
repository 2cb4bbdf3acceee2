// spec: every-answer-gate, refund-ledger-equal, reconcile-command, ussd-faults
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { buildFeePayer } from '../accounts.ts'
import { type BuiltEvent, buildEvent, buildSeller, type TypeSpec } from '../build.ts'
import { audit } from './audit.ts'
import type { FaultCounts } from './clients.ts'
import { todaysRuns } from './daily.ts'
import { checkConfirmed, checkOrigins, type OnSale } from './market.ts'
import { FAULTS, type Played, playOnSale } from './on-sale.ts'
import { buildCodes, checkFees, FEE, SELLER, typesOnSale } from './prices.ts'
import { type Shop, startShop } from './processes.ts'
import { reconcile } from './reconcile-command.ts'
import { checkEnded } from './returns.ts'
import { checkAdmitted } from './stewards.ts'
import { countUses } from './uses.ts'

/** `npm run torture -- --seeds N --from S` sets these variables. */
const SEEDS = Number(process.env.TORTURE_SEEDS ?? 1)
const FROM = Number(process.env.TORTURE_FROM ?? 1)
/** The number of seeds after which every kind of fault and sale must have occurred. */
const ENOUGH_SEEDS = 20
const PURCHASES = todaysRuns(80, 40)
const TIME_SCALE = 0.03
const LIMIT_MS = 600_000

// Uses a separate server, because killing the shared server would fail other tests.
let folder: string
let serverUrl: string
const stops: (() => Promise<void>)[] = []

async function startDatabase(): Promise<string> {
  const server = await startPostgres({ dataDir: folder, shared: true })
  stops.push(server.stop)
  return server.url
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lango-torture-db-'))
  // The folder must be readable: if the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  serverUrl = await startDatabase()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function createDatabase(name: string): Promise<string> {
  const server = openDatabase(serverUrl, 1)
  await sql`create database ${sql.id(name)}`.execute(server)
  await server.destroy()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = openDatabase(url.href, 1)
  await migrate(db)
  await db.destroy()
  return url.href
}

async function dropDatabase(name: string): Promise<void> {
  const server = openDatabase(serverUrl, 1)
  await sql`drop database ${sql.id(name)} with (force)`.execute(server)
  await server.destroy()
}

/**
 * The shop's event, whose buyers pay the fee on top, and a second event that will be cancelled and
 * has the fee inside its prices. Both have their dial codes.
 */
async function openSale(shop: Shop, types: TypeSpec[]) {
  const organizer = await buildFeePayer({ ...shop, env: readEnv({}), clock: systemClock }, FEE)
  const own = { organizerId: organizer.id, types }
  const doomed = await buildEvent(shop.db, { title: 'Doomed Derby', ...own })
  const onTop = { organizer_id: organizer.id, fees_on_top: true }
  await shop.db.updateTable('event').set(onTop).where('id', '=', shop.event.id).execute()
  for (const event of [shop.event, doomed]) {
    await buildCodes(shop.db, event, types)
    await buildSeller(shop.db, event, SELLER)
  }
  const rows = await shop.db.selectFrom('event').select(['id', 'dial_code']).execute()
  const codes = new Map(rows.map(({ id, dial_code }) => [id, String(dial_code)]))
  const dialled = (event: BuiltEvent) => ({ ...event, dialCode: codes.get(event.id)! })
  const events: [OnSale, OnSale] = [dialled(shop.event), dialled(doomed)]
  return { events, organizer }
}

function describeRun(seed: number, played: Played, violations: string[]) {
  const { facts, admitted, kills } = played
  const of = (kind: string) => facts.ledger.filter((row) => row.kind === kind).length
  const back = (way: string) => facts.refunds.filter((refund) => refund.way === way).length
  return [
    `seed ${seed}: killed ${kills.join(', ')}`,
    `${facts.orders.length} orders, ${facts.sessions.filter((one) => one.order_id).length} by USSD`,
    `paid by prompt ${of('push')}, by hand ${of('paybill')}, for no order ${facts.strays.length}`,
    `refunds: reversal ${back('reversal')}, b2c ${back('b2c')}, by hand ${back('manual')}`,
    Object.entries(countUses(played))
      .map(([use, count]) => `${use} ${count}`)
      .join(', '),
    `check-ins ${admitted.length}`,
    `violations ${violations.length}`,
  ].join(' | ')
}

/** The kinds of faults and of sales that no seed has had yet. */
let missing: string[] | undefined

function noteKinds(played: Played): void {
  const uses = countUses(played)
  const counts: FaultCounts = { ...played.faults, uses }
  const kinds = (isIn: (count: number) => boolean) =>
    Object.entries({ ...FAULTS, uses }).flatMap(([group, planned]) =>
      Object.keys(planned).flatMap((kind) =>
        isIn(counts[group]?.[kind] ?? 0) ? [`${group}.${kind}`] : [],
      ),
    )
  const had = new Set(kinds((count) => count > 0))
  missing = (missing ?? kinds(() => true)).filter((kind) => !had.has(kind))
}

const seeds = Array.from({ length: SEEDS }, (_, index) => FROM + index)

test.each(seeds)(
  'on-sale %i under every fault and kill keeps every promise',
  async (seed) => {
    const databaseUrl = await createDatabase(`seed_${seed}`)
    const scales = { timeScale: TIME_SCALE, sandboxTimeScale: 0.1 }
    const types = typesOnSale(Date.now())
    const shop = await startShop({ databaseUrl, ...scales, types })
    try {
      const sale = await openSale(shop, types)
      const played = await playOnSale({ shop, seed, purchases: PURCHASES, ...sale, startDatabase })
      const { facts, told, ended, admitted } = played
      noteKinds(played)
      const atGates = facts.tickets.filter(
        ({ event_id, state }) => event_id === shop.event.id && state !== 'void',
      )
      const violations = [
        ...audit(facts),
        ...checkFees(facts),
        ...checkConfirmed(told, facts),
        ...checkOrigins(played, facts),
        ...checkEnded(ended, facts),
        ...checkAdmitted(admitted, { ...facts, tickets: atGates }),
      ]
      console.log(describeRun(seed, played, violations))
      expect(violations).toEqual([])
      for (const kind of ['step', 'code'] as const) {
        expect(facts.limits.some((limit) => limit.kind === kind && limit.sold > 0)).toBe(true)
      }
      expect(facts.paidLines.some((line) => line.fee_cents > line.back_fee_cents)).toBe(true)
      const { code, said } = await reconcile(shop, TIME_SCALE)
      expect(said).toMatch(/All agree\.$/)
      expect(code).toBe(0)
    } catch (error) {
      console.error(shop.app.readLog().slice(-10_000))
      throw error
    } finally {
      await shop.close()
    }
    // After a kill PostgreSQL syncs the files of all databases: minutes, if there are fifty.
    await dropDatabase(`seed_${seed}`)
  },
  LIMIT_MS,
)

test.runIf(SEEDS >= ENOUGH_SEEDS)('all seeds together bring every kind of fault and sale', () => {
  expect(missing).toEqual([])
})
