// spec: reconcile-daily
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { pay, prompted } from '../../../test/purchase.ts'
import { startScriptedServer } from '../../../test/scripted-server.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { readLastReconciliation } from '../work-list/list-work.ts'
import { sweepReconciliations } from './reconcile.job.ts'

let stage: Stage
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeEach(async () => {
  stage = await makeStage()
  admin = await buildAccount(stage, 'admin')
})
afterEach(() => stage.close())

const HOUR = 3600_000

/**
 * Makes a purchase of KES 200. M-Pesa's list shows it with the amount `listedKes`, or not at all if
 * `listedKes` is null.
 */
async function sold(receipt: string, listedKes: number | null = 200) {
  const event = await buildEvent(stage.db)
  const order = await prompted(stage, event, [2])
  await pay(stage, order, receipt)
  const { accountReference, phone: msisdn } = order.push
  if (listedKes !== null) {
    const amountCents = listedKes * 100
    const at = stage.clock.now()
    stage.daraja.receipts.push({ receipt, amountCents, accountReference, msisdn, at })
  }
  return { ...order, code: accountReference }
}

async function sweep() {
  await sweepReconciliations(stage.deps)
  await stage.runJobs()
  // The result gets into the metrics only with the next sweep.
  await sweepReconciliations(stage.deps)
}

const last = async () => (await readLastReconciliation(stage.deps)).last!

async function gauge(): Promise<string> {
  const text = await stage.deps.metrics.registry.metrics()
  return /lango_overdue\{what="books_differ"\} (\d+)/.exec(text)?.[1] ?? 'none'
}

const countLooks = async () =>
  (await stage.db.selectFrom('reconciliation').select('id').execute()).length

/** Sets the clock to `hours` after the next midnight in Nairobi. */
function goTo(hours: number): void {
  const now = stage.clock.now().getTime()
  const day = 24 * HOUR
  const midnight = Math.ceil((now + 3 * HOUR) / day) * day - 3 * HOUR
  stage.pass(midnight + hours * HOUR - now)
}

describe('the daily comparison', () => {
  test('says when books, payments and M-Pesa’s list agreed', async () => {
    await sold('UKR0000001')
    await sweep()
    expect(await last()).toMatchObject({
      agrees: true,
      differences: [],
      words: expect.stringMatching(
        /^Books match M-PESA, [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M$/,
      ),
    })
    expect(await gauge()).toBe('0')
  })

  test('starts at six in the morning in Nairobi, once for all processes', async () => {
    goTo(5.9)
    await sweep()
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await countLooks()).toBe(1)
    stage.pass(0.2 * HOUR)
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await countLooks()).toBe(2)
    stage.pass(23 * HOUR)
    await sweep()
    expect(await countLooks()).toBe(2)
  })

  test('lists each difference with its order and both amounts, and counts it in the metrics', async () => {
    const { orderId } = await sold('UKR0000002', 150)
    await sold('UKR0000003', null)
    stage.pass(HOUR)
    await sweep()
    // If the list shows another amount, this amount is booked and the work list shows the
    // difference (decisions/0061). The missing receipt is the only difference left.
    expect((await last()).differences).toEqual([
      expect.stringMatching(
        /^M-PESA does not list it: UKR0000003, order \w{8}; ours KES 200, theirs nothing$/,
      ),
    ])
    expect((await last()).words).toMatch(/^1 difference between books and M-PESA, /)
    expect(await gauge()).toBe('1')
    // Changes the payment's use without an entry in the ledger.
    await stage.db
      .updateTable('payment')
      .set({ use: 'refund_due' })
      .where('order_id', '=', orderId)
      .execute()
    goTo(7)
    await sweep()
    expect((await last()).differences[0]).toMatch(/^books: not sold: UKR0000002; states KES 150, /)
  })

  test('settles receipts that only the list shows, so they are no difference', async () => {
    const event = await buildEvent(stage.db)
    const { push } = await prompted(stage, event, [2])
    const { accountReference, phone: msisdn } = push
    const money = { receipt: 'UKR0000004', amountCents: 200_00, accountReference, msisdn }
    stage.daraja.receipts.push({ ...money, at: stage.clock.now() })
    const stray = { ...money, receipt: 'UKR0000005', accountReference: 'DERBY' }
    stage.daraja.receipts.push({ ...stray, at: stage.clock.now() })
    await sweep()
    expect(await last()).toMatchObject({ agrees: true })
  })

  test('says that the list could not be read, and retries in an hour', async () => {
    // Moves the clock to 07:00, so that all steps fall on one day.
    goTo(7)
    const { pull } = stage.daraja
    stage.daraja.pull = async () => ({ kind: 'unclear', reason: 'HTTP 500' })
    await sweep()
    expect(await last()).toMatchObject({
      agrees: false,
      words: expect.stringMatching(/not be read/),
    })
    stage.daraja.pull = pull
    stage.pass(HOUR / 2)
    await sweep()
    expect(await last()).toMatchObject({ agrees: false })
    stage.pass(HOUR)
    await sweep()
    expect(await last()).toMatchObject({ agrees: true })
    expect(await countLooks()).toBe(1)
  })
})

// spec: reconcile-sandbox
test('in the sandbox the comparison reads the sandbox’s ledger too and lists what only the ledger has', async () => {
  const ledger: object[] = []
  const sandbox = await startScriptedServer(() => ({ body: ledger }))
  stage.env.mpesa.baseUrl = sandbox.url
  const taken = (receipt: string) => ({
    kind: 'push',
    receipt,
    amount: 200,
    original_receipt: null,
  })
  await sold('UKR0000006')
  ledger.push(taken('UKR0000006'))
  await sweep()
  expect(await last()).toMatchObject({ agrees: true })
  // Shortens the pause before the second comparison.
  stage.deps.timeScale = 0.01
  // Adds a payment that is too old for M-Pesa's list and is not in Lango's ledger.
  ledger.push(taken('UKR0000007'))
  goTo(7)
  await sweep()
  const { agrees, differences } = await last()
  expect(agrees).toBe(false)
  expect(differences).toEqual([
    'sandbox, taken: in no payment of ours: UKR0000007; ours nothing, theirs KES 200',
    'sandbox, books: taken in all; ours KES 200, theirs KES 400',
  ])
  await sandbox.close()
})

test('an admin’s request starts one comparison at a time and is recorded in the audit log', async () => {
  await sweep()
  const press = () =>
    stage.app.inject({ method: 'POST', url: '/api/reconciliations', headers: admin.headers })
  expect((await press()).statusCode).toBe(202)
  expect((await press()).statusCode).toBe(202)
  expect(await countLooks()).toBe(2)
  await stage.runJobs()
  const audit = await stage.db
    .selectFrom('audit_log')
    .select(['action', 'account_id'])
    .where('action', '=', 'looked_again')
    .execute()
  expect(audit).toEqual(Array(2).fill({ action: 'looked_again', account_id: admin.id }))
})
