import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { callApi } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

async function list(query: string) {
  const { headers } = admin
  return await callApi(stage, { url: `/api/stray_receipts${query}`, headers })
}

// spec: money-under-no
test('the list shows receipts without an order, the latest find first, in pages, to the cent', async () => {
  const found_at = new Date('2026-11-21T10:00:00Z')
  const row = (receipt: string, minutes: number) => ({
    receipt,
    amount_cents: 120_50,
    account_reference: 'DERBY',
    msisdn: '2547•••••678',
    paid_at: null,
    found_at: new Date(found_at.getTime() + minutes * 60_000),
    listed_at: found_at,
  })
  // Pull Transactions found two of the receipts at the same time.
  const rows = [row('UKA0000001', 0), row('UKB0000002', 5), row('UKC0000003', 5)]
  await stage.db.insertInto('unmatched_receipt').values(rows).execute()
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map((one: { receipt: string }) => one.receipt))
    cursor = body.next_cursor
  }
  expect(seen).toEqual(['UKC0000003', 'UKB0000002', 'UKA0000001'])
  expect((await list('')).body.data.at(-1)).toEqual({
    receipt: 'UKA0000001',
    amount: 120.5,
    account_reference: 'DERBY',
    phone_number: '2547•••••678',
    paid_at: null,
    found_at: '2026-11-21T10:00:00.000Z',
    is_listed: true,
    candidates: [],
  })
  expect(await list('?cursor=x')).toMatchObject({ status: 422, body: { field: 'cursor' } })
})
