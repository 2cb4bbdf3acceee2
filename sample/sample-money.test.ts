// spec: reconcile-sample
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReading } from '../src/payments/outgoing/account-readings.sql.ts'
import { inTransaction } from '../src/platform/database/db.ts'
import { recordManual } from '../src/refunds/manual/refund-actions.ts'
import { compareWithSandbox } from '../src/reports/reconcile/compare-with-sandbox.ts'
import { selectMpesaDoubts } from '../src/reports/reconcile/mpesa-doubts.sql.ts'
import { buildAccount } from '../test/accounts.ts'
import { type ScriptedServer, startScriptedServer } from '../test/scripted-server.ts'
import { keepStage } from '../test/stage.ts'
import { loadSampleAccounts } from './load-sample-accounts.ts'
import { loadSampleEvents } from './load-sample-events.ts'
import { loadSampleSales } from './load-sample-sales.ts'

const stage = keepStage()
let sandbox: ScriptedServer
let moved: object[]
beforeAll(async () => {
  moved = []
  sandbox = await startScriptedServer(() => ({ body: moved }))
  await loadSampleAccounts(stage.deps)
  const storage = { ...stage.deps.storage, hasObject: async () => true }
  await loadSampleEvents({ ...stage.deps, storage })
  expect(await loadSampleSales(stage.deps)).toBe(true)
})
afterAll(() => sandbox.close())

const compare = () => compareWithSandbox(stage.db, sandbox.url, stage.clock.now())

test('payments and refunds of the sample are no money for the balance, and no difference', async () => {
  expect(await compare()).toMatchObject({
    differences: [],
    ours: { taken_cents: 0, refunded_cents: 0 },
  })
})

// spec: work-list-calm-start
test('what the accounts of M-PESA hold at first is no difference to the books of the sample', async () => {
  const at = stage.clock.now()
  for (const account of ['collection', 'utility'] as const) {
    const reading = { at, balanceCents: 1_000_000_00 }
    await inTransaction(stage.db, (tx) => insertReading(tx, account, reading))
  }
  expect(await selectMpesaDoubts(stage.db, at)).toEqual([])
})

test('a real refund of a sample order is money for the balance', async () => {
  const { id, amount_cents } = await stage.db
    .selectFrom('refund')
    .select(['id', 'amount_cents'])
    .where('state', '=', 'manual')
    .executeTakeFirstOrThrow()
  const admin = await buildAccount(stage, 'admin')
  const receipt = 'UKW1AB23CD'
  await recordManual(stage.deps, admin.viewer, id, { reference: receipt, from: 'utility' })
  expect((await compare())!.differences).toMatchObject([
    { what: 'sandbox, given back: M-PESA does not list it', name: receipt },
    { name: 'given back in all', ours_cents: amount_cents, theirs_cents: 0 },
  ])
  moved = [{ kind: 'b2c', receipt, amount: amount_cents / 100 }]
  expect((await compare())!.differences).toEqual([])
})
