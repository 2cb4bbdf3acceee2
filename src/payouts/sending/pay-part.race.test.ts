import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { countWaiters } from '../../../test/behind.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  givePayoutAccount,
  soldEvent,
} from '../../../test/payouts.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import { payOutgoingJob } from '../../payments/outgoing/pay-outgoing.job.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { OUTGOING } from '../../worker.ts'
import { setPayoutAccount } from '../payout-accounts.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', ORGANIZER_REFUND_MAX_KES: '500' })
let world: RefundWorld
let admin: Account
beforeAll(async () => {
  world = playRefunds(stage)
  admin = await buildAccount(stage, 'admin')
})

const FACTS_LOCKS = [/(?<=order by id) for no key update$/, /(?<=from account[\s\S]*) for share$/]
const waitersAre = (count: number) =>
  waitFor(`${count} wait`, async () => (await countWaiters(stage.db)) === count)

/** Approves a payout whose part is due, while sending is stopped. */
async function due() {
  await callFor(stage, admin, 'POST /api/refunds/sending', { on: false })
  const owner = await buildAccount(stage)
  const event = await soldEvent(stage, owner)
  const other = await soldEvent(stage, owner)
  await givePayoutAccount(stage, owner)
  const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 600 })
  await stage.runJobs()
  const { id } = await stage.db
    .selectFrom('payout_part')
    .select('id')
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return { owner, event, other, partId: id }
}

type Due = Awaited<ReturnType<typeof due>>
const CHANGES = {
  'its organizer replaces the account': ({ owner }: Due) =>
    setPayoutAccount(stage.deps, owner.viewer, { kind: 'till', number: '543210' }, '192.0.2.1'),
  'its organizer asks to cancel the event': ({ owner, event: { id, title } }: Due) =>
    callFor(stage, owner, `POST /api/events/${id}/cancel`, { title, reason: 'The hall is closed' }),
  'a second event of its organizer is rescheduled': ({ other: { id } }: Due) =>
    callFor(stage, admin, `POST /api/events/${id}/reschedule`, { location: 'Kasarani' }),
  'its event is rescheduled': ({ event: { id } }: Due) =>
    callFor(stage, admin, `POST /api/events/${id}/reschedule`, { location: 'Kasarani' }),
}

/**
 * Starts sending the part. Starts the change while the transaction of the sending is open, and
 * calls the callback with the change.
 */
async function race(
  db: Db,
  change: (part: Due) => Promise<unknown>,
  meanwhile: (changed: Promise<unknown>) => Promise<unknown>,
) {
  const part = await due()
  await callFor(stage, admin, 'POST /api/refunds/sending', { on: true })
  const sent = world.calls('b2c').length
  const job = payOutgoingJob({ ...stage.deps, db, daraja: stage.daraja }, OUTGOING)
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = inTransaction(stage.db, async (tx) => {
    await sql`lock table outgoing_attempt in share mode`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  const sending = job.run({ purpose: 'payout', id: part.partId }, jobByHand())
  await waitersAre(1)
  const changed = change(part)
  await meanwhile(changed)
  release.resolve()
  await Promise.all([holding, sending, changed])
  return world.calls('b2c').length - sent
}

// spec: payout-stopped
describe.each(Object.entries(CHANGES))('a part that is sent while %s', (_, change) => {
  test('is sent after the change without the lock', async () => {
    const sent = await withoutGuards(stage, FACTS_LOCKS, (db) =>
      race(db, change, (changed) => changed),
    )
    expect(sent).toBe(1)
  })

  test('keeps the change waiting with the lock', async () => {
    const waits = () =>
      waitFor('the change waits', async () => (await countWaiters(stage.db)) === 2)
    expect(await race(stage.db, change, waits)).toBe(1)
  })
})

// spec: payout-after-event
describe('a part that is sent while the payout plan of its event becomes safer', () => {
  const makeSafer = async ({ owner, event: { id } }: Due) => {
    const { updated_at } = (await callFor(stage, owner, `GET /api/events/${id}`)).body
    const plan = { updated_at, payout_release: 'after_event' }
    const saved = await callFor(stage, owner, `PUT /api/events/${id}`, plan)
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
  }

  test('is kept by the check of the database without the lock', async () => {
    const sent = world.calls('b2c').length
    const sending = withoutGuards(stage, FACTS_LOCKS, (db) =>
      race(db, makeSafer, (changed) => changed),
    )
    await expect(sending).rejects.toThrow('payout_part__held')
    expect(world.calls('b2c')).toHaveLength(sent)
  })

  test('keeps the change waiting with the lock', async () => {
    expect(await race(stage.db, makeSafer, () => waitersAre(2))).toBe(1)
  })
})
