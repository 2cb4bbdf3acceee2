// spec: reconcile-command
// Runs `npm run reconcile` in a child process, against a scripted sandbox.
import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nairobiDateTime } from '../src/platform/values/nairobi.rules.ts'
import { buildFeePayer } from './accounts.ts'
import { buildEvent, type EventSpec } from './build.ts'
import { pay, prompted, shownNow } from './purchase.ts'
import { startScriptedServer } from './scripted-server.ts'
import { keepStage } from './stage.ts'

type Money = { kind: string; receipt: string; amount: number; account: string; msisdn: string }

const stage = keepStage()
let server: Awaited<ReturnType<typeof startScriptedServer>>
let moved: Money[] = []
let isReadable = true
beforeAll(async () => {
  server = await startScriptedServer(({ path, body }) => {
    if (path.startsWith('/oauth/')) {
      return { body: { access_token: 'token', expires_in: '3599' } }
    }
    if (path === '/ledger') return { body: moved }
    if (!isReadable) return { status: 500, body: {} }
    const from = Number(JSON.parse(body).OffSetValue)
    return { body: pageOf(moved.filter(({ kind }) => kind === 'push').slice(from, from + 2)) }
  })
})
afterAll(async () => {
  await server.close()
})

function pageOf(rows: Money[]) {
  const Response = rows.map(({ receipt, amount, account, msisdn }) => ({
    transactionId: receipt,
    amount: String(amount),
    billreference: account,
    msisdn,
    trxDate: nairobiDateTime(new Date()),
  }))
  return { ResponseCode: rows.length > 0 ? '1000' : '1001', Response: [Response] }
}

function reconcile(): Promise<{ code: number; said: string }> {
  const { PATH } = process.env
  const settings = { DATABASE_URL: stage.env.databaseUrl, MPESA_BASE_URL: server.url }
  // Shorten the pause between the command's two comparisons.
  const env = { PATH, ...settings, TIME_SCALE: '0.1' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/reconcile.mjs'], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}`.trim() }),
    )
  })
}

async function sold(receipt: string, spec: EventSpec = {}) {
  const event = await buildEvent(stage.db, spec)
  const order = await prompted(stage, event, [3], await shownNow(stage, event, [3]))
  await pay(stage, order, receipt)
  const { accountReference: account, phone: msisdn } = order.push
  moved.push({ kind: 'push', receipt, amount: order.amount, account, msisdn })
  return { account, orderId: order.orderId }
}

test('if everything agrees, the command prints the totals and exits with 0', async () => {
  await sold('UKN0000001')
  const { id: organizerId } = await buildFeePayer(stage, { basisPoints: 500 })
  await sold('UKN0000002', { organizerId, types: [{ steps: [{ price: 80, quantity: 3 }] }] })
  // KES 60 and a fee of KES 3 for each of three tickets.
  const early = { types: [{ steps: [{ price: 60, quantity: 3 }] }] }
  await sold('UKN0000003', { organizerId, feesOnTop: true, ...early })
  const { code, said } = await reconcile()
  expect(said.split('\n')).toEqual([
    'Books against orders and payments: no difference',
    expect.stringMatching(/^M-Pesa lists 3 receipts, KES 729, since [\d: -]{19}: no difference$/),
    'The sandbox took KES 729 and refunded KES 0; the books say KES 729 and KES 0: no difference',
    'All agree.',
  ])
  expect(code).toBe(0)
})

test('the command prints each difference with its order and both amounts, and exits with 1', async () => {
  const { account } = await sold('UKN0000004')
  moved.at(-1)!.amount = 250
  const stranger = { kind: 'push', receipt: 'UKN0000005', amount: 70, account: 'DERBY' }
  moved.push({ ...stranger, msisdn: '254712000001' })
  moved.push({ ...moved[0]!, kind: 'reversal', receipt: 'UKN0000006' })
  moved = moved.filter(({ receipt, kind }) => receipt !== 'UKN0000001' || kind === 'reversal')
  const { code, said } = await reconcile()
  for (const line of [
    `another amount: UKN0000004, order ${account}; ours KES 300, theirs KES 250`,
    'in no payment of ours: UKN0000005; ours nothing, theirs KES 70',
    'sandbox, taken: in no payment of ours: UKN0000005; ours nothing, theirs KES 70',
    'sandbox, given back: in no payment of ours: UKN0000006; ours nothing, theirs KES 300',
    'sandbox, books: taken in all; ours KES 1,029, theirs KES 749',
    'sandbox, books: given back in all; ours KES 0, theirs KES 300',
  ]) {
    expect(said.split('\n')).toContain(line)
  }
  expect(said).toMatch(/sandbox, taken: M-PESA does not list it: UKN0000001, order \w{8}; ours KES/)
  expect(said).toMatch(/\nDifferences: \d+$/)
  expect(code).toBe(1)
  // The command has changed no data: it has stored no unmatched receipt.
  const strays = await stage.db.selectFrom('unmatched_receipt').select('receipt').execute()
  expect(strays).toEqual([])
}, 60_000)

test('a state that contradicts the ledger is a difference', async () => {
  moved = moved.filter(({ kind, receipt }) => kind === 'push' && receipt !== 'UKN0000005')
  await stage.db
    .updateTable('payment')
    .set({ use: 'refund_due' })
    .where('mpesa_receipt', '=', 'UKN0000002')
    .execute()
  const { code, said } = await reconcile()
  expect(said).toContain('books: not sold: UKN0000002; states KES 240, books KES 0')
  expect(said).toContain('books: fees: UKN0000002; states KES 0, books KES 12')
  expect(code).toBe(1)
}, 60_000)

test("if M-Pesa's list cannot be read, the command reports that instead of a result", async () => {
  isReadable = false
  const { code, said } = await reconcile()
  expect(said).toMatch(/M-Pesa's list could not be read: HTTP 500/)
  expect(code).toBe(1)
}, 60_000)
