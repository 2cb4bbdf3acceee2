import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { SmsResult } from './africas-talking/send-sms.ts'
import { messageCounters } from './declarations.ts'
import { recordReport } from './delivery-reports.ts'
import { queueSms } from './outbox.ts'
import { settleDoubtful } from './settle-doubtful.job.ts'

const stage = keepStage()
let phone: string
let answer: () => SmsResult

const ACCEPTED: SmsResult = { kind: 'accepted', messageId: '', status: 'Sent' }
const DOUBTFUL: SmsResult = { kind: 'doubtful', reason: 'ECONNRESET' }
const MINUTE = 60_000

beforeAll(async () => {
  stage.sms.answer = () => answer()
})
beforeEach(async () => {
  await stage.hurry()
  phone = newPhone()
  answer = () => ({ ...ACCEPTED, messageId: `id-${phone}-${sentHere().length}` })
})

const sentHere = () => stage.sent.filter((sms) => sms.phone === phone)

async function queue(body = 'Jambo', key = `${phone}:${body}`): Promise<void> {
  const dedupeKey = `ticket:${key}` as const
  const now = stage.clock.now()
  await inTransaction(stage.db, (tx) => queueSms(tx, { phone, body, dedupeKey, now }))
}

async function messages() {
  return await stage.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', phone)
    .orderBy('created_at')
    .execute()
}

async function message() {
  const [row, ...others] = await messages()
  expect(others).toEqual([])
  return row!
}

async function openJobs(): Promise<number> {
  const jobs = await stage.db.selectFrom('job').select('id').where('lane', '=', 'send').execute()
  return jobs.length
}

async function report(status: string, id: string, failureReason: string | null = null) {
  await recordReport(stage.deps, { id, status, phoneNumber: `+${phone}`, failureReason })
}

async function resent(): Promise<number> {
  const { values } = await messageCounters(stage.deps.metrics).smsResent.get()
  return values[0]?.value ?? 0
}

describe('a queued SMS', () => {
  test('is sent once, as it was written, and its job is deleted', async () => {
    await queue('Karibu')
    expect(await message()).toMatchObject({ state: 'queued', attempts: 0 })
    await stage.runJobs()
    await stage.hurry()
    await stage.sweep()
    expect(sentHere()).toEqual([{ phone, body: 'Karibu' }])
    expect(await message()).toMatchObject({
      state: 'sent',
      attempts: 1,
      provider_message_id: `id-${phone}-1`,
      provider_status: 'Sent',
    })
    expect(await openJobs()).toBe(0)
  })

  test('is not queued again if its key was queued before', async () => {
    await queue('Karibu', `ticket:${phone}`)
    await queue('Karibu tena', `ticket:${phone}`)
    expect(await openJobs()).toBe(1)
    await stage.runJobs()
    await queue('Karibu', `ticket:${phone}`)
    await stage.runJobs()
    expect(sentHere()).toEqual([{ phone, body: 'Karibu' }])
  })

  test('does not exist if its transaction is rolled back', async () => {
    const now = stage.clock.now()
    const work = inTransaction(stage.db, async (tx) => {
      await queueSms(tx, { phone, body: 'Jambo', dedupeKey: `ticket:${phone}`, now })
      throw new Error('the sale fell through')
    })
    await expect(work).rejects.toThrow('fell through')
    expect(await messages()).toEqual([])
    expect(await openJobs()).toBe(0)
  })

  test('is sent once if its job runs twice at the same time', async () => {
    await queue()
    const [job] = await stage.db.selectFrom('job').selectAll().where('lane', '=', 'send').execute()
    const { name, lane, payload } = job!
    const copy = { name, lane, payload: JSON.stringify(payload) }
    await stage.db.insertInto('job').values([copy, copy, copy]).execute()
    await stage.runJobs()
    expect(sentHere()).toHaveLength(1)
  })
})

