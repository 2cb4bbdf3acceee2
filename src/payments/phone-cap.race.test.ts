import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asProcess } from '../../test/as-process.ts'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone, orderOf } from '../../test/build.ts'
import { newReceipt } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import { endHolds } from '../orders/holds.ts'
import { setRecipientPhone } from '../orders/open-orders.sql.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { refuseAboveCap } from '../orders/phone-cap.ts'
import { placeOrder } from '../orders/placing/place-order.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import { addReceiptPayment } from './receipts/receipt-payment.ts'

/** Matches the lock of a phone's tickets. */
const PHONE_LOCK = /pg_advisory_xact_lock\(key\)/

let stage: Stage
let event: BuiltEvent
let phone: string
beforeEach(async () => {
  stage = await makeStage()
  event = await buildEvent(stage.db, { maxPerPhone: 4, types: [{}, {}] })
  phone = newPhone()
})
afterEach(() => stage.close())

/** Runs `first`, and places three tickets of the second type for the phone before `first` commits. */
async function orderDuring(first: (tx: Tx) => Promise<unknown>, on: Db): Promise<string> {
  const place = async () => {
    const deps = { ...stage.deps, db: asProcess(on) }
    const placed = placeOrder(deps, orderOf(event, [0, 3], { phone }))
    return await placed.then(
      () => 'placed',
      (error) => error.code as string,
    )
  }
  if (on === stage.db) return await behind(stage.db, first, place)
  const done = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = inTransaction(stage.db, async (tx) => {
    await first(tx)
    done.resolve()
    await end.promise
  })
  await done.promise
  const placed = await place()
  end.resolve()
  await transaction
  return placed
}

const unguarded = (first: (tx: Tx) => Promise<unknown>) =>
  withoutGuards(stage, [PHONE_LOCK], (db) => orderDuring(first, db))

/**
 * Places an order of a different phone for two tickets. Returns the transaction that redirects the
 * order to `phone`.
 */
async function redirect() {
  const { orderId } = await placeOrder(stage.deps, orderOf(event, [2]))
  return async (tx: Tx) => {
    const now = stage.clock.now()
    const order = await lockOrder(tx, orderId, now)
    await refuseAboveCap(tx, order!, phone)
    await setRecipientPhone(tx, orderId, phone, now)
  }
}

/**
 * Places an order of `phone` for two tickets, which expires. Returns a transaction that records the
 * late money of the order.
 */
async function payLate() {
  const { orderId } = await placeOrder(stage.deps, orderOf(event, [2], { phone }))
  const now = stage.clock.now()
  await inTransaction(stage.db, async (tx) => {
    await lockOrder(tx, orderId, now)
    await endHolds(tx, [orderId], now)
  })
  return async (tx: Tx) => {
    const order = await lockOrder(tx, orderId, now)
    const money = { receipt: newReceipt(), amountCents: 200_00, phone, payer: phone, at: null }
    await addReceiptPayment(tx, order!, { ...money, cause: 'pull' }, now)
  }
}

describe.each([
  ['another order goes to the phone', redirect],
  ['late money sells another order of the phone', payLate],
])('an order while %s', (_when, make) => {
  test('guard off: without the lock of the phone both orders pass the limit of 4 together', async () => {
    expect(await unguarded(await make())).toBe('placed')
  })

  test('guard on: the later order counts the earlier one and is refused', async () => {
    expect(await orderDuring(await make(), stage.db)).toBe('phone_limit')
  })
})
