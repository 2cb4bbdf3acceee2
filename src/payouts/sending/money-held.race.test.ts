// spec: payout-after-event
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind, countWaiters } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type Account, callFor, givePayoutAccount, soldEvent } from '../../../test/payouts.ts'
import { playRefunds } from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import { saveEvent } from '../../events/editing/edit-event.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { approve } from '../../requests/requests.ts'
import { payoutRequests } from '../payout-requests.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

const EVENTS_LOCK = /(?<=order by id) for no key update$/

/** Builds an event with a sale of KES 1,000. Its organizer requests a payout. */
async function requested() {
  const owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
  const event = await soldEvent(stage, owner)
  const payload = { event_id: event.id, amount: 800 }
  const { body } = await callFor(stage, owner, 'POST /api/payouts', payload)
  return { event, payoutId: body.id as string }
}

async function makeSafer(eventId: string) {
  const { updated_at } = (await callFor(stage, admin, `GET /api/events/${eventId}`)).body
  const deps = { ...stage.deps, moveSales: async () => {}, namedGates: async () => [] }
  await saveEvent(deps, admin.viewer, eventId, { updated_at, payout_release: 'after_event' })
}

const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => error.code,
  )

const payoutOf = async (id: string) =>
  await stage.db
    .selectFrom('payout')
    .select(['state', 'held_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const waitersAre = (count: number) =>
  waitFor(`${count} wait`, async () => (await countWaiters(stage.db)) === count)

/**
 * Approves a payout. Once the approval has read that the money may leave, saves a stricter plan
 * and calls `during` with the save, before the approval goes on. Returns both results.
 */
async function race(
  db: Db,
  { event, payoutId }: Awaited<ReturnType<typeof requested>>,
  during: (saving: Promise<string>) => Promise<unknown>,
) {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = inTransaction(stage.db, async (tx) => {
    await sql`select from payout where id = ${payoutId} for update`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  const deps = { ...stage.deps, db }
  const approval = { id: payoutId, approval: {} }
  const approving = endOf(approve(deps, payoutRequests, admin.viewer, approval))
  await waitersAre(1)
  const saving = endOf(makeSafer(event.id))
  await during(saving)
  release.resolve()
  await holding
  return { approving: await approving, saving: await saving }
}

describe('an event whose plan becomes safer while a payout is approved', () => {
  test('leaves an approved payout without the lock, although the money is held', async () => {
    const payout = await requested()
    const ends = await withoutGuards(stage, [EVENTS_LOCK], (db) =>
      race(db, payout, (saving) => saving),
    )
    expect(ends).toEqual({ approving: 'done', saving: 'done' })
    const parts = stage.db.selectFrom('payout_part').select('state')
    const ofPayout = parts.where('payout_id', '=', payout.payoutId)
    expect(await ofPayout.execute()).toEqual([{ state: 'due' }])
  })

  test('waits with the lock until the payout is approved, and its money goes back unsent', async () => {
    const world = playRefunds(stage)
    const payout = await requested()
    const ends = await race(stage.db, payout, () => waitersAre(2))
    expect(ends).toEqual({ approving: 'done', saving: 'done' })
    expect(await payoutOf(payout.payoutId)).toEqual({ state: 'approved', held_until: null })
    await stage.runJobs()
    expect(world.calls('b2c')).toEqual([])
    const part = stage.db.selectFrom('payout_part').select('state')
    const ofPayout = part.where('payout_id', '=', payout.payoutId)
    expect(await ofPayout.execute()).toEqual([{ state: 'given_back' }])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('keeps the approval waiting with the lock, and then refuses it', async () => {
    const { event, payoutId } = await requested()
    const held = { payout_release: 'after_event' }
    const end = await behind(
      stage.db,
      (tx) => tx.updateTable('event').set(held).where('id', '=', event.id).execute(),
      () =>
        endOf(approve(stage.deps, payoutRequests, admin.viewer, { id: payoutId, approval: {} })),
    )
    expect(end).toBe('money_held')
  })
})
