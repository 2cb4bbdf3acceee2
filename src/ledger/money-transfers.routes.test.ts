// spec: transfer-recorded-once
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { callApi } from '../../test/http.ts'
import { newReceipt } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { recordTransfer, takeBackTransfer } from './money-transfers.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

async function call(method: 'GET' | 'POST', path = '', payload?: object) {
  const { headers } = admin
  const url = `/api/money_transfers${path}`
  return await callApi(stage, { method, url, headers, ...(payload && { payload }) })
}

const DAY = '2026-11-20'
const TOP_UP = { way: 'collection_to_utility', amount: 5000.5, day: DAY }
const record = (more: object) => call('POST', '', { ...TOP_UP, ...more })

async function linesOf(id: number) {
  return await stage.db
    .selectFrom('ledger_line')
    .select(['account', 'amount_cents'])
    .where('entry_id', '=', id)
    .orderBy('amount_cents')
    .execute()
}

describe('a transfer', () => {
  test.each([
    ['collection_to_utility', 'collection', 'utility'],
    ['bank_to_utility', 'bank', 'utility'],
    ['collection_to_bank', 'collection', 'bank'],
  ])('%s is one entry, of its day', async (way, from, to) => {
    const reference = newReceipt()
    const { status, body } = await record({ way, reference: ` ${reference}  A ` })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ id: expect.any(Number), day: DAY, from, to, amount: 5000.5 },
        ...{ reference: `${reference} A`, is_contrary: false, taken_back: false },
      },
    })
    expect(await linesOf(body.id)).toEqual([
      { account: from, amount_cents: -5000_50 },
      { account: to, amount_cents: 5000_50 },
    ])
    expect((await call('GET')).body.data[0]).toEqual(body)
  })

  test("is recorded once for its reference; a second time gets 409 with the field's name", async () => {
    const reference = newReceipt()
    const first = await record({ reference })
    for (const again of [{ reference }, { reference: reference.toLowerCase(), amount: 1 }]) {
      expect(await record(again)).toMatchObject({
        status: 409,
        body: {
          code: 'transfer_recorded',
          field: 'reference',
          error: `A transfer with this reference is already recorded: KES 5,000.50 on ${DAY}.`,
        },
      })
    }
    const audits = await stage.db
      .selectFrom('audit_log')
      .select(['account_id', 'action', 'after'])
      .where('subject', '=', reference)
      .execute()
    const after = { from: 'collection', to: 'utility', amount: 5000.5, day: DAY }
    expect(audits).toEqual([{ account_id: admin.id, action: 'transfer_recorded', after }])
    expect(await linesOf(first.body.id)).toHaveLength(2)
  })

  test('may be dated today, but not tomorrow', async () => {
    const at = (ahead: number) => nairobiDate(new Date(stage.clock.now().getTime() + ahead))
    expect(await record({ reference: newReceipt(), day: at(0) })).toMatchObject({ status: 201 })
    expect(await record({ reference: newReceipt(), day: at(86_400_000) })).toMatchObject({
      status: 422,
      body: { field: 'day', error: 'day must not be in the future.' },
    })
  })
})

test.each([
  [{ way: 'utility_to_bank' }, 'way'],
  [{ way: 'bank_to_collection' }, 'way'],
  [{ amount: 0 }, 'amount'],
  [{ amount: 1.005 }, 'amount'],
  [{ amount: 1e-9 }, 'amount'],
  [{ reference: ' ' }, 'reference'],
  [{ day: '2026-02-30' }, 'day'],
  [{ day: 'yesterday' }, 'day'],
])('%j is refused by the name of its field', async (wrong, field) => {
  expect(await record({ reference: newReceipt(), ...wrong })).toMatchObject({
    status: 422,
    body: { field },
  })
})

// spec: transfer-taken-back
describe('a transfer recorded by mistake', () => {
  test('is reversed by a contrary entry with a reason, and its reference can be recorded again', async () => {
    const reference = newReceipt()
    const { id } = (await record({ reference })).body
    const takeBack = (which: unknown, reason: string) =>
      call('POST', `/${which}/take_back`, { words: reason })
    expect((await takeBack(id, ' ')).status).toBe(422)
    for (const reason of [' It was 500. ', 'Pressed again']) {
      expect(await takeBack(id, reason)).toMatchObject({
        status: 200,
        body: { id, reference, taken_back: true },
      })
    }
    const { data } = (await call('GET')).body
    expect(data.slice(0, 2)).toMatchObject([
      { from: 'utility', to: 'collection', amount: 5000.5, reference, is_contrary: true },
      { id, taken_back: true, is_contrary: false },
    ])
    for (const other of [data[0].id, 999_999_999, 'x']) {
      expect((await takeBack(other, 'None')).body.code).toBe('transfer_not_found')
    }
    expect(await record({ reference, amount: 500 })).toMatchObject({ status: 201 })
    expect(await record({ reference, amount: 500 })).toMatchObject({ status: 409 })
    const audits = await stage.db
      .selectFrom('audit_log')
      .select(['account_id', 'after'])
      .where('action', '=', 'transfer_taken_back')
      .where('subject', '=', reference)
      .execute()
    const after = { amount: 5000.5, reference, words: 'It was 500.' }
    expect(audits).toEqual([{ account_id: admin.id, after }])
  })

  const wanted = (reference: string) =>
    ({
      way: 'bank_to_utility',
      amountCents: 100,
      reference,
      at: new Date(0),
      by: admin.id,
    }) as const

  /** Runs `run` twice concurrently: both calls read the entry before either call writes. */
  const twice = (run: () => Promise<unknown>) =>
    behind(
      stage.db,
      (tx) => sql`lock table ledger_entry in share mode`.execute(tx),
      () => Promise.allSettled([run(), run()]),
      { waiters: 2 },
    )

  async function takeBackTwice(db: Db) {
    const { id } = await recordTransfer(stage.deps, wanted(newReceipt()))
    const reversal = { id, reason: 'A slip', by: admin.id }
    const ends = await twice(() => takeBackTransfer({ ...stage.deps, db }, reversal))
    return ends.map(({ status }) => status).sort()
  }

  test('is reversed once when two admins reverse it without the lock: the unique name refuses the second', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [/ for no key update$/])
    expect(await takeBackTwice(unguarded)).toEqual(['fulfilled', 'rejected'])
    await unguarded.close()
  })

  test('is reversed once when two admins reverse it with the lock, and both calls succeed', async () => {
    expect(await takeBackTwice(stage.db)).toEqual(['fulfilled', 'fulfilled'])
  })

  test('is recorded once when two admins record it at the same moment', async () => {
    const one = wanted(newReceipt())
    const ends = await twice(() => recordTransfer(stage.deps, one))
    expect(
      ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'recorded')).sort(),
    ).toEqual(['recorded', 'transfer_recorded'])
  })
})
