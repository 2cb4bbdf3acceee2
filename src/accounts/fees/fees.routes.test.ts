// spec: fee-set-by-admin
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
let organizer: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  organizer = await buildAccount(stage)
})

async function set(payload: object, id: string = organizer.id) {
  const { headers } = admin
  return await callApi(stage, {
    method: 'PUT',
    url: `/api/accounts/${id}/fee`,
    headers,
    payload,
  })
}

async function remove(id: string = organizer.id) {
  const { headers } = admin
  return await callApi(stage, { method: 'DELETE', url: `/api/accounts/${id}/fee`, headers })
}

async function list(query = '') {
  const { headers } = admin
  return await callApi(stage, { url: `/api/organizer_fees${query}`, headers })
}

const readAudit = () =>
  stage.db
    .selectFrom('audit_log')
    .select(['account_id', 'subject', 'before', 'after'])
    .where('action', '=', 'organizer_fee_changed')
    .orderBy('id')
    .execute()

async function sell(price: number, receipt: string) {
  const event = await buildEvent(stage.db, { types: [{ price }] })
  const owned = { organizer_id: organizer.id }
  await stage.db.updateTable('event').set(owned).where('id', '=', event.id).execute()
  await pay(stage, await prompted(stage, event, [2]), receipt)
  const { rows } = await stage.app
    .inject({ url: `/api/events/${event.id}/statement`, headers: organizer.headers })
    .then((answer) => ({ rows: answer.json().lines }))
  return rows[0].fee
}

test('an organizer pays no fee until an admin sets one, and each sale has the fee of its time', async () => {
  expect((await list(`?q=${organizer.email}`)).body.data).toEqual([
    {
      id: organizer.id,
      email: organizer.email,
      full_name: 'Amina Odhiambo',
      basis_points: 0,
      fixed: 0,
      set_at: null,
      settings_fee: { basis_points: 0, fixed: 0 },
    },
  ])
  expect(await sell(333, 'UKF0000001')).toBe(0)
  expect(await set({ basis_points: 250, fixed: 10.5 })).toMatchObject({
    status: 200,
    body: { id: organizer.id, basis_points: 250, fixed: 10.5, set_at: expect.any(String) },
  })
  // 2.5 % of 666 shillings, and 10.50 for each of the two tickets.
  expect(await sell(333, 'UKF0000002')).toBe(16.65 + 21)
  expect((await list(`?q=${organizer.email}`)).body.data).toMatchObject([
    { basis_points: 250, fixed: 10.5 },
  ])
})

test('each changed fee is recorded in the audit log, an unchanged one is not', async () => {
  await set({ basis_points: 250, fixed: 10.5 })
  await set({ basis_points: 250, fixed: 10.5 })
  await set({ basis_points: 300, fixed: 0 })
  const [, last] = await readAudit()
  expect(await readAudit()).toHaveLength(2)
  expect(last).toEqual({
    account_id: admin.id,
    subject: organizer.id,
    before: { percent: 2.5, each_ticket: 10.5 },
    after: { percent: 3, each_ticket: 0 },
  })
})

test('a removed fee is recorded once, and the fee of the settings counts again', async () => {
  await set({ basis_points: 300, fixed: 0 })
  const recorded = (await readAudit()).length
  const settings = { basis_points: 0, fixed: 0, set_at: null }
  expect(await remove()).toMatchObject({ status: 200, body: { id: organizer.id, ...settings } })
  expect(await remove()).toMatchObject({ status: 200, body: settings })
  expect((await list(`?q=${organizer.email}`)).body.data).toMatchObject([settings])
  expect((await readAudit()).slice(recorded)).toEqual([
    {
      account_id: admin.id,
      subject: organizer.id,
      before: { percent: 3, each_ticket: 0 },
      after: null,
    },
  ])
})

test.each([
  [{ basis_points: 10_001, fixed: 0 }, 'basis_points'],
  [{ basis_points: -1, fixed: 0 }, 'basis_points'],
  [{ basis_points: 2.5, fixed: 0 }, 'basis_points'],
  [{ basis_points: 0 }, 'fixed'],
  [{ basis_points: 0, fixed: -1 }, 'fixed'],
  [{ basis_points: 0, fixed: 0.005 }, 'fixed'],
])('%j is refused by the name of its field', async (payload, field) => {
  const answer = await set(payload)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_field', field } })
})

test('the fee of an unknown account is neither set nor removed: 404', async () => {
  const unknown = { status: 404, body: { code: 'account_not_found' } }
  for (const id of [randomUUID(), 'x']) {
    expect(await set({ basis_points: 1, fixed: 0 }, id)).toMatchObject(unknown)
    expect(await remove(id)).toMatchObject(unknown)
  }
})

test('the list of fees comes page by page', async () => {
  const first = (await list('?limit=1')).body
  const second = (await list(`?limit=1&cursor=${first.next_cursor}`)).body
  const emails = [...first.data, ...second.data].map((row: { email: string }) => row.email)
  expect(emails).toEqual([admin.email, organizer.email].sort())
  expect(second.next_cursor).toBeNull()
})
