import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind, countWaiters } from '../../test/behind.ts'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { waitFor } from '../../test/torture/wait-for.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { setPayoutAccount } from './payout-accounts.ts'

const stage = keepStage()

const TYPES_LOCK = / for no key update of t$/

/**
 * An organizer whose first buyer has typed the PIN. `paid` processes M-Pesa's report of the
 * payment.
 */
async function buildFirstSale() {
  const owner = await buildAccount(stage)
  const event = await buildEvent(stage.db, { organizerId: owner.id, types: [{ price: 1000 }] })
  const order = await prompted(stage, event)
  const paid = () => pay(stage, order, newReceipt())
  const set = (db: Db) =>
    setPayoutAccount(
      { ...stage.deps, db },
      owner.viewer,
      { kind: 'till', number: '543210' },
      '192.0.2.1',
    )
  return { paid, set }
}

/** Stops a sale after its stock was taken, before it commits. */
const holdSale = (tx: Db) => sql`lock table ledger_entry in share mode`.execute(tx)

const hasTickets = () =>
  waitFor('the sale has its tickets', async () => (await countWaiters(stage.db)) === 1)

// spec: payout-account-first
test('without the lock a first account set during the first sale misses that sale', async () => {
  const { paid, set } = await buildFirstSale()
  let setting: ReturnType<typeof set>
  await behind(
    stage.db,
    holdSale,
    async () => {
      const sale = paid()
      setting = hasTickets().then(() => withoutGuards(stage, [TYPES_LOCK], set))
      await sale
    },
    { duringWait: () => setting },
  )
  expect((await setting!).is_usable).toBe(true)
})

// spec: payout-account-first
test('a first account set during the first sale waits for that sale, and then 48 hours', async () => {
  const { paid, set } = await buildFirstSale()
  const [, account] = await behind(
    stage.db,
    holdSale,
    async () => {
      const sale = paid()
      await hasTickets()
      return await Promise.all([sale, set(stage.db)])
    },
    { waiters: 2 },
  )
  expect(account.is_usable).toBe(false)
})

// spec: payout-account-first
test('a sale waits for a first account that is being set, which is usable at once', async () => {
  const { paid, set } = await buildFirstSale()
  const [account] = await behind(
    stage.db,
    (tx) => sql`lock table payout_account in share mode`.execute(tx),
    async () => {
      const setting = set(stage.db)
      await waitFor('the account is being set', async () => (await countWaiters(stage.db)) === 1)
      return await Promise.all([setting, paid()])
    },
    { waiters: 2 },
  )
  expect(account.is_usable).toBe(true)
})
