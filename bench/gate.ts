import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { readEnv } from '../src/env.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { buildAccount } from '../test/accounts.ts'
import { measureFigures } from './gate-figures.ts'
import { makeDatabase } from './make-database.ts'
import { insertManySales } from './many-sales.ts'
import { startApp, type Told } from './start-app.ts'

const DATABASE = 'lango_bench_gate'
/** Three of a hundred are refunded: they are on the list as well. */
const TICKETS = 50_000
const PHONES = 50
const CHECK_INS = 1000
const MERGED = 1000
const BATCH = 50
/** A slow mobile line, in bits a second. */
const LINE = 1_600_000

type Say = (line: string) => void
type Answer = { bytes: number; ms: number; status: number; body: Buffer }
type Phone = { ask: (path: string, payload?: object) => Promise<Answer> }

/** The server's part of the gate: its list, check-ins online and merged, each beside its limit. */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 4)
  await migrate(db)
  const organizer = await buildAccount({ db, env: readEnv({}), clock: systemClock })
  const load = { organizerId: organizer.id, events: 1, sales: TICKETS, days: 30 }
  await insertManySales(db, { ...load, eventsWithTickets: 1 })
  await sql`insert into gate_key (event_id, version, key)
    select id, 9, ${Buffer.alloc(32, 1)} from event`.execute(db)
  const app = await startApp({ DATABASE_URL: url })
  const phones = await makePhones(db, organizer.id, app.origin)
  const { rows } = await sql<{ number: string }>`select number from ticket
    where state = 'valid' order by id limit ${CHECK_INS + MERGED}`.execute(db)
  const numbers = rows.map(({ number }) => number)
  say(
    `${cpus().length} cores, Node ${process.versions.node}; ${TICKETS} tickets, ${PHONES} phones.\n`,
  )
  say('| What | Figure | Limit |\n|---|--:|--:|')
  const next = await measureList(phones[0]!, say)
  const cost = costOf(app.told, say)
  await cost('check-in online', CHECK_INS, () =>
    measureCheckIns(phones, numbers.slice(0, CHECK_INS), say),
  )
  await measureDelta(phones[0]!, next, say)
  await cost('merged row', MERGED, () => measureMerge(phones, numbers.slice(CHECK_INS), say))
  await app.stop()
  await measureFigures(db, { accountId: organizer.id, role: 'organizer' }, say)
  await db.destroy()
}

/** What each cost the server: as good as the same on a machine that has much else to do. */
function costOf(told: () => Told, say: Say) {
  return async (what: string, count: number, work: () => Promise<void>): Promise<void> => {
    const before = told()
    await work()
    // It tells of itself a moment later.
    await sleep(200)
    const after = told()
    const ms = (after.processorMs - before.processorMs) / count
    const asked = (after.queries - before.queries) / count
    say(`| Processor of the shop's process a ${what}, ms | ${ms.toFixed(2)} | – |`)
    say(`| Sent to the database a ${what}, begin and commit too | ${asked.toFixed(1)} | – |`)
  }
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

/** Bytes as they come over the line, compressed. */
function ask(url: string, token: string, payload?: object): Promise<Answer> {
  const began = performance.now()
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'gzip, br',
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

/** Of an answer that came compressed or not. */
async function readNext(phone: Phone, path: string): Promise<string> {
  const { body } = await phone.ask(path)
  const text = [gunzipSync, brotliDecompressSync, (bytes: Buffer) => bytes].flatMap((open) => {
    try {
      return [open(body).toString()]
    } catch {
      return []
    }
  })
  return (JSON.parse(text[0]!) as { next: string }).next
}

async function measureList(phone: Phone, say: Say): Promise<string> {
  await phone.ask('/api/gate/list')
  const { bytes, ms } = await phone.ask('/api/gate/list')
  const seconds = ms / 1000 + (bytes * 8) / LINE
  say(`| List of ${TICKETS}, kB on the line | ${(bytes / 1000).toFixed(0)} | 600 |`)
  say(
    `| The same at 1.6 Mbit/s, s (the server's part ${ms.toFixed(0)} ms) | ${seconds.toFixed(1)} | 10 |`,
  )
  return await readNext(phone, '/api/gate/list')
}

const row = (ticket_number: string, more: object = {}) => ({
  ticket_number,
  nonce: randomUUID(),
  device_at: new Date().toISOString(),
  confirmed: true,
  ...more,
})

async function measureCheckIns(phones: Phone[], numbers: string[], say: Say): Promise<void> {
  const left = [...numbers]
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    phones.map(async ({ ask: asks }) => {
      for (let number = left.pop(); number; number = left.pop()) {
        const { ms, status } = await asks('/api/gate/check_ins', row(number))
        if (status !== 200) throw new Error(`a check-in was answered ${status}`)
        times.push(ms)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)]!
  say(`| Check-ins online, a second | ${(numbers.length / seconds).toFixed(0)} | – |`)
  say(`| p99 of them with ${PHONES} phones at once, ms | ${p99.toFixed(0)} | 1500 |`)
}

async function measureDelta(phone: Phone, next: string, say: Say): Promise<void> {
  const { bytes, ms } = await phone.ask(`/api/gate/list?since=${encodeURIComponent(next)}`)
  say(`| Delta after ${CHECK_INS} check-ins, kB on the line | ${(bytes / 1000).toFixed(1)} | – |`)
  say(`| The same, ms | ${ms.toFixed(0)} | – |`)
}

async function measureMerge(phones: Phone[], numbers: string[], say: Say): Promise<void> {
  const left = [...numbers]
  const began = performance.now()
  await Promise.all(
    phones.map(async ({ ask: asks }) => {
      while (left.length > 0) {
        const offline = { offline: true, decided: 'valid', let_in: 1 }
        const check_ins = left.splice(0, BATCH).map((number) => row(number, offline))
        const { status } = await asks('/api/gate/check_ins', { check_ins })
        if (status !== 200) throw new Error(`a merge was answered ${status}`)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  say(
    `| Merged from ${PHONES} phones in batches of ${BATCH}, rows a second | ${(numbers.length / seconds).toFixed(0)} | – |`,
  )
}