describe('a delivery report', () => {
  test('sets the state of its SMS: sent, then delivered', async () => {
    await queue()
    await stage.runJobs()
    await report('Sent', `id-${phone}-1`)
    expect(await message()).toMatchObject({ state: 'sent', provider_status: 'Sent' })
    await report('Success', `id-${phone}-1`)
    expect(await message()).toMatchObject({ state: 'delivered', provider_status: 'Success' })
  })

  test.each([
    ['Failed', 'DeliveryFailure'],
    ['Rejected', 'UserInBlackList'],
  ])('of %s is final, and its reason is stored', async (status, reason) => {
    await queue()
    await stage.runJobs()
    await report(status, `id-${phone}-1`, reason)
    expect(await message()).toMatchObject({ state: 'failed', provider_status: status })
    const rows = await stage.db
      .selectFrom('delivery_report')
      .select(['failure_reason', 'message_id'])
      .where('recipient', '=', phone)
      .execute()
    expect(rows).toEqual([{ failure_reason: reason, message_id: (await message()).id }])
  })

  test.each([['Submitted'], ['Buffered'], ['AbsentSubscriber'], ['Expired'], ['SomethingNew']])(
    '%s is not final',
    async (status) => {
      await queue()
      await stage.runJobs()
      await report(status, `id-${phone}-1`)
      expect(await message()).toMatchObject({ state: 'sent', provider_status: status })
    },
  )

  test.each([
    ['Success', 'delivered'],
    ['Failed', 'failed'],
    ['Rejected', 'failed'],
  ])('after a final %s changes nothing', async (final, state) => {
    await queue()
    await stage.runJobs()
    await report(final, `id-${phone}-1`)
    for (const late of ['Sent', 'Buffered', 'Failed', 'Success', final]) {
      stage.pass(1000)
      await report(late, `id-${phone}-1`)
      expect(await message()).toMatchObject({ state, provider_status: final })
    }
  })

  test.each([
    ['Sent, then Success', ['Sent', 'Success'], 'delivered'],
    ['Success, then Sent', ['Success', 'Sent'], 'delivered'],
    ['Success twice', ['Success', 'Success'], 'delivered'],
    ['Sent alone', ['Sent'], 'sent'],
    ['Failed, then Sent', ['Failed', 'Sent'], 'failed'],
    ['Success, then Failed: the first final one counts', ['Success', 'Failed'], 'delivered'],
  ])('may arrive before the response to the send: %s', async (_what, statuses, state) => {
    const send = stage.sms.send
    stage.sms.send = async (to, body) => {
      const taken = await send(to, body)
      for (const status of statuses) {
        stage.pass(10)
        await report(status, `id-${phone}-1`)
      }
      return taken
    }
    await queue()
    await stage.runJobs()
    stage.sms.send = send
    expect(await message()).toMatchObject({ state, provider_message_id: `id-${phone}-1` })
  })
})

