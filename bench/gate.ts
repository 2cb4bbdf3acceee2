import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { LIST_FORM } from '../src/checkin/list/ticket-list.rules.ts'
import { readEnv } from '../src/env.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildAccount } from '../test/accounts.ts'
import { measureFigures } from './gate-figures.ts'
import { makeDatabase } from './make-database.ts'
import { letAllIn } from './many-check-ins.ts'
import { insertManySales } from './many-sales.ts'
import { middle } from './middle.ts'
import { startApp } from './start-app.ts'

const DATABASE = 'lango_bench_gate'
/**
 * The number of tickets. Three in a hundred are refunded; the ticket list also contains refunded
 * tickets.
 */
const TICKETS = 50_000
const PHONES = 50
const ROUNDS = 5
/** The number of check-ins in each round. */
const CHECK_INS = 500
const MERGED = 1000
const UPDATES = 1000
const BATCH = 50
/** The speed of a slow mobile connection, in bits per second. */
const LINE = 1_600_000
/** The ticket list in the format that gate phones request. */
const LIST = `/api/gate/list?form=${LIST_FORM}`

type Say = (line: string) => void
type Answer = { bytes: number; ms: number; status: number; body: Buffer }
type Phone = { ask: (path: string, payload?: object) => Promise<Answer> }
type App = Awaited<ReturnType<typeof startApp>>
type Shop = { db: Db; app: App; phones: Phone[] }

/**
 * A row of the results. `limit` is a number, or 'updates' for the best rate of single-row updates
 * (`measureUpdates`) in the same rounds.
 */
type Row = { words: string; digits: number; limit?: number | 'updates' }
const ROWS = {
  listKb: { words: `List of ${TICKETS}, kB on the line`, digits: 0, limit: 600 },
  listSeconds: { words: 'The same at 1.6 Mbit/s, s', digits: 1, limit: 10 },
  updates: { words: `A guarded UPDATE of a ticket, ${PHONES} at once, a second`, digits: 0 },
  online: { words: 'Check-ins online, a second', digits: 0, limit: 'updates' },
  onlineP99: { words: `p99 of them with ${PHONES} phones at once, ms`, digits: 0, limit: 1500 },
  onlineMs: { words: "Processor of the shop's process for one, ms", digits: 2 },
  onlineAsked: { words: 'Sent to the database for one, begin and commit too', digits: 1 },
  deltaKb: { words: `Delta after ${CHECK_INS} check-ins, kB on the line`, digits: 1 },
  deltaMs: { words: 'The same, ms', digits: 0 },
  merged: { words: `Merged in batches of ${BATCH}, rows a second`, digits: 0, limit: 'updates' },
  mergedMs: { words: "Processor of the shop's process for a row, ms", digits: 2 },
  mergedAsked: { words: 'Sent to the database for a row', digits: 1 },
} satisfies Record<string, Row>
type Key = keyof typeof ROWS
type Figures = Record<Key, number>

/**
 * Measures the server's part of the gate: the ticket list, online check-ins and uploads. Prints
 * each figure next to its limit.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 20)
  await migrate(db)
  const organizer = await buildAccount({ db, env: readEnv({}), clock: systemClock })
  const load = { organizerId: organizer.id, events: 1, sales: TICKETS, days: 30 }
  await insertManySales(db, { ...load, eventsWithTickets: 1 })
  await sql`insert into gate_key (event_id, version, key)
    select id, 9, ${Buffer.alloc(32, 1)} from event`.execute(db)
  const app = await startApp({ DATABASE_URL: url })
  const shop = { db, app, phones: await makePhones(db, organizer.id, app.origin) }
  say(
    `${cpus().length} cores, Node ${process.versions.node}; ${TICKETS} tickets, ${PHONES} phones;`,
  )
  say(`medians of ${ROUNDS} rounds in which all take turns.\n`)
  sayFigures(await playRounds(shop), say)
  await letAllIn(db)
  await sayUsedList(shop.phones[0]!, say)
  await app.stop()
  await measureFigures(db, { accountId: organizer.id, role: 'organizer' }, say)
  await db.destroy()
}

/** Plays all rounds. The result excludes the first round, which is a warm-up. */
async function playRounds(shop: Shop): Promise<Figures[]> {
  const { rows } = await sql<{ number: string }>`select number from ticket
    where state = 'valid' order by id`.execute(shop.db)
  const numbers = rows.map(({ number }) => number)
  const found: Figures[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = await playRound(shop, numbers)
    if (round > 0) found.push(figures)
  }
  return found
}

/** Plays one round. Removes the ticket numbers that it uses from `numbers`. */
async function playRound(shop: Shop, numbers: string[]): Promise<Figures> {
  const { db, phones } = shop
  const { next, ...list } = await measureList(phones[0]!)
  const updates = await measureUpdates(db, numbers.splice(0, UPDATES))
  const online = await costOf(shop, CHECK_INS, () =>
    measureCheckIns(phones, numbers.splice(0, CHECK_INS)),
  )
  const delta = await phones[0]!.ask(`${LIST}&since=${encodeURIComponent(next)}`)
  const merged = await costOf(shop, MERGED, () => measureMerge(phones, numbers.splice(0, MERGED)))
  return {
    ...list,
    updates,
    online: online.perSecond,
    onlineP99: online.p99,
    onlineMs: online.ms,
    onlineAsked: online.asked,
    deltaKb: delta.bytes / 1000,
    deltaMs: delta.ms,
    merged: merged.perSecond,
    mergedMs: merged.ms,
    mergedAsked: merged.asked,
  }
}

