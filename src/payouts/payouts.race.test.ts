import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type Account, callFor, givePayoutAccount, soldEvent } from '../../test/payouts.ts'
import { keepStage } from '../../test/stage.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { requestRefund } from '../refunds/take-back/take-back.ts'
import { approve as approveRequest } from '../requests/requests.ts'
import { payoutRequests } from './payout-requests.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admins: [Account, Account]
beforeAll(async () => {
  admins = [await buildAccount(stage, 'admin'), await buildAccount(stage, 'admin')]
})

const EVENTS_LOCK = /(?<=order by id) for no key update$/
const UNDECIDED = / and state = 'asked'(?= returning id)/
const WAITING = / and state = 'sent'(?= returning kind)/

/** Builds an event with a sale of KES 1,000. Its organizer requests a payout of `amount`. */
async function buildPayout(amount: number, owner?: Account) {
  const organizer = owner ?? (await buildAccount(stage))
  if (!owner) await givePayoutAccount(stage, organizer)
  const event = await soldEvent(stage, organizer)
  const payload = { event_id: event.id, amount }
  const { body } = await callFor(stage, organizer, 'POST /api/payouts', payload)
  return { organizer, event, payoutId: body.id as string }
}

/** Starts two calls while the ledger is locked, so that both read before either call writes. */
async function together(work: () => Promise<unknown>[]): Promise<string[]> {
  const ends = await behind(
    stage.db,
    (tx) => sql`lock table ledger_entry in share mode`.execute(tx),
    () => Promise.allSettled(work()),
    { waiters: 2 },
  )
  return ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason.code as string)))
}

async function owedOf(eventId: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select -sum(amount_cents)::bigint as owed from ledger_line
    where event_id = ${eventId} and account = 'organizer'`.execute(stage.db)
  return rows[0]!.owed
}

const approve = (db: Db, admin: Account, payoutId: string) =>
  approveRequest({ ...stage.deps, db }, payoutRequests, admin.viewer, {
    id: payoutId,
    approval: {},
  })

// spec: payout-approved-once
describe('two admins who approve a payout at once', () => {
  async function approveTwice(db: Db) {
    const { event, payoutId } = await buildPayout(800)
    const ends = await together(() => admins.map((admin) => approve(db, admin, payoutId)))
    return { ends: ends.sort(), owed: await owedOf(event.id) }
  }

  test('collide without the lock, and only the key of its parts keeps it from being paid twice', async () => {
    const guards = [EVENTS_LOCK, UNDECIDED, WAITING]
    const { ends, owed } = await withoutGuards(stage, guards, approveTwice)
    expect(ends).not.toEqual(['done', 'done'])
    expect(owed).toBe(200_00)
  })

  test('pay it once with the lock, and both calls succeed', async () => {
    expect(await approveTwice(stage.db)).toEqual({ ends: ['done', 'done'], owed: 200_00 })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })
})

// spec: payout-against-refund
describe('a payout that is approved while the order is refunded', () => {
  async function race(db: Db) {
    const { event, payoutId } = await buildPayout(800)
    const refund = { reason: 'other' } as const
    const ends = await together(() => [
      requestRefund({ ...stage.deps, db }, admins[0].viewer, { orderId: event.orderId, ...refund }),
      approve(db, admins[1], payoutId),
    ])
    return { ends, owed: await owedOf(event.id) }
  }

  test('spends the money a second time without the lock', async () => {
    const { ends, owed } = await withoutGuards(stage, [EVENTS_LOCK, / for share$/], race)
    expect(ends).toEqual(['done', 'done'])
    expect(owed).toBe(-800_00)
  })

  test('is refused with the lock, or the refund sees it', async () => {
    const { ends, owed } = await race(stage.db)
    expect(ends[0]).toBe('done')
    expect([ends[1], owed]).toEqual(
      ends[1] === 'done' ? ['done', -800_00] : ['beyond_available', 0],
    )
  })
})

describe('payouts of two events of an organizer, of which a third owes', () => {
  async function race(db: Db) {
    const first = await buildPayout(800)
    const { organizer } = first
    const next = await buildPayout(800, organizer)
    const debt = await soldEvent(stage, organizer)
    const refund = { reason: 'other' } as const
    // This event was paid out before its order was refunded, so the organizer owes 800.
    const payout = { amount: 800, reference: `FT ${debt.id}` }
    await callFor(stage, admins[0], `POST /api/events/${debt.id}/payouts`, payout)
    await requestRefund(stage.deps, admins[0].viewer, { orderId: debt.orderId, ...refund })
    const ends = await together(() => [
      approve(db, admins[0], first.payoutId),
      approve(db, admins[1], next.payoutId),
    ])
    return ends.sort()
  }

  test('are both approved without the lock', async () => {
    expect(await withoutGuards(stage, [EVENTS_LOCK], race)).toEqual(['done', 'done'])
  })

  test('are approved as far as the third is covered with the lock', async () => {
    expect(await race(stage.db)).toEqual(['beyond_available', 'done'])
  })
})