describe('an SMS whose connection broke before the response', () => {
  beforeEach(() => {
    answer = () => DOUBTFUL
  })

  async function breakOff(): Promise<void> {
    await queue()
    await stage.runJobs()
    expect(await message()).toMatchObject({ state: 'doubtful', last_error: 'ECONNRESET' })
    answer = () => ({ ...ACCEPTED, messageId: `again-${phone}` })
  }

  test('waits two minutes, is sent once more, and is counted', async () => {
    await breakOff()
    const before = await resent()
    stage.pass(2 * MINUTE - 1000)
    await stage.sweep()
    await stage.hurry()
    expect(sentHere()).toHaveLength(1)
    stage.pass(2000)
    await stage.sweep()
    expect(sentHere()).toHaveLength(2)
    expect(await message()).toMatchObject({ state: 'sent', attempts: 2, resent: 1 })
    expect(await resent()).toBe(before + 1)
    stage.pass(10 * MINUTE)
    await stage.sweep()
    expect(sentHere()).toHaveLength(2)
  })

  test.each([
    ['Sent', 'sent'],
    ['Success', 'delivered'],
    ['Failed', 'failed'],
  ])('is settled by a report of %s for its phone, and not sent again', async (status, state) => {
    await breakOff()
    const before = await resent()
    stage.pass(1000)
    await report(status, `real-${phone}`)
    stage.pass(3 * MINUTE)
    await stage.sweep()
    expect(sentHere()).toHaveLength(1)
    expect(await message()).toMatchObject({ state, provider_message_id: `real-${phone}` })
    expect(await resent()).toBe(before)
    // Later reports find the message by this id.
    await report('Success', `real-${phone}`)
    expect((await message()).state).toBe(state === 'failed' ? 'failed' : 'delivered')
  })

  test('is not settled by a report for another phone, an older report, or a report of another message', async () => {
    const other = newPhone()
    await report('Success', `old-${phone}`)
    answer = () => ({ ...ACCEPTED, messageId: `first-${phone}` })
    await queue('First')
    await stage.runJobs()
    stage.pass(1000)
    answer = () => DOUBTFUL
    await queue('Second')
    await stage.runJobs()
    stage.pass(1000)
    await report('Success', `first-${phone}`)
    const foreign = { id: `x-${other}`, status: 'Success', phoneNumber: other, failureReason: null }
    await recordReport(stage.deps, foreign)
    answer = () => ({ ...ACCEPTED, messageId: `again-${phone}` })
    stage.pass(3 * MINUTE)
    await stage.sweep()
    expect(sentHere().map((sms) => sms.body)).toEqual(['First', 'Second', 'Second'])
  })

  test('is counted once if the transaction of the sweep runs twice', async () => {
    await breakOff()
    const before = await resent()
    stage.pass(3 * MINUTE)
    // Makes the database raise PostgreSQL's deadlock error once.
    await sql`create sequence runs`.execute(stage.db)
    await sql`create function end_first_run() returns trigger language plpgsql as $$ begin
      if nextval('runs') = 1 then raise exception using errcode = '40P01'; end if;
      return new; end $$`.execute(stage.db)
    await sql`create constraint trigger end_first_run after update on message
      deferrable initially deferred for each row when (new.state = 'queued')
      execute function end_first_run()`.execute(stage.db)
    await settleDoubtful(stage.deps)
    await sql`drop trigger end_first_run on message`.execute(stage.db)
    expect(await resent()).toBe(before + 1)
    expect(await message()).toMatchObject({ state: 'queued', resent: 1 })
  })

  test('is sent again if one report could belong to either of two SMS', async () => {
    await queue('First')
    await queue('Second')
    await stage.runJobs()
    stage.pass(1000)
    await report('Success', `real-${phone}`)
    await report('Success', `real-${phone}`)
    answer = () => ({ ...ACCEPTED, messageId: `again-${phone}` })
    stage.pass(3 * MINUTE)
    await stage.sweep()
    expect(sentHere()).toHaveLength(4)
    expect((await messages()).map((row) => row.state)).toEqual(['sent', 'sent'])
  })
})

test('is treated like an SMS whose process died, after two minutes and not before', async () => {
  const send = stage.sms.send
  stage.sms.send = async (to, body) => {
    await send(to, body)
    throw new Error('killed')
  }
  await queue()
  await expect(stage.runJobs()).rejects.toThrow('killed')
  stage.sms.send = send
  expect(await message()).toMatchObject({ state: 'sending', attempts: 1 })
  const before = await resent()
  // The job of the dead process runs again when its lease ends. The SMS must not be sent again
  // before two minutes have passed.
  await stage.hurry()
  stage.pass(MINUTE)
  await stage.sweep()
  expect(sentHere()).toHaveLength(1)
  stage.pass(MINUTE)
  await stage.sweep()
  expect(sentHere()).toHaveLength(2)
  expect(await message()).toMatchObject({ state: 'sent', attempts: 2, resent: 1 })
  expect(await resent()).toBe(before + 1)
})