const HEAD = '| What | Middle round | Limit | Of the limit |\n|---|--:|--:|--:|'

function sayFigures(found: Figures[], say: Say): void {
  const of = (key: Key) => middle(found.map((one) => one[key]))
  say(HEAD)
  for (const [key, row] of Object.entries(ROWS) as [Key, Row][]) {
    const limit = row.limit === 'updates' ? of('updates') : row.limit
    say(rowOf({ ...row, limit }, of(key)))
  }
}

type FigureRow = { words: string; digits: number; limit: number | undefined }

function rowOf({ words, digits, limit }: FigureRow, figure: number): string {
  const of = limit === undefined ? '– | –' : `${limit.toFixed(0)} | ${(figure / limit).toFixed(2)}`
  return `| ${words} | ${figure.toFixed(digits)} | ${of} |`
}

/** Reports the size of the ticket list once all tickets are used. */
async function sayUsedList(phone: Phone, say: Say): Promise<void> {
  const found: Awaited<ReturnType<typeof measureList>>[] = []
  for (let round = 0; round < ROUNDS; round++) found.push(await measureList(phone))
  for (const key of ['listKb', 'listSeconds'] as const) {
    const row = { ...ROWS[key], words: `${ROWS[key].words}, all of them used` }
    say(rowOf(row, middle(found.map((one) => one[key]))))
  }
}

/**
 * Measures the processor time of a piece of work. Unlike the duration, processor time is comparable
 * on a busy machine.
 */
async function costOf<T>({ app: { told } }: Shop, count: number, work: () => Promise<T>) {
  const before = told()
  const done = await work()
  // The app reports its processor time every 50 ms, so wait for a report after the work.
  await sleep(200)
  const after = told()
  const ms = (after.processorMs - before.processorMs) / count
  return { ...done, ms, asked: (after.queries - before.queries) / count }
}

async function makePhones(db: Db, madeBy: string, origin: string): Promise<Phone[]> {
  const { rows } = await sql<{ id: string }>`select id from event`.execute(db)
  const phones: Phone[] = []
  for (let n = 0; n < PHONES; n++) {
    const token = `gp_${createHash('sha256').update(`phone ${n}`).digest('base64url')}`
    const token_hash = createHash('sha256').update(token).digest()
    const row = { id: randomUUID(), event_id: rows[0]!.id, made_by: madeBy, name: `Phone ${n}` }
    const paired = { token_hash, paired_at: new Date(), seen_at: new Date() }
    await db
      .insertInto('gate_phone')
      .values({ ...row, ...paired })
      .execute()
    phones.push({ ask: (path, payload) => ask(origin + path, token, payload) })
  }
  return phones
}

/** Sends a request. `bytes` in the answer is the compressed size. */
function ask(url: string, token: string, payload?: object): Promise<Answer> {
  const began = performance.now()
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'br',
    ...(payload && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: payload ? 'POST' : 'GET', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        const ms = performance.now() - began
        resolve({ bytes: body.length, ms, status: answer.statusCode!, body })
      })
    })
    sent.on('error', reject)
    sent.end(payload && JSON.stringify(payload))
  })
}

async function measureList(phone: Phone) {
  const { bytes, ms, body } = await phone.ask(LIST)
  const { next } = JSON.parse(brotliDecompressSync(body).toString()) as { next: string }
  return { listKb: bytes / 1000, listSeconds: ms / 1000 + (bytes * 8) / LINE, next }
}

/**
 * Measures the rate of single-row updates, the least work with which PostgreSQL can record a
 * check-in.
 */
async function measureUpdates(db: Db, numbers: string[]): Promise<number> {
  return await perSecondOf(numbers, Array(PHONES).fill(null), async (_phone, left) => {
    const number = left.pop()!
    await sql`update ticket set admitted = admits, state = 'used'
      where number = ${number} and state = 'valid' and admitted < admits`.execute(db)
  })
}

/**
 * Processes the items with several workers; each worker takes the next item until no item is left.
 */
async function perSecondOf<T>(
  items: string[],
  workers: T[],
  work: (worker: T, left: string[]) => Promise<void>,
): Promise<number> {
  const left = [...items]
  const began = performance.now()
  await Promise.all(
    workers.map(async (worker) => {
      while (left.length > 0) await work(worker, left)
    }),
  )
  return (items.length / (performance.now() - began)) * 1000
}

const row = (ticket_number: string, more: object = {}) => ({
  ticket_number,
  nonce: randomUUID(),
  device_at: new Date().toISOString(),
  confirmed: true,
  ...more,
})

async function measureCheckIns(phones: Phone[], numbers: string[]) {
  const times: number[] = []
  const perSecond = await perSecondOf(numbers, phones, async ({ ask: asks }, left) => {
    const { ms, status } = await asks('/api/gate/check_ins', row(left.pop()!))
    if (status !== 200) throw new Error(`a check-in was answered ${status}`)
    times.push(ms)
  })
  times.sort((a, b) => a - b)
  return { perSecond, p99: times[Math.floor(times.length * 0.99)]! }
}

async function measureMerge(phones: Phone[], numbers: string[]) {
  const offline = { offline: true, decided: 'valid', let_in: 1 }
  const perSecond = await perSecondOf(numbers, phones, async ({ ask: asks }, left) => {
    const check_ins = left.splice(0, BATCH).map((number) => row(number, offline))
    const { status } = await asks('/api/gate/check_ins', { check_ins })
    if (status !== 200) throw new Error(`a merge was answered ${status}`)
  })
  return { perSecond }
}
