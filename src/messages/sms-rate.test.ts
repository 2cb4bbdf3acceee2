// Tests the rate of SMS across processes, with a clock that moves only when the test moves it.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asProcess } from '../../test/as-process.ts'
import { newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { claimJobs } from '../platform/jobs/jobs.sql.ts'
import { runJob } from '../platform/jobs/run-job.ts'
import type { SmsResult } from './africas-talking/send-sms.ts'
import { hasSmsCapacity, queueSms } from './outbox.ts'
import { sendMessage, sendNotice } from './send-message.job.ts'

const RATE = 20
/** The number of jobs that one worker runs at the same time. */
const AT_ONCE = 16
const LOOK_MS = 250

let now: number
/** Two processes on one database. */
let processes: Db[]
let arrivals: { phone: string; at: number }[]
let answer: (phone: string) => SmsResult | Promise<SmsResult>

const stage = keepStage({ SMS_RATE: String(RATE) })
beforeAll(async () => {
  now = Date.now()
  stage.clock.now = () => new Date(now)
  stage.deps.sms.send = async (phone) => {
    arrivals.push({ phone, at: now })
    return answer(phone)
  }
  processes = [asProcess(stage.db), asProcess(stage.db)]
})
beforeEach(async () => {
  await sql`truncate message, delivery_report, job, rate_slot`.execute(stage.db)
  arrivals = []
  answer = taken
})

const taken = (phone: string): SmsResult => ({
  kind: 'accepted',
  messageId: `id-${phone}`,
  status: 'Sent',
})

/** Queues an SMS to each of `count` phones, one after another. */
async function queue(count: number, kind: 'ticket' | 'reminder' = 'ticket'): Promise<string[]> {
  const phones = Array.from({ length: count }, newPhone)
  for (const phone of phones) {
    now += 1
    const sms = { phone, body: 'Jambo', dedupeKey: `${kind}:${phone}` as const, now: new Date(now) }
    await inTransaction(stage.db, (tx) => queueSms(tx, sms))
  }
  return phones
}

/** Runs jobs as a worker does until no SMS may be sent now or no job is due. */
async function work(db: Db): Promise<void> {
  const deps = { ...stage.deps, db }
  for (const handler of [sendNotice(deps), sendMessage(deps)]) {
    for (;;) {
      const openings = [{ lane: handler.lane.name, count: AT_ONCE }]
      const jobs = await claimJobs(db, openings, 60_000)
      const outcomes = await Promise.all(jobs.map((job) => runJob(db, job, handler)))
      if (jobs.length === 0 || outcomes.some((outcome) => outcome?.keepsSlot)) break
    }
  }
}

/** Runs both processes alternately until `isOver`. Returns the time that passed by the clock. */
async function workUntil(isOver: () => Promise<boolean>): Promise<number> {
  const began = now
  for (;;) {
    await Promise.all(processes.map(work))
    if (await isOver()) return now - began
    now += LOOK_MS
  }
}

const countJobs = async (where = sql<boolean>`true`) =>
  (await stage.db.selectFrom('job').select('id').where(where).execute()).length
const isDone = async () => (await countJobs()) === 0
const isAllPutOff = async () => (await countJobs(sql`run_at <= now()`)) === 0
/** From the ninth attempt on, a refused SMS waits for minutes. */
const tryOften = () => sql`update message set attempts = 8`.execute(stage.db)
/**
 * Makes all jobs due in the order of their ids, because several were queued in the same
 * millisecond.
 */
const makeDue = () =>
  sql`update job set run_at = place, created_at = place
    from (select id, now() - interval '1 hour' + id * interval '1 ms' as place from job) placed
    where placed.id = job.id`.execute(stage.db)

/**
 * Expects that no interval has more SMS than the rate allows, plus one burst: unused capacity
 * accumulates for at most half a second, and for another half second after notices.
 */
function expectRate(burst = RATE / 2): void {
  const most = (ms: number) => burst + (RATE * ms) / 1000
  const tooSoon = arrivals.flatMap(({ at }, first) =>
    arrivals.slice(first).filter((later, count) => count + 1 > most(later.at - at)),
  )
  expect(tooSoon).toEqual([])
}

// spec: sms-rate
test('after an outage SMS leave at the rate of all processes together, each once and the oldest first', async () => {
  answer = () => ({ kind: 'later', reason: 'ECONNREFUSED', alert: false })
  const phones = await queue(200)
  await tryOften()
  for (let tries = 0; tries < 2; tries++) {
    await makeDue()
    await workUntil(isAllPutOff)
  }
  // The rate also holds while the gateway does not respond.
  expect(arrivals).toHaveLength(400)
  expectRate()

  answer = taken
  arrivals = []
  await makeDue()
  now += 60_000
  expect(await workUntil(isDone)).toBeLessThanOrEqual((200 / RATE) * 1000)
  expectRate()
  expect(arrivals.map(({ phone }) => phone).sort()).toEqual([...phones].sort())
  for (const [at, { phone }] of arrivals.entries()) {
    const before = phones.indexOf(phone) - at
    expect(before, 'overtook more than are looked at together').toBeLessThan(2 * AT_ONCE)
  }
  const states = stage.db.selectFrom('message').select(['state', 'resent']).distinct()
  expect(await states.execute()).toEqual([{ state: 'sent', resent: 0 }])
})

// spec: sms-rate
test('a gateway that refuses SMS above its rate gets none for a pause from any process, and then gets them in order', async () => {
  const phones = await queue(30)
  const [first] = phones
  let release = () => {}
  const isBurstOut = new Promise<void>((resolve) => (release = resolve))
  answer = async (phone) => {
    if (arrivals.length === RATE / 2) release()
    if (phone !== first) return taken(phone)
    // The refusal begins the pause. An earlier refusal would stop a part of the burst.
    await isBurstOut
    return { kind: 'later', reason: 'HTTP 429', alert: false, tooMany: true }
  }
  await work(processes[0]!)
  const sent = arrivals.length
  expect(sent).toBe(RATE / 2)
  answer = taken
  for (let waited = 0; waited < 2000; waited += LOOK_MS) {
    await Promise.all(processes.map(work))
    now += LOOK_MS
  }
  expect(arrivals).toHaveLength(sent)
  now += LOOK_MS
  await work(processes[1]!)
  expect(arrivals.slice(sent).map(({ phone }) => phone)).toContain(first)
  await workUntil(isDone)
  expectRate()
  expect(arrivals).toHaveLength(31)
  const states = stage.db.selectFrom('message').select('state').distinct()
  expect(await states.execute()).toEqual([{ state: 'sent' }])
})

// spec: sms-rate
test('an SMS after its time limit takes no slot of the rate', async () => {
  const phones = await queue(RATE)
  await sql`update message set not_after = ${new Date(now)} where recipient <> ${phones.at(-1)!}`.execute(
    stage.db,
  )
  await work(processes[0]!)
  await work(processes[0]!)
  expect(arrivals.map(({ phone }) => phone)).toEqual([phones.at(-1)])
  expect(await isDone()).toBe(true)
})

// spec: reminders
test('SMS to many holders wait while ticket SMS wait for a gateway outage', async () => {
  answer = () => ({ kind: 'later', reason: 'ECONNREFUSED', alert: false })
  await queue(60)
  await tryOften()
  await workUntil(isAllPutOff)
  expect(await countJobs()).toBe(60)
  expect(await hasSmsCapacity(stage.db)).toBe(false)
  answer = taken
  await makeDue()
  await workUntil(isDone)
  expect(await hasSmsCapacity(stage.db)).toBe(true)
})

// spec: tickets-first
test('the slots of the rate go to ticket SMS, although 400 notices have waited for longer', async () => {
  const notices = new Set(await queue(400, 'reminder'))
  await work(processes[0]!)
  const tickets = await queue(100)
  const isTicket = ({ phone }: { phone: string }) => !notices.has(phone)
  const isOver = async () => arrivals.filter(isTicket).length === 100
  expect(await workUntil(isOver)).toBeLessThanOrEqual((100 / RATE) * 1000 + LOOK_MS)
  // No notice is sent between the first and the last ticket SMS.
  const [first, last] = [arrivals.findIndex(isTicket), arrivals.findLastIndex(isTicket)]
  const sent = arrivals.slice(first, last + 1).map(({ phone }) => phone)
  expect(sent.sort()).toEqual(tickets.sort())
  // Without ticket SMS the notices get the whole rate.
  expect(await workUntil(isDone)).toBeLessThanOrEqual((400 / RATE) * 1000 + 4 * LOOK_MS)
  expectRate(RATE)
  expect(arrivals).toHaveLength(500)
})
