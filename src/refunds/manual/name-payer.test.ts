// spec: refund-payer-named
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { callAsAdmin, paidByHand, readRefunds, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { findWork } from '../../../test/work-rows.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { changeRefundState, lockRefund, setPayer } from '../refunds.sql.ts'
import { namePayer } from './refund-actions.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
let viewer: Viewer
beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
})
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500 }] })
})

const PAYER = '254722000111'
const WORDS = 'They showed the message of M-PESA.'

/** A payment whose payer M-Pesa masks; its Reversal is refused. */
async function masked() {
  const order = await paidByHand({ stage, world }, event, '2547 ***** 678', 500)
  world.faults.reversal = ['refused']
  await refundOrder(stage, order.orderId)
  await world.settle(2)
  const [refund] = await readRefunds(stage, order.orderId)
  expect(refund).toMatchObject({ state: 'manual', phone: null, failure_code: 'payer_unknown' })
  return { ...order, id: refund!.id }
}

const press = (id: string, phone: string, words: string) =>
  callAsAdmin(stage, 'POST', `/api/refunds/${id}/payer`, { phone, words })

test("the refund waits for the payer's number and its proof, and is then paid to that number once", async () => {
  const { id, orderId, phone } = await masked()
  expect(world.requests.map(({ kind }) => kind)).toEqual(['reversal'])
  expect(await findWork(stage, id)).toMatchObject({
    kind: 'refund_manual',
    known: "KES 500 is due, but M-PESA hid the payer's number.",
    by_itself: 'Nothing until someone adds the payer or refunds manually.',
    actions: ['paid_manually', 'name_payer'],
    phone,
    phone_label: "Buyer's phone (payer unknown)",
  })
  expect(await press(id, '0722', WORDS)).toMatchObject({ status: 422, body: { field: 'phone' } })
  expect((await press(id, '0722 000 111', ' ')).status).toBe(422)
  expect((await press(id, '0722 000 111', WORDS)).status).toBe(200)
  expect((await press(id, phone, WORDS)).body.code).toBe('payer_not_wanted')
  await world.settle(2)
  // The phone that was notified before is notified again, and so is the payer.
  expect(stage.textsTo(phone).slice(-2)).toEqual([
    expect.stringMatching(/^Your KES 500 for Derby Day will be refunded by/),
    expect.stringMatching(/^Refunded: KES 500 for Derby Day\. M-PESA UKR/),
  ])
  expect(stage.textsTo(PAYER)).toEqual([expect.stringMatching(/^Refunded: KES 500/)])
  expect(world.moved).toMatchObject([{ kind: 'b2c', phone: PAYER, amountCents: 500_00 }])
  expect(await readRefunds(stage, orderId)).toMatchObject([{ state: 'done', way: 'b2c' }])
  expect(await findWork(stage, id)).toBeUndefined()
  const logged = await stage.db
    .selectFrom('audit_log')
    .select(['subject', 'event_id', 'after'])
    .where('action', '=', 'refund_payer_named')
    .execute()
  const after = {
    amount_cents: 500_00,
    order: expect.stringMatching(/^[A-Z0-9]{8}$/),
    phone: '07•• ••• 111',
    words: WORDS,
  }
  expect(logged).toEqual([{ subject: id, event_id: event.id, after }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a payer cannot be named while a Reversal may still be carried out', async () => {
  const { id } = await masked()
  await stage.db
    .updateTable('outgoing_attempt')
    .set({ result_code: 'not found' })
    .where('subject_id', '=', id)
    .execute()
  expect((await press(id, PAYER, WORDS)).body.code).toBe('payer_not_wanted')
  expect((await press(randomUUID(), PAYER, WORDS)).status).toBe(404)
})

describe('two admins name two numbers', () => {
  async function nameTwice(db: Db): Promise<string> {
    const { id, orderId } = await masked()
    const now = stage.clock.now()
    const first = async (tx: Tx) => {
      await lockRefund(tx, id)
      await setPayer(tx, id, PAYER)
      await changeRefundState(tx, id, 'due', { cause: 'payer named', now, nextAt: now })
    }
    const other = { id, phone: '254733000222', note: WORDS }
    const second = behind(stage.db, first, () => namePayer({ ...stage.deps, db }, viewer, other))
    await expect(second).rejects.toThrow("does not need the payer's number")
    return (await readRefunds(stage, orderId))[0]!.phone!
  }

  test('with the guard off, only the condition of the update refuses the second number', async () => {
    const db = openUnguarded(stage.env.databaseUrl, [/for no key update of r$/])
    expect(await nameTwice(db)).toBe(PAYER)
    await db.close()
  })

  test('with the guard on, the first number counts', async () => {
    expect(await nameTwice(stage.db)).toBe(PAYER)
  })
})
