import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import type { WorkList, WorkRow } from './work-list.contract.ts'

const MINUTE = 60_000

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
const get = (url: string) => callApi(stage, { url: `/api/work_list${url}`, headers: admin.headers })
const list = async (query = ''): Promise<WorkList> => (await get(query)).body
const namesOf = (rows: readonly WorkRow[]) => rows.map(({ kind, urgency }) => `${kind} ${urgency}`)

/** Three reports of an event, two receipts without an order, two payments not on M-Pesa's list. */
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  const event = await buildEvent(stage.db)
  const ago = (minutes: number) => new Date(stage.clock.now().getTime() - minutes * MINUTE)
  for (const minutes of [500, 400, 10]) {
    const report = { id: randomUUID(), event_id: event.id, reason: 'other', text: '' }
    await stage.db
      .insertInto('complaint')
      .values({ ...report, created_at: ago(minutes) })
      .execute()
  }
  for (const minutes of [30, 5]) {
    const money = {
      receipt: newReceipt(),
      amount_cents: 120_00,
      account_reference: 'X',
      msisdn: '',
    }
    const found = { ...money, paid_at: null, found_at: ago(minutes) }
    await stage.db.insertInto('unmatched_receipt').values(found).execute()
  }
  // The first payment is less than 48 hours old, so the sweep still searches M-Pesa's list.
  for (const hours of [47, 49]) {
    const order = await prompted(stage, event, [2])
    await pay(stage, order, newReceipt(), 200)
    const times = { created_at: ago(hours * 60), confirmed_at: ago(hours * 60) }
    const sold = stage.db.updateTable('payment').set(times).where('order_id', '=', order.orderId)
    await sold.execute()
  }
})

const ALL = [
  'stray_receipt waited_for',
  'stray_receipt waited_for',
  'receipt_not_listed open',
  'event_reported open',
  'event_reported open',
  'event_reported open',
  'receipt_not_listed not_today',
]
const COUNTS = { payouts: 0, drafts: 0, events: 3, refunds: 0, payments: 4, tickets: 0, books: 0 }

// spec: work-list-order
test('decisions that somebody waits for come first, tasks that nobody can end today last, the oldest first', async () => {
  const { data } = await list()
  expect(namesOf(data)).toEqual(ALL)
  for (const urgency of ['waited_for', 'open']) {
    const times = data.filter((row) => row.urgency === urgency).map(({ since }) => since)
    expect(times).toEqual([...times].sort())
  }
})

// spec: work-list-order
test.each(['', '&group=payments', '&group=events'])(
  'every task comes once, however small the pages are (%s)',
  async (group) => {
    const whole = await list(`?limit=100${group}`)
    for (const limit of [1, 2, 3]) {
      const seen: WorkRow[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(`?limit=${limit}${group}${cursor && `&cursor=${cursor}`}`)
        expect(page.counts).toEqual(COUNTS)
        seen.push(...page.data)
        cursor = page.next_cursor
      }
      expect(seen).toEqual(whole.data)
    }
  },
)

// spec: work-list-tabs
test('a group has its own tasks, and the counts of all groups', async () => {
  expect(namesOf((await list('?group=payments')).data)).toEqual(
    ALL.filter((name) => !name.startsWith('event_reported')),
  )
  expect(await list('?group=payouts')).toEqual({ data: [], next_cursor: null, counts: COUNTS })
  expect((await get('/count')).body).toEqual({ count: 7 })
})

// spec: work-list-tabs
test('an unknown group and a foreign cursor are refused by name', async () => {
  expect(await get('?group=orders')).toMatchObject({
    status: 422,
    body: { code: 'invalid_field', error: expect.stringMatching(/^group /) },
  })
  expect(await get('?group=payouts&group=events')).toMatchObject({ status: 422 })
  const old = Buffer.from('["work","2026-11-21T09:00:00.000Z","a"]').toString('base64url')
  expect(await get(`?cursor=${old}`)).toMatchObject({
    status: 422,
    body: { code: 'invalid_field', error: 'cursor is not one that this list gave.' },
  })
})

// spec: work-list-tabs
test('the number in the menus is counted at most every 2 seconds', async () => {
  const counted = async () => (await get('/count')).body.count
  stage.clock.offsetMs += 2000
  const before = await counted()
  await stage.db.deleteFrom('complaint').execute()
  expect(await counted()).toBe(before)
  stage.clock.offsetMs += 2000
  expect(await counted()).toBe(before - 3)
})
