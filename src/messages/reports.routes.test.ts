import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newPhone } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { queueSms } from './outbox.ts'

const stage = keepStage()
let phone: string
beforeEach(() => {
  phone = newPhone()
})

const post = (path: string, payload: string, type = 'application/x-www-form-urlencoded') =>
  stage.app.inject({
    method: 'POST',
    url: `/cb/s/${path}`,
    headers: { 'content-type': type },
    payload,
  })
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const token = () => stage.env.sms.reportToken

describe('POST /cb/s/{token}', () => {
  test('applies a delivery report as the gateway posts it', async () => {
    stage.sms.answer = () => ({ kind: 'accepted', messageId: `id-${phone}`, status: 'Sent' })
    const now = stage.clock.now()
    const sms = { phone, body: 'Jambo', dedupeKey: `ticket:${phone}` as const, now }
    await inTransaction(stage.db, (tx) => queueSms(tx, sms))
    await stage.runJobs()
    const fields = { id: `id-${phone}`, status: 'Success', phoneNumber: `+${phone}` }
    const { statusCode } = await post(token(), form({ ...fields, networkCode: '63902' }))
    expect(statusCode).toBe(200)
    const row = await stage.db
      .selectFrom('message')
      .select('state')
      .where('recipient', '=', phone)
      .executeTakeFirst()
    expect(row).toEqual({ state: 'delivered' })
  })

  test.each([
    ['another token', () => 'sandbox-delivery-report', 404],
    ['a longer token', () => `${token()}s`, 404],
    ['an empty token', () => '', 404],
  ])('responds 404 to %s, and stores nothing', async (_what, given, status) => {
    const fields = { id: `id-${phone}`, status: 'Success', phoneNumber: `+${phone}` }
    expect((await post(given(), form(fields))).statusCode).toBe(status)
    expect(await reportsHere()).toBe(0)
  })

  test.each([
    ['nothing', '', 'application/x-www-form-urlencoded'],
    ['no status', 'id=1&phoneNumber=%2B254', 'application/x-www-form-urlencoded'],
    ['a list', '[1]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['no JSON', '{', 'application/json'],
    ['a page', '<html>', 'text/html'],
    ['far too much', `id=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded'],
  ])('refuses %s with a 4xx', async (_what, payload, type) => {
    const { statusCode, body } = await post(token(), payload, type)
    expect(statusCode, body).toBeGreaterThanOrEqual(400)
    expect(statusCode, body).toBeLessThan(500)
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  })

  test.each([
    ['no id', ''],
    ['an empty id', 'id=&'],
    ['two ids', 'id=1&id=2&'],
    ['only a zero byte as id', 'id=%00&'],
  ])('takes a report with %s, logs it and stores nothing', async (_what, id) => {
    const warn = vi.spyOn(stage.deps.log, 'warn')
    const answer = await post(token(), `${id}status=Success&phoneNumber=%2B${phone}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(warn).toHaveBeenCalledWith({ status: 'Success' }, 'a delivery report has no id')
    expect(await reportsHere()).toBe(0)
    warn.mockRestore()
  })

  test('accepts zero bytes and long texts', async () => {
    const fields = { id: `id\0${phone}`, status: 'S'.repeat(5000), phoneNumber: `+${phone}` }
    expect((await post(token(), form(fields))).statusCode).toBe(200)
    expect(await reportsHere()).toBe(1)
  })

  async function reportsHere(): Promise<number> {
    const rows = await stage.db
      .selectFrom('delivery_report')
      .select('id')
      .where('recipient', '=', phone)
      .execute()
    return rows.length
  }
})

// spec: sms-delivery
describe('POST /cb/s/{token}/opt-out', () => {
  const optOuts = async () => {
    const rows = stage.db.selectFrom('sms_opt_out').select('phone').where('phone', '=', phone)
    return (await rows.execute()).length
  }

  test('records once that a phone opted out, even if it is posted again', async () => {
    for (let time = 0; time < 2; time++) {
      const fields = form({ senderId: 'LANGO', phoneNumber: `+${phone}` })
      expect((await post(`${token()}/opt-out`, fields)).statusCode).toBe(200)
      expect(await optOuts()).toBe(1)
    }
  })

  test('responds 404 to another token, and 422 to a number that is no Kenyan phone', async () => {
    const optOut = form({ senderId: 'LANGO', phoneNumber: `+${phone}` })
    expect((await post('x/opt-out', optOut)).statusCode).toBe(404)
    for (const phoneNumber of ['', '+1555', '\0', 'x'.repeat(900)]) {
      expect((await post(`${token()}/opt-out`, form({ phoneNumber }))).statusCode).toBe(422)
    }
    expect(await optOuts()).toBe(0)
  })
})
