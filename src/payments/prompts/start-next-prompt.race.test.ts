// spec: line-turns-address
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { countWaiters } from '../../../test/behind.ts'
import { buildEvent, newPhone } from '../../../test/build.ts'
import { place } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { type Db, openDatabase, type Tx } from '../../platform/database/db.ts'
import { newToken } from '../../platform/ids.ts'
import { changePaymentState, type PaymentRow } from '../payments.sql.ts'
import { startNextPrompt } from './prompt-queue.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
/** Matches the lock that lockSlot takes. */
const TURN_LOCK = /(?<=from rate_slot [^;]*)\s+for update$/

const stage = keepStage({ PUSH_RATE: '5' })
beforeEach(async () => {
  await stage.db.deleteFrom('rate_slot').execute()
  await stage.db
    .insertInto('rate_slot')
    .values({ name: 'push', next_at: new Date(START) })
    .execute()
  await stage.db.updateTable('payment').set({ state: 'failed', prompting_at: null }).execute()
})

/** Queues a payment at `ms`. Its job never runs. */
async function join(ms: number): Promise<string> {
  const event = await buildEvent(stage.db)
  const { orderId } = await place(stage, event)
  const id = randomUUID()
  const since = new Date(START + ms)
  const row = {
    id,
    order_id: orderId,
    attempt: 1,
    phone: newPhone(),
    amount_cents: 100_00,
    callback_token: newToken(),
    created_at: since,
    updated_at: since,
  }
  await stage.db.insertInto('payment').values(row).execute()
  return id
}

/** The dependencies of a process whose clock shows `ms`. */
const deps = (db: Db, ms: number) => ({
  ...stage.deps,
  db,
  clock: { now: () => new Date(START + ms) },
})

const begin = (ms: number) => async (tx: Tx, payment: PaymentRow) => {
  const change = { cause: 'turn', now: new Date(START + ms) }
  expect(await changePaymentState(tx, payment.id, 'prompting', change)).toBe(true)
  return payment.id
}

/**
 * Lets two processes compete for one prompt slot. After the first process has chosen a payment, an
 * earlier payment is queued.
 */
async function takeTogether(on: Db, untilSecond: (second: Promise<unknown>) => Promise<unknown>) {
  const late = await join(-1000)
  const [chosen, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = startNextPrompt(deps(on, 0), async (tx, payment) => {
    chosen.resolve()
    await goOn.promise
    return await begin(0)(tx, payment)
  })
  await chosen.promise
  const early = await join(-2000)
  const second = startNextPrompt(deps(on, 0), begin(0))
  await untilSecond(second)
  goOn.resolve()
  return { taken: await Promise.all([first, second]), late, early }
}

test('guard off: without the lock one slot is used twice', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [TURN_LOCK])
  const { taken, late, early } = await takeTogether(unguarded, (second) => second)
  expect(taken).toEqual([late, early])
  await unguarded.close()
})

test('guard on: the second process finds the slot used, and the new payment gets the next slot', async () => {
  const { taken, late, early } = await takeTogether(stage.db, () =>
    waitFor('the lock is waited for', async () => (await countWaiters(stage.db)) === 1),
  )
  expect(taken).toEqual([late, 'not yet'])
  expect(await startNextPrompt(deps(stage.db, 199), begin(199))).toBe('not yet')
  expect(await startNextPrompt(deps(stage.db, 200), begin(200))).toBe(early)
})

test('exactly five prompts per second start, with any number of processes', async () => {
  for (let i = 0; i < 40; i++) await join(i - 1000)
  const processes = Array.from({ length: 4 }, () => openDatabase(stage.env.databaseUrl, 2))
  const taken: string[] = []
  for (let ms = 0; ms < 4000; ms += 50) {
    const answers = await Promise.all(
      processes.map((db) => startNextPrompt(deps(db, ms), begin(ms))),
    )
    taken.push(...answers.filter((answer) => answer !== 'not yet'))
    expect(taken.length).toBe(Math.floor(ms / 200) + 1)
  }
  expect(new Set(taken).size).toBe(20)
  await Promise.all(processes.map((db) => db.destroy()))
})

test('a slot without a queued payment stays free', async () => {
  expect(await startNextPrompt(deps(stage.db, 0), begin(0))).toBe('none')
  const id = await join(0)
  expect(await startNextPrompt(deps(stage.db, 1), begin(1))).toBe(id)
})

test('a payment that turns out to be unneeded uses no slot', async () => {
  const [wanted, left] = [await join(-1000), await join(-2000)]
  const answer = await startNextPrompt(deps(stage.db, 0), async (tx, payment) => {
    if (payment.id !== left) return await begin(0)(tx, payment)
    await changePaymentState(tx, payment.id, 'failed', { cause: 'push', now: new Date(START) })
    return 'dropped'
  })
  expect(answer).toBe(wanted)
})
