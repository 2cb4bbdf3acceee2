import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { claimJobs } from '../platform/jobs/jobs.sql.ts'
import { runJob } from '../platform/jobs/run-job.ts'
import type { SmsAnswer } from './africas-talking/send-sms.ts'
import { sendLane } from './jobs.ts'
import { queueSms } from './outbox.ts'
import { sendMessage } from './send-message.job.ts'

let stage: Stage
let phone: string
let answer: () => SmsAnswer

const ACCEPTED: SmsAnswer = { kind: 'accepted', messageId: '', status: 'Sent' }
const MINUTE = 60_000

beforeAll(async () => {
  stage = await makeStage()
  stage.sms.answer = () => answer()
})
afterAll(() => stage.close())
beforeEach(() => {
  phone = newPhone()
})

const sentHere = () => stage.sent.filter((sms) => sms.phone === phone)

async function queue(more: { notAfter?: Date; forgetText?: boolean } = {}): Promise<void> {
  const now = stage.clock.now()
  const sms = { phone, body: 'Jambo', dedupeKey: `test:${phone}`, now, ...more }
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

describe('what the gateway answers', () => {
  test('a refusal for good ends it, and says why', async () => {
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

  test('not now is tried again, each time later, until it is taken', async () => {
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
test('what is true only until an instant is sent before it, and fails as too late from it on', async () => {
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

describe('a lease that ran out while the gateway was asked', () => {
  /** Claims its job with a lease that is over at once, and answers `late` once `meanwhile` is done. */
  async function sendSlowly(late: SmsAnswer, meanwhile: () => Promise<unknown>): Promise<void> {
    await queue()
    const send = stage.deps.sms.send
    stage.deps.sms.send = async (to, body) => {
      stage.deps.sms.send = send
      await send(to, body)
      await meanwhile()
      return late
    }
    const [job] = await claimJobs(stage.db, [{ lane: sendLane.name, count: 1 }], -1)
    await runJob(stage.db, job!, sendMessage(stage.deps))
  }

  test.each<[SmsAnswer]>([
    [{ kind: 'later', reason: 'HTTP 500', alert: false }],
    [{ kind: 'once_more', reason: '407 CouldNotRoute' }],
  ])('and was taken by another, to whom it is as sent: it is put back with a job', async (late) => {
    answer = () => ({ ...ACCEPTED, messageId: `second-${phone}` })
    await sendSlowly(late, async () => {
      await stage.runJobs()
      expect(await message()).toMatchObject({ state: 'sending' })
      expect(await openJobs()).toBe(0)
    })
    expect(await message()).toMatchObject({ state: 'queued', attempts: 1 })
    expect(await openJobs()).toBe(1)
    // It waits as the gateway wants it to.
    await stage.runJobs()
    expect(sentHere()).toHaveLength(1)
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await openJobs()).toBe(0)
  })

  test('so long that it was sent again: what is being sent then is not put back', async () => {
    const second = Promise.withResolvers<SmsAnswer>()
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
test('an hour without the gateway loses nothing: all leave once, after it is back', async () => {
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
  // Nobody who waits asks more often than each second, nor more seldom than each five minutes.
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
describe('a gateway that does not take it', () => {
  async function waitsFor(attempts: number): Promise<number[]> {
    stage.waits.length = 0
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await (attempt === 1 ? stage.runJobs() : stage.hurry())
    }
    return stage.waits.map((ms) => ms / 1000)
  }

  test.each([['407 CouldNotRoute'], ['502 RejectedByGateway']])(
    'because of %s is asked once more, after half an hour',
    async (reason) => {
      answer = () => ({ kind: 'once_more', reason })
      await queue()
      expect(await waitsFor(3)).toEqual([1800])
      expect(sentHere()).toHaveLength(2)
      expect(await message()).toMatchObject({ state: 'failed', last_error: `given up: ${reason}` })
      expect(await openJobs()).toBe(0)
    },
  )

  test('and takes it the second time: sent, whatever came between', async () => {
    const answers: SmsAnswer[] = [
      { kind: 'once_more', reason: '407 CouldNotRoute' },
      { kind: 'later', reason: 'HTTP 500', alert: false },
      { ...ACCEPTED, messageId: `id-${phone}` },
    ]
    answer = () => answers.shift()!
    await queue()
    await waitsFor(3)
    expect(await message()).toMatchObject({ state: 'sent', provider_status: 'Sent' })
  })

  test('for the sake of our account is asked ever more seldom, up to an hour', async () => {
    answer = () => ({ kind: 'later', reason: '405 InsufficientBalance', alert: true })
    await queue()
    const waits = await waitsFor(14)
    expect(waits.slice(7)).toEqual([128, 256, 512, 1024, 2048, 3600, 3600])
  })

  test('for three days is given up, and not a moment before', async () => {
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
