import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { fail, MINUTE, place, prompted, readOrderState, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { releaseHolds } from './holds.sql.ts'

const stage = keepStage({
  HOLD_SHARE_PER_ADDRESS: '100',
  // Uses a till number, because a paybill's hold is longer (checkout/pay-by-paybill.test.ts).
  MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline',
})
let event: BuiltEvent
beforeEach(async () => {
  await stage.db.deleteFrom('job').execute()
  event = await buildEvent(stage.db)
})

const stock = () => readStock(stage, event.types[0]!.id)
const readHold = (orderId: string) =>
  stage.db.selectFrom('hold').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

describe('a hold', () => {
  test('a hold is released once, and other holds keep their tickets', async () => {
    const { orderId } = await place(stage, event, [2])
    await place(stage, event, [3])
    const release = () =>
      inTransaction(stage.db, (tx) => releaseHolds(tx, [orderId], stage.clock.now()))
    expect(await release()).toEqual([orderId])
    expect(await release()).toEqual([])
    expect(await stock()).toMatchObject({ held: 3 })
  })

  test('a hold released without a prompt is not released again by a replacing order', async () => {
    await place(stage, event, [3])
    await stage.db.deleteFrom('job').execute()
    const accept = stage.daraja.nextPush
    stage.daraja.nextPush = () => ({ kind: 'refused', code: '1001', raw: {} })
    const { orderId, phoneNumber } = await prompted(stage, event, [2])
    stage.daraja.nextPush = accept
    expect(await stock()).toMatchObject({ held: 3 })
    await place(stage, event, [1], { phoneNumber, replaces: [orderId] })
    expect(await stock()).toMatchObject({ held: 4 })
  })

  test('a hold lasts its full time again from the prompt, even from a late one', async () => {
    const { orderId } = await place(stage, event)
    stage.pass(2 * MINUTE)
    await stage.runJobs()
    const hold = await readHold(orderId)
    const { prompting_at } = await stage.db
      .selectFrom('payment')
      .select('prompting_at')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(hold.expires_at.getTime() - prompting_at!.getTime()).toBe(5 * MINUTE)
    expect(hold.ends_at.getTime() - prompting_at!.getTime()).toBe(10 * MINUTE)
  })

  test('a hold lasts two minutes more after a failure, and never beyond its last end', async () => {
    const early = await prompted(stage, event)
    const late = await prompted(stage, event)
    await fail(stage, early, 1032)
    stage.pass(9 * MINUTE)
    await fail(stage, late, 1032)
    expect(await readOrderState(stage, late.orderId)).toBe('failed')
    const holds = [await readHold(early.orderId), await readHold(late.orderId)]
    expect(holds[0]!.expires_at.getTime()).toBeLessThan(holds[0]!.ends_at.getTime())
    expect(holds[1]!.expires_at).toEqual(holds[1]!.ends_at)
    stage.pass(MINUTE)
    await stage.sweep()
    expect(await readOrderState(stage, late.orderId)).toBe('expired')
    expect(await stock()).toMatchObject({ held: 0 })
  })
})

test('the CHECK keeps held tickets from becoming negative, even in a wrong statement', async () => {
  const { orderId } = await place(stage, event, [2])
  const less = sql`update ticket_type set held = held - 3 where id = ${event.types[0]!.id}`
  await expect(less.execute(stage.db)).rejects.toThrow('violates check constraint')
  // A release of more tickets than are held fails as a whole, and the hold stays.
  await sql`update ticket_type set held = 1 where id = ${event.types[0]!.id}`.execute(stage.db)
  const release = inTransaction(stage.db, (tx) => releaseHolds(tx, [orderId], stage.clock.now()))
  await expect(release).rejects.toThrow('violates check constraint')
  expect(await readHold(orderId)).toMatchObject({ state: 'held' })
  expect(await stock()).toMatchObject({ held: 1 })
})
