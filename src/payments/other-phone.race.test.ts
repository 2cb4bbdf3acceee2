import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { jobByHand } from '../../test/job-by-hand.ts'
import { newReceipt, prompted, readPayments, readStock } from '../../test/purchase.ts'
import { keepStage, type ScriptedDaraja } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { changePhone } from '../orders/prompting/change-phone.ts'
import { goToNextPhone } from '../orders/prompting/go-to-next-phone.job.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import { confirmPayment, type Proof } from './confirm-payment.ts'
import { failPayment } from './fail-payment.ts'
import { changePaymentState, lockPaymentOfAttempt } from './payments.sql.ts'

const ROUNDS = 20
/** Matches the lock that lockOrder takes. */
const ORDER_LOCK = /for no key update of o, h$/

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '1000', HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent
let other: string
let accept: ScriptedDaraja['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  stage.daraja.nextPush = accept
  stage.sent.length = 0
  other = newPhone()
  event = await buildEvent(stage.db, { types: [{ price: 300, capacity: 100 }] })
})

type Prompted = Awaited<ReturnType<typeof prompted>>

async function confirm(tx: Tx, { orderId }: Prompted): Promise<void> {
  await lockOrder(tx, orderId, stage.clock.now())
  const payment = await lockPaymentOfAttempt(tx, orderId, 1)
  const money = { receipt: newReceipt(), amountCents: 300_00 }
  const proof: Proof = { cause: 'callback', money }
  await confirmPayment(tx, { id: payment!.id, orderId }, proof, stage.clock.now())
}

const change = (order: Prompted, on: Db = stage.db) =>
  changePhone({ ...stage.deps, db: on }, order.orderId, { phone: other }).catch(
    (error) => error.code,
  )

const pushesTo = (phone: string) =>
  stage.daraja.pushes.filter((push) => push.phone === phone).length

describe('a change of the phone number while a callback pays', () => {
  test('guard off: a paid order takes the new number, which gets the tickets', async () => {
    const order = await prompted(stage, event)
    const unguarded = openUnguarded(stage.env.databaseUrl, [ORDER_LOCK])
    const changed = await behind(
      stage.db,
      (tx) => confirm(tx, order),
      () => change(order, unguarded),
    )
    await unguarded.close()
    expect(changed).toBe('waits')
    await stage.runJobs()
    expect(stage.sent.map(({ phone }) => phone)).toEqual([other])
  })

  test('guard on: the new number is refused, and the tickets go to the phone that paid', async () => {
    const order = await prompted(stage, event)
    const changed = await behind(
      stage.db,
      (tx) => confirm(tx, order),
      () => change(order),
    )
    expect(changed).toBe('already_paid')
    await stage.runJobs()
    expect(stage.sent.map(({ phone }) => phone)).toEqual([order.phoneNumber])
  })

  test('in any order, many times, there is one sale and no prompt on the second number', async () => {
    const orders: Prompted[] = []
    for (let round = 0; round < ROUNDS; round++) orders.push(await prompted(stage, event))
    await Promise.all(
      orders.flatMap((order) => [
        changePhone(stage.deps, order.orderId, { phone: newPhone() }).catch((error) => error.code),
        inTransaction(stage.db, (tx) => confirm(tx, order)),
      ]),
    )
    await stage.runJobs()
    for (const { orderId } of orders) {
      expect(await readPayments(stage, orderId)).toMatchObject([{ use: 'sale' }])
    }
    expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: ROUNDS })
  })

  test('a change of the number while the first prompt ends prompts the second number once', async () => {
    const orders: [Prompted, string][] = []
    for (let round = 0; round < ROUNDS; round++) {
      orders.push([await prompted(stage, event), newPhone()])
    }
    await Promise.all(
      orders.flatMap(([order, phone]) => [
        changePhone(stage.deps, order.orderId, { phone }),
        endPrompt(order),
      ]),
    )
    await stage.runJobs()
    for (const [{ orderId }, phone] of orders) {
      expect(await readPayments(stage, orderId)).toMatchObject([
        { state: 'failed' },
        { state: 'prompted', phone },
      ])
      expect(pushesTo(phone)).toBe(1)
    }
  })
})

async function endPrompt({ orderId }: Prompted): Promise<void> {
  const [payment] = await readPayments(stage, orderId)
  const { clock, deps } = stage
  await inTransaction(stage.db, (tx) =>
    failPayment(
      tx,
      { id: payment!.id, orderId },
      { code: '1032', by: 'callback', now: clock.now(), timeScale: deps.timeScale },
    ),
  )
}

describe('a second number while the first prompt is being sent', () => {
  /**
   * Begins a push for the first number. The job of the second number runs before the first number's
   * push is committed.
   */
  async function goOnBehindPrompt(on: Db): Promise<Prompted> {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    const [payment] = await readPayments(stage, order.orderId)
    await change(order)
    const begin = async (tx: Tx) => {
      const now = stage.clock.now()
      await lockOrder(tx, order.orderId, now)
      await changePaymentState(tx, payment!.id, 'prompting', { cause: 'turn', now })
    }
    const job = jobByHand(stage.clock.now())
    const goOn = goToNextPhone({ ...stage.deps, db: on })
    await behind(stage.db, begin, () => goOn.run({ orderId: order.orderId }, job))
    await stage.runJobs()
    return order
  }

  test('guard off: both prompts are sent, and both may be paid', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [ORDER_LOCK])
    const order = await goOnBehindPrompt(unguarded)
    await unguarded.close()
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'prompting' },
      { state: 'prompted', phone: other },
    ])
  })

  test('guard on: the second prompt waits for the end of the first', async () => {
    const order = await goOnBehindPrompt(stage.db)
    expect(pushesTo(other)).toBe(0)
    await endPrompt(order)
    await stage.runJobs()
    expect(pushesTo(other)).toBe(1)
  })
})
