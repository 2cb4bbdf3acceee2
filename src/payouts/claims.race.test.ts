// spec: payout-claims
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind, countWaiters } from '../../test/behind.ts'
import { type Account, callFor, givePayoutAccount, soldEvent } from '../../test/payouts.ts'
import { newReceipt } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { waitFor } from '../../test/torture/wait-for.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import { recordPayout } from '../ledger/recorded-payouts.ts'
import type { Db } from '../platform/database/db.ts'
import { cancelEvent } from '../refunds/cancellation/cancel-event.ts'
import { requestMove } from '../refunds/reschedule/request-move.ts'
import { approve } from '../requests/requests.ts'
import { checkRecorded } from './check-recorded.ts'
import { endPayout, payoutRequests } from './payout-requests.ts'
import { readAvailable } from './payouts.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', ORGANIZER_REFUND_MAX_KES: '500' })
let admin: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

/** The lock of the organizer's events, which each payout takes. */
const EVENTS_LOCK = /(?<=order by id) for no key update$/

const PAYOUTS = {
  'an approval': {
    pay: (db: Db, { payoutId }: Built) =>
      approve({ ...stage.deps, db }, payoutRequests, admin.viewer, { id: payoutId, approval: {} }),
  },
  'a payout recorded by hand': {
    pay: (db: Db, { eventId }: Built) => {
      const payout = { eventId, amountCents: 800_00, reference: newReceipt(), by: admin.id }
      return recordPayout({ ...stage.deps, checkRecorded, db }, payout)
    },
  },
}
type Built = { eventId: string; payoutId: string; organizer: Account }

/** An event with a sale of KES 1,000, of which a payout of KES 800 is requested. */
async function build(): Promise<Built> {
  const organizer = await buildAccount(stage)
  await givePayoutAccount(stage, organizer)
  const { id: eventId } = await soldEvent(stage, organizer)
  const payload = { event_id: eventId, amount: 800 }
  const { body } = await callFor(stage, organizer, 'POST /api/payouts', payload)
  return { eventId, payoutId: body.id, organizer }
}

describe.each(Object.entries(PAYOUTS))('%s while the event is rescheduled', (_, { pay }) => {
  /** Starts a payout while the transaction of a reschedule is open. */
  async function race(db: Db) {
    const built = await build()
    const schedule = { location: 'Kasarani, Nairobi' }
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table event_change, ledger_entry in share mode`.execute(tx),
      async () => {
        const moving = requestMove({ ...stage.deps, db }, admin.viewer, built.eventId, {
          ...{ schedule, tell: true, reason: '' },
        })
        await waitFor('the reschedule waits', async () => (await countWaiters(stage.db)) === 1)
        return await Promise.allSettled([moving, pay(db, built)])
      },
      { waiters: 2 },
    )
    const event = { id: built.eventId, organizer_id: built.organizer.id }
    const { owedCents, claims } = await readAvailable(stage.db, event, stage.clock.now())
    return {
      ends: ends.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason.code)),
      left: owedCents / 100,
      claims: claims.cents / 100,
    }
  }

  test('takes the money of the refund links without the lock', async () => {
    const { ends, left, claims } = await withoutGuards(stage, [EVENTS_LOCK], race)
    expect(ends).toEqual(['done', 'done'])
    expect([left, claims]).toEqual([200, 1000])
  })

  test('is refused with the lock', async () => {
    const { ends, left, claims } = await race(stage.db)
    expect(ends).toEqual(['done', 'beyond_available'])
    expect([left, claims]).toEqual([1000, 1000])
  })
})

// spec: payout-undecided
describe.each(Object.entries(PAYOUTS))('%s while a cancellation is requested', (_, { pay }) => {
  /** Starts a payout while the request to cancel another, paid-out event is not committed. */
  async function race(db: Db) {
    const built = await build()
    const { organizer } = built
    const { id, title } = await soldEvent(stage, organizer)
    const paid = { amount: 1000, reference: newReceipt() }
    expect((await callFor(stage, admin, `POST /api/events/${id}/payouts`, paid)).status).toBe(201)
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table audit_log in share mode`.execute(tx),
      async () => {
        const cancellation = { eventId: id, title, reason: 'The hall is closed' }
        const asking = cancelEvent({ ...stage.deps, db, endPayout }, organizer.viewer, cancellation)
        await waitFor('the request waits', async () => (await countWaiters(stage.db)) === 1)
        return await Promise.allSettled([asking, pay(db, built)])
      },
      { waiters: 2 },
    )
    const event = { id: built.eventId, organizer_id: organizer.id }
    const { owedCents, mayLackCents } = await readAvailable(stage.db, event, stage.clock.now())
    return {
      ends: ends.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason.code)),
      left: owedCents / 100,
      lacks: mayLackCents / 100,
    }
  }

  test('takes the money of its refunds without the lock', async () => {
    const { ends, left, lacks } = await withoutGuards(stage, [EVENTS_LOCK], race)
    expect(ends).toEqual(['done', 'done'])
    expect([left, lacks]).toEqual([200, 1000])
  })

  test('is refused with the lock', async () => {
    const { ends, left, lacks } = await race(stage.db)
    expect(ends).toEqual(['done', 'beyond_available'])
    expect([left, lacks]).toEqual([1000, 200])
  })
})
