import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { claimJobs } from '../platform/jobs/jobs.sql.ts'
import { runJob } from '../platform/jobs/run-job.ts'
import type { SmsResult } from './africas-talking/send-sms.ts'
import { sendLane } from './jobs.ts'
import { queueSms } from './outbox.ts'
import { sendMessage } from './send-message.job.ts'

const stage = keepStage()
let phone: string
let answer: () => SmsResult

const ACCEPTED: SmsResult = { kind: 'accepted', messageId: '', status: 'Sent' }
const MINUTE = 60_000

beforeAll(async () => {
  stage.sms.answer = () => answer()
})
beforeEach(() => {
  phone = newPhone()
})

const sentHere = () => stage.sent.filter((sms) => sms.phone === phone)

async function queue(more: { notAfter?: Date; forgetText?: boolean } = {}): Promise<void> {
  const now = stage.clock.now()
  const sms = { phone, body: 'Jambo', dedupeKey: `ticket:${phone}` as const, now, ...more }
  await inTransaction(stage.db, (tx) => queueSms(tx, sms))
}

async function message() {
  return await stage.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', phone)
    .executeTakeFirstOrThrow()
}

async function openJobs(): Promise<number> {
  const jobs = await stage.db.selectFrom('job').select('id').where('lane', '=', 'send').execute()
  return jobs.length
}

describe('an SMS', () => {
  test('fails with the reason if the gateway refuses it for good', async () => {
    answer = () => ({ kind: 'refused', reason: '403 InvalidPhoneNumber' })
    await queue()
    await stage.runJobs()
    await stage.hurry()
    expect(sentHere()).toHaveLength(1)
    expect(await message()).toMatchObject({
      state: 'failed',
      last_error: '403 InvalidPhoneNumber',
    })
    expect(await openJobs()).toBe(0)
  })

  test('is retried with growing pauses while the gateway refuses it for now', async () => {
    answer = () => ({ kind: 'later', reason: 'HTTP 503', alert: false })
    await queue()
    stage.waits.length = 0
    for (let attempt = 1; attempt <= 12; attempt++) {
      await (attempt === 1 ? stage.runJobs() : stage.hurry())
      const { state, attempts } = await message()
      expect({ state, attempts }).toEqual({ state: 'queued', attempts: attempt })
    }
    const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    expect(stage.waits).toEqual(doubled.map((seconds) => seconds * 1000))
    answer = () => ({ ...ACCEPTED, messageId: `late-${phone}` })
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'sent', attempts: 13, resent: 0 })
    expect(await openJobs()).toBe(0)
  })
})

// spec: reminders
test('an SMS with a time limit is sent before the limit, and fails as too late from the limit on', async () => {
  answer = () => ({ kind: 'later', reason: 'HTTP 503', alert: false })
  const notAfter = new Date(stage.clock.now().getTime() + 10 * MINUTE)
  await queue({ notAfter, forgetText: true })
  await stage.runJobs()
  expect(await message()).toMatchObject({ state: 'queued', body: 'Jambo', attempts: 1 })
  stage.pass(10 * MINUTE)
  answer = () => ({ ...ACCEPTED, messageId: `late-${phone}` })
  await stage.hurry()
  expect(await message()).toMatchObject({ state: 'failed', last_error: 'too late', body: '' })
  expect(sentHere()).toHaveLength(1)
  expect(await openJobs()).toBe(0)
})

