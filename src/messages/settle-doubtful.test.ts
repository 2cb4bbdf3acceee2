import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { SmsResult } from './africas-talking/send-sms.ts'
import { recordReport } from './delivery-reports.ts'
import { insertReport, matchReport } from './messages.sql.ts'
import { queueSms } from './outbox.ts'
import { settleDoubtful } from './settle-doubtful.job.ts'

const MINUTE = 60_000

const stage = keepStage()
let phone: string
/**
 * The results of the next SMS, in order. After the last of these results, the gateway accepts each
 * SMS and responds.
 */
let fates: ('lost' | 'accepted, no response')[]
let ids: string[]
let onPhone: string[]

beforeAll(async () => {
  const send = stage.sms.send
  stage.sms.send = async (to, body) => {
    await send(to, body)
    return acceptSms(body)
  }
})
beforeEach(async () => {
  await stage.hurry()
  phone = newPhone()
  fates = []
  ids = []
  onPhone = []
})

function acceptSms(body: string): SmsResult {
  const fate = fates.shift()
  if (fate !== 'lost') {
    ids.push(`id-${phone}-${ids.length}`)
    onPhone.push(body)
  }
  if (fate) return { kind: 'doubtful', reason: 'UND_ERR_SOCKET' }
  return { kind: 'accepted', messageId: ids.at(-1)!, status: 'Sent' }
}

/** Sends these SMS one after another while the gateway's connections break. */
async function send(...texts: string[]): Promise<void> {
  for (const body of texts) {
    const now = stage.clock.now()
    const sms = { phone, body, dedupeKey: `ticket:${phone}:${body}` as const, now }
    await inTransaction(stage.db, (tx) => queueSms(tx, sms))
    await stage.runJobs()
    stage.pass(10)
  }
}

async function report(id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    stage.pass(100)
    await recordReport(stage.deps, { id, status, phoneNumber: `+${phone}`, failureReason: null })
  }
}

async function settle(): Promise<void> {
  stage.pass(3 * MINUTE)
  await stage.sweep()
}

async function messages() {
  return await stage.db
    .selectFrom('message')
    .select(['id', 'body', 'state', 'resent', 'sending_at', 'provider_message_id'])
    .where('recipient', '=', phone)
    .orderBy('body')
    .execute()
}

async function expectDeliveredAreOnPhone(): Promise<void> {
  const delivered = (await messages()).filter((message) => message.state === 'delivered')
  expect(onPhone).toEqual(expect.arrayContaining(delivered.map((message) => message.body)))
}

describe('of two doubtful SMS to one phone', () => {
  test.each([
    ['the first', ['accepted, no response', 'lost']],
    ['the second', ['lost', 'accepted, no response']],
  ] as const)('neither is proved by one report: %s was sent', async (_, given) => {
    fates = [...given]
    await send('A', 'B')
    await report(ids[0]!, 'Sent', 'Success')
    await settle()
    await expectDeliveredAreOnPhone()
    expect(new Set(onPhone)).toEqual(new Set(['A', 'B']))
    expect((await messages()).map(({ state, resent }) => [state, resent])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
  })

  test('both are proved by their reports if both arrived, in any order of the reports', async () => {
    fates = ['accepted, no response', 'accepted, no response']
    await send('A', 'B')
    await report(ids[1]!, 'Sent', 'Success', 'Success')
    await report(ids[0]!, 'Success')
    await settle()
    const both = await messages()
    expect(both.map(({ state, resent }) => [state, resent])).toEqual([
      ['delivered', 0],
      ['delivered', 0],
    ])
    expect(both.map((message) => message.provider_message_id).sort()).toEqual(ids)
    expect(onPhone).toEqual(['A', 'B'])
  })

  test.each([
    ['one arrived and the other did not', 'Failed'],
    ['one has not arrived yet', 'Sent'],
  ])('both are sent again if %s', async (_, status) => {
    fates = ['accepted, no response', 'accepted, no response']
    await send('A', 'B')
    await report(ids[0]!, 'Success')
    await report(ids[1]!, status)
    await settle()
    expect((await messages()).map(({ state, resent }) => [state, resent])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
  })
})

test('a late report of a first copy does not prove another message', async () => {
  fates = ['accepted, no response']
  await send('A')
  await settle()
  expect(onPhone).toEqual(['A', 'A'])
  fates = ['lost']
  await send('B')
  await report(ids[0]!, 'Sent', 'Success')
  await settle()
  await expectDeliveredAreOnPhone()
  expect(onPhone).toEqual(['A', 'A', 'B'])
})

test('a report that is stored while its message gets the gateway id proves no other message', async () => {
  await send('A')
  fates = ['lost']
  await send('B')
  const [status, received_at] = ['Success', stage.clock.now()]
  const its = { provider_message_id: ids[0]!, recipient: phone, failure_reason: null }
  await inTransaction(stage.db, (tx) => insertReport(tx, { ...its, status, received_at }))
  await settle()
  expect(onPhone).toEqual(['A', 'B'])
})

test.each<[string, SmsResult]>([
  ['does not come', { kind: 'doubtful', reason: 'TimeoutError' }],
  ['is a refusal', { kind: 'refused', reason: '403 InvalidPhoneNumber' }],
  ['refuses it for now', { kind: 'later', reason: 'HTTP 503', alert: false }],
])('a response that %s after reports proved the SMS changes nothing', async (_, late) => {
  const { send: real } = stage.sms
  stage.sms.send = async (to, body) => {
    await real(to, body)
    await report(ids[0]!, 'Success')
    stage.pass(3 * MINUTE)
    await settleDoubtful(stage.deps)
    return late
  }
  await send('A')
  stage.sms.send = real
  await stage.hurry()
  expect(onPhone).toEqual(['A'])
  expect(await messages()).toMatchObject([{ state: 'delivered', resent: 0 }])
})

test('two concurrent sweeps never take two reports of one SMS for two messages', async () => {
  fates = ['accepted, no response', 'accepted, no response']
  await send('A', 'B')
  await report(ids[0]!, 'Sent', 'Success')
  await report(ids[1]!, 'Sent', 'Success')
  const [a, b] = (await messages()).map(({ id, sending_at }) => ({
    id,
    recipient: phone,
    since: sending_at!,
  }))
  const claims = await inTransaction(stage.db, async (tx) => {
    const first = await matchReport(tx, a!)
    // The other sweep's transaction runs while this transaction is open.
    return [first, await stage.db.transaction().execute((other) => matchReport(other, b!))]
  })
  expect(claims.sort()).toEqual(ids)
})
