import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { messageCounters } from './declarations.ts'
import { type QueuedEmail, queueEmail } from './outbox.ts'
import type { EmailResult } from './smtp/send-email.ts'

const stage = keepStage()
let to: string
let answer: () => EmailResult
let count = 0

const ACCEPTED: EmailResult = { kind: 'accepted', response: '250 2.0.0 OK queued as 1' }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeAll(async () => {
  stage.mailer.answer = () => answer()
})
beforeEach(async () => {
  answer = () => ACCEPTED
  await stage.hurry()
  to = `asha${++count}@example.com`
})

const mailsHere = () => stage.mails.filter((mail) => mail.to === to)

async function queue(changes: Partial<QueuedEmail> = {}): Promise<void> {
  const email = {
    to,
    from: 'Lango <tickets@lango.example>',
    subject: 'Your tickets',
    text: 'Karibu',
    html: '<p>Karibu</p>',
    dedupeKey: `tickets:${to}` as const,
    now: stage.clock.now(),
    ...changes,
  }
  await inTransaction(stage.db, (tx) => queueEmail(tx, email))
}

async function message() {
  return await stage.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()
}

async function mailJobs() {
  return await stage.db.selectFrom('job').selectAll().where('lane', '=', 'mail').execute()
}

async function resent(): Promise<number> {
  const { values } = await messageCounters(stage.deps.metrics).emailResent.get()
  return values[0]?.value ?? 0
}

describe('a queued email', () => {
  test('is sent once, as it was written, in the lane of emails', async () => {
    await queue({ replyTo: 'juma@example.com', unsubscribeUrl: 'https://lango.example/u/1' })
    expect(await mailJobs()).toHaveLength(1)
    await stage.runJobs()
    await stage.hurry()
    await stage.sweep()
    const { id, ...row } = await message()
    expect(mailsHere()).toEqual([
      {
        id,
        to,
        from: 'Lango <tickets@lango.example>',
        replyTo: 'juma@example.com',
        subject: 'Your tickets',
        text: 'Karibu',
        html: '<p>Karibu</p>',
        calendar: null,
        codes: [],
        unsubscribeUrl: 'https://lango.example/u/1',
      },
    ])
    expect(row).toMatchObject({
      channel: 'email',
      state: 'sent',
      attempts: 1,
      resent: 0,
      provider_status: '250 2.0.0 OK queued as 1',
    })
    expect(stage.sent).toEqual([])
    expect(await mailJobs()).toEqual([])
  })

  test('is not queued again if its key was queued before', async () => {
    await queue()
    await queue({ subject: 'Once more' })
    await stage.runJobs()
    await queue()
    await stage.runJobs()
    expect(mailsHere()).toHaveLength(1)
  })

  test('does not exist if its transaction is rolled back', async () => {
    const work = inTransaction(stage.db, async (tx) => {
      await queueEmail(tx, {
        to,
        from: 'a@lango.example',
        subject: 'x',
        text: 'x',
        dedupeKey: 'tickets:gone',
        now: stage.clock.now(),
      })
      throw new Error('the sale fell through')
    })
    await expect(work).rejects.toThrow('fell through')
    expect(await mailJobs()).toEqual([])
  })

  test('has a subject of one line', async () => {
    await queue({ subject: 'Hello\r\nBcc: all@example.com\u0000\t!' })
    expect((await message()).subject).toBe('Hello Bcc: all@example.com !')
  })
})

describe('an email', () => {
  test('fails with the reason if the mail server refuses it for good', async () => {
    answer = () => ({ kind: 'refused', reason: '550 no such user' })
    await queue()
    await stage.runJobs()
    await stage.hurry()
    expect(mailsHere()).toHaveLength(1)
    expect(await message()).toMatchObject({ state: 'failed', last_error: '550 no such user' })
    expect(await mailJobs()).toEqual([])
  })

  test('is retried with growing pauses while the mail server refuses it for now', async () => {
    answer = () => ({ kind: 'later', reason: '451 greylisted', alert: false })
    await queue()
    stage.waits.length = 0
    for (let attempt = 1; attempt <= 11; attempt++) {
      await (attempt === 1 ? stage.runJobs() : stage.hurry())
      const { state, attempts } = await message()
      expect({ state, attempts }).toEqual({ state: 'queued', attempts: attempt })
    }
    const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    expect(stage.waits).toEqual(doubled.map((seconds) => seconds * 1000))
    answer = () => ACCEPTED
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'sent', attempts: 12, resent: 0 })
  })

  test('fails after three days of refusals, and not earlier', async () => {
    answer = () => ({ kind: 'later', reason: 'ECONNREFUSED', alert: false })
    await queue()
    stage.pass(3 * DAY - MINUTE)
    await stage.hurry()
    expect(await message()).toMatchObject({ state: 'queued' })
    stage.pass(2 * MINUTE)
    await stage.hurry()
    expect(await message()).toMatchObject({
      state: 'failed',
      last_error: 'given up: ECONNREFUSED',
    })
    expect(await mailJobs()).toEqual([])
  })
})

describe('an email whose connection broke after the whole mail', () => {
  test('waits two minutes, is sent again with the same id, and is counted', async () => {
    answer = () => ({ kind: 'doubtful', reason: 'Connection closed unexpectedly' })
    await queue()
    await stage.runJobs()
    expect(await message()).toMatchObject({ state: 'doubtful' })
    answer = () => ACCEPTED
    const before = await resent()
    stage.pass(2 * MINUTE - 1000)
    await stage.sweep()
    expect(mailsHere()).toHaveLength(1)
    stage.pass(2000)
    await stage.sweep()
    const [first, second, ...others] = mailsHere()
    expect(others).toEqual([])
    // The copy has the Message-ID of the first email, so that the receiver can recognise it.
    expect(second).toEqual(first)
    expect(await message()).toMatchObject({ state: 'sent', attempts: 2, resent: 1 })
    expect(await resent()).toBe(before + 1)
  })

  test('is treated like an email whose process died while sending it', async () => {
    const send = stage.mailer.send
    stage.mailer.send = async (email) => {
      await send(email)
      throw new Error('killed')
    }
    await queue()
    await expect(stage.runJobs()).rejects.toThrow('killed')
    stage.mailer.send = send
    await stage.hurry()
    expect(mailsHere()).toHaveLength(1)
    stage.pass(2 * MINUTE)
    await stage.sweep()
    expect(mailsHere()).toHaveLength(2)
    expect(await message()).toMatchObject({ state: 'sent', resent: 1 })
  })
})
