// spec: own-phone
import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { newPhone } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()

type Headers = Record<string, string>
const url = '/api/auth/phone'
const read = (headers: Headers) => callApi(stage, { url, headers })
const set = (headers: Headers, phone: string) =>
  callApi(stage, { method: 'PUT', url, headers, payload: { phone } })

test('an account sets its phone, in any spelling, and takes it off, with audit rows', async () => {
  const { headers, viewer } = await buildAccount(stage)
  expect((await read(headers)).body).toEqual({ phone: '' })
  const phone = newPhone()
  const typed = `0${phone.slice(3, 6)} ${phone.slice(6)}`
  expect(await set(headers, typed)).toMatchObject({ status: 200, body: { phone } })
  expect((await read(headers)).body).toEqual({ phone })
  expect(await set(headers, ' ')).toMatchObject({ status: 200, body: { phone: '' } })
  expect(await set(headers, '12345')).toMatchObject({ status: 422, body: { field: 'phone' } })
  const rows = await stage.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', viewer.accountId)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['phone_changed', 'phone_removed'])
})

test('an account changes its phone five times a day', async () => {
  const { headers } = await buildAccount(stage)
  for (let change = 0; change < 5; change += 1) {
    expect((await set(headers, newPhone())).status).toBe(200)
  }
  expect((await set(headers, newPhone())).status).toBe(429)
})
