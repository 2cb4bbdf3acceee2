// spec: payout-recorded-once
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { buildEvent } from '../../test/build.ts'
import { pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { recordPayout, takeBackPayout } from './recorded-payouts.ts'

const stage = keepStage()
let by: string
beforeAll(async () => {
  by = (await buildAccount(stage, 'admin')).id
})

/** Allows every payout: these events have no reserve and no claims. */
const checkRecorded = async () => {}

const EVENT_LOCK = / for no key update$/

let sales = 0
async function sold(): Promise<string> {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  await pay(stage, await prompted(stage, event, [2]), `UKR000000${++sales}`)
  return event.id
}

/**
 * Records two payouts concurrently: both calls have read the amount owed before either call writes.
 */
async function payTwice(on: Db, payouts: { eventId: string; reference: string }[]) {
  const ends = await behind(
    stage.db,
    (tx) => sql`lock table ledger_entry in share mode`.execute(tx),
    () =>
      Promise.allSettled(
        payouts.map((payout) =>
          recordPayout(
            { ...stage.deps, checkRecorded, db: on },
            { ...payout, amountCents: 1000_00, by },
          ),
        ),
      ),
    { waiters: 2 },
  )
  return ends.map((end) => (end.status === 'fulfilled' ? 'recorded' : end.reason.code)).sort()
}

async function owed(eventId: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select -sum(amount_cents)::bigint as owed from ledger_line
    where event_id = ${eventId} and account = 'organizer'`.execute(stage.db)
  return rows[0]!.owed
}

describe('two admins who pay out the whole amount owed at once', () => {
  const both = (eventId: string) => ['FT1', 'FT2'].map((n) => ({ eventId, reference: n + eventId }))

  test('pay it twice without the lock', async () => {
    const eventId = await sold()
    const unguarded = openUnguarded(stage.env.databaseUrl, [EVENT_LOCK])
    expect(await payTwice(unguarded, both(eventId))).toEqual(['recorded', 'recorded'])
    await unguarded.close()
    expect(await owed(eventId)).toBe(-1000_00)
  })

  test('pay it once with the lock', async () => {
    const eventId = await sold()
    expect(await payTwice(stage.db, both(eventId))).toEqual(['beyond_owed', 'recorded'])
    expect(await owed(eventId)).toBe(0)
  })
})

test('a reference recorded for two events at once becomes one payout', async () => {
  const events = [await sold(), await sold()]
  const payouts = events.map((eventId) => ({ eventId, reference: 'FT-ONE' }))
  expect(await payTwice(stage.db, payouts)).toEqual(['payout_recorded', 'recorded'])
  expect((await owed(events[0]!)) + (await owed(events[1]!))).toBe(1000_00)
})

test('a payout sent twice at once is recorded once, and both calls succeed', async () => {
  const eventId = await sold()
  const payout = { eventId, reference: 'FT-TWICE' }
  expect(await payTwice(stage.db, [payout, payout])).toEqual(['recorded', 'recorded'])
  expect(await owed(eventId)).toBe(0)
})

// spec: payout-taken-back
describe('a payout that two admins reverse at once', () => {
  async function takeBackTwice(db: Db) {
    const eventId = await sold()
    const wanted = { eventId, amountCents: 1000_00, reference: `FT-BACK ${eventId}`, by }
    const { id } = await recordPayout({ ...stage.deps, checkRecorded }, wanted)
    const ends = await behind(
      stage.db,
      (tx) => sql`lock table ledger_entry in share mode`.execute(tx),
      () =>
        Promise.allSettled(
          ['one', 'two'].map((reason) => takeBackPayout({ ...stage.deps, db }, { id, reason, by })),
        ),
      { waiters: 2 },
    )
    return { eventId, ends: ends.map(({ status }) => status).sort() }
  }

  test('is reversed once without the lock: the unique name refuses the second', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [EVENT_LOCK])
    const { eventId, ends } = await takeBackTwice(unguarded)
    await unguarded.close()
    expect(ends).toEqual(['fulfilled', 'rejected'])
    expect(await owed(eventId)).toBe(1000_00)
  })

  test('is reversed once with the lock, and both calls succeed', async () => {
    const { eventId, ends } = await takeBackTwice(stage.db)
    expect(ends).toEqual(['fulfilled', 'fulfilled'])
    expect(await owed(eventId)).toBe(1000_00)
  })
})