describe('an SMS whose lease ended while the gateway was called', () => {
  /**
   * Claims the SMS job with a lease that ends immediately. The gateway returns `late` after
   * `duringCall`.
   */
  async function sendSlowly(late: SmsResult, duringCall: () => Promise<unknown>): Promise<void> {
    await queue()
    const send = stage.deps.sms.send
    stage.deps.sms.send = async (to, body) => {
      stage.deps.sms.send = send
      await send(to, body)
      await duringCall()
      return late
    }
    const [job] = await claimJobs(stage.db, [{ lane: sendLane.name, count: 1 }], -1)
    await runJob(stage.db, job!, sendMessage(stage.deps))
  }

  test.each<[SmsResult]>([
    [{ kind: 'later', reason: 'HTTP 500', alert: false }],
    [{ kind: 'once_more', reason: '407 CouldNotRoute' }],
  ])('is queued again with a job, although another worker ended its job', async (late) => {
    answer = () => ({ ...ACCEPTED, messageId: `second-${phone}` })
    await sendSlowly(late, async () => {
      await stage.runJobs()
      expect(await message()).toMatchObject({ state: 'sending' })
      expect(await openJobs()).toBe(0)
    })
    expect(await message()).toMatchObject({ state: 'queued', attempts: 1 })
    expect(await openJobs()).toBe(1)
    // The SMS is sent again only after the pause that the gateway's response asks for.
    await stage.runJobs()
    expect(sentHere()).toHaveLength(1)
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await openJobs()).toBe(0)
  })

  test('is not queued again if another attempt sends it already', async () => {
    const second = Promise.withResolvers<SmsResult>()
    let resending: Promise<unknown> | undefined
    await sendSlowly({ kind: 'later', reason: 'HTTP 500', alert: false }, async () => {
      await stage.runJobs()
      stage.pass(3 * MINUTE)
      const asked = Promise.withResolvers<void>()
      const { send } = stage.deps.sms
      stage.deps.sms.send = async () => {
        stage.deps.sms.send = send
        asked.resolve()
        return await second.promise
      }
      resending = stage.sweep()
      await asked.promise
    })
    expect(await message()).toMatchObject({ state: 'sending', attempts: 2 })
    second.resolve({ ...ACCEPTED, messageId: `second-${phone}` })
    await resending
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await openJobs()).toBe(0)
  })
})

// spec: sms-delivery
test('after an hour without the gateway each queued SMS is sent once', async () => {
  const phones = Array.from({ length: 40 }, newPhone)
  const sends = () => stage.sent.filter((sms) => phones.includes(sms.phone))
  answer = () => ({ kind: 'later', reason: 'ECONNREFUSED', alert: false })
  for (phone of phones) await queue()
  stage.waits.length = 0
  await stage.runJobs()
  for (let minutes = 0; minutes < 60; minutes += 5) {
    stage.pass(5 * MINUTE)
    await stage.hurry()
  }
  // No SMS is retried more often than once a second, or less often than every five minutes.
  expect(Math.min(...stage.waits)).toBe(1000)
  expect(Math.max(...stage.waits)).toBe(5 * MINUTE)
  stage.sent.length = 0
  answer = () => ({ ...ACCEPTED, messageId: `back-${Math.random()}` })
  await stage.hurry()
  await stage.hurry()
  expect(
    sends()
      .map((sms) => sms.phone)
      .sort(),
  ).toEqual([...phones].sort())
  const states = await stage.db
    .selectFrom('message')
    .select('state')
    .distinct()
    .where('recipient', 'in', phones)
    .execute()
  expect(states).toEqual([{ state: 'sent' }])
})

// spec: phone-route-407
describe('an SMS that the gateway does not accept', () => {
  async function waitsFor(attempts: number): Promise<number[]> {
    stage.waits.length = 0
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await (attempt === 1 ? stage.runJobs() : stage.hurry())
    }
    return stage.waits.map((ms) => ms / 1000)
  }

  test.each([['407 CouldNotRoute'], ['502 RejectedByGateway']])(
    'because of %s is retried once, after half an hour',
    async (reason) => {
      answer = () => ({ kind: 'once_more', reason })
      await queue()
      expect(await waitsFor(3)).toEqual([1800])
      expect(sentHere()).toHaveLength(2)
      expect(await message()).toMatchObject({ state: 'failed', last_error: `given up: ${reason}` })
      expect(await openJobs()).toBe(0)
    },
  )

  test('is sent if the gateway accepts the retry, even after another failure in between', async () => {
    const answers: SmsResult[] = [
      { kind: 'once_more', reason: '407 CouldNotRoute' },
      { kind: 'later', reason: 'HTTP 500', alert: false },
      { ...ACCEPTED, messageId: `id-${phone}` },
    ]
    answer = () => answers.shift()!
    await queue()
    await waitsFor(3)
    expect(await message()).toMatchObject({ state: 'sent', provider_status: 'Sent' })
  })

  test('because of our account is retried with pauses of up to one hour', async () => {
    answer = () => ({ kind: 'later', reason: '405 InsufficientBalance', alert: true })
    await queue()
    const waits = await waitsFor(14)
    expect(waits.slice(7)).toEqual([128, 256, 512, 1024, 2048, 3600, 3600])
  })

  test('for three days fails, and not earlier', async () => {
    answer = () => ({ kind: 'later', reason: '405 InsufficientBalance', alert: true })
    await queue()
    stage.pass(3 * 24 * 60 * MINUTE - MINUTE)
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'queued' })
    stage.pass(2 * MINUTE)
    await stage.hurry()
    expect(await message()).toMatchObject({
      state: 'failed',
      last_error: 'given up: 405 InsufficientBalance',
    })
  })
})
