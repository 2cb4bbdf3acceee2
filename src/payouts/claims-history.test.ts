// spec: payout-claims
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { type Account, givePayoutAccount } from '../../test/payouts.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { keepStage } from '../../test/stage.ts'
import { freezePayouts, releasePayouts } from '../events/payout-plan/freeze.sql.ts'
import { recordPayout } from '../ledger/recorded-payouts.ts'
import { switchSending } from '../payments/outgoing/sending-switch.ts'
import { inTransaction } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { requestLinkRefund } from '../refunds/reschedule/request-link-refund.ts'
import { requestMove } from '../refunds/reschedule/request-move.ts'
import { requestRefund } from '../refunds/take-back/take-back.ts'
import { approve } from '../requests/requests.ts'
import { partsOfBalance } from './balance-parts.rules.ts'
import { checkRecorded } from './check-recorded.ts'
import { payoutRequests } from './payout-requests.ts'
import { readAvailable, requestPayout } from './payouts.ts'

// Plays random histories of an event. After each payout, compares the balance with the refunds
// that the pages of the refund links offer at that moment.

const RUNS = 12
const DAY_MS = 86_400_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '10000', MPESA_MAX_KES: '1400' })
let world: RefundWorld
let admin: Account
let owner: Account
beforeAll(async () => {
  world = playRefunds(stage)
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

type Played = BuiltEvent & { orders: string[] }

const owned = (event: Played) =>
  readAvailable(stage.db, { id: event.id, organizer_id: owner.id }, stage.clock.now())

/** The sum, in cents, of the refunds that the event's links offer now. */
async function sumOffered(event: Played): Promise<number> {
  const links = await stage.db
    .selectFrom('refund_link')
    .select('token')
    .where('order_id', 'in', event.orders)
    .execute()
  let sum = 0
  for (const { token } of links) {
    const { state, amount } = (await stage.app.inject({ url: `/api/refund_links/${token}` })).json()
    if (state === 'open') sum += amount * 100
  }
  return sum
}

const countSent = () =>
  world.calls('b2c').filter(({ remarks }) => remarks?.startsWith('Payout')).length

const setSending = (on: boolean) => switchSending(stage.deps, admin.viewer, { on })

type Act = keyof typeof ACTS | keyof typeof STOPS
type Step = { act: Act; share: number; which: number }

const pick = (event: Played, which: number) => event.orders[which % event.orders.length]!
const wholeShillings = (cents: number) => cents - (cents % 100)

/** Each act returns true if money has left the balance for the event's organizer. */
const ACTS = {
  async sell(event: Played, { which }: Step) {
    const order = await prompted(stage, event, [1 + (which % 4)])
    await pay(stage, order, newReceipt())
    event.orders.push(order.orderId)
    return false
  },
  async admit(event: Played, { which }: Step) {
    const tickets = stage.db.updateTable('ticket').where('order_id', '=', pick(event, which))
    await tickets
      .where('state', '=', 'valid')
      .set(({ ref }) => ({ admitted: ref('admits'), state: 'used' }))
      .execute()
    return false
  },
  async move(event: Played, { which }: Step) {
    const schedule = { location: `Hall ${which}, Nairobi` }
    const request = { schedule, tell: which % 5 > 0, reason: '' }
    await requestMove(stage.deps, admin.viewer, event.id, request)
    return false
  },
  async refund(event: Played, { which }: Step) {
    await requestRefund(stage.deps, admin.viewer, { orderId: pick(event, which), reason: 'other' })
    return false
  },
  async claim(event: Played, { which }: Step) {
    const orderId = pick(event, which)
    const link = await stage.db
      .selectFrom('refund_link')
      .select('token')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (!link) return false
    await requestLinkRefund(stage.deps, { token: link.token, owner: { orderId }, parts: null })
    return false
  },
  async ask(event: Played, { share, which }: Step) {
    const { owedCents, availableCents } = await owned(event)
    const some = wholeShillings(Math.ceil(owedCents * share))
    const amountCents = which % 2 === 0 && availableCents > 0 ? availableCents : Math.max(some, 100)
    await requestPayout(stage.deps, owner.viewer, { eventId: event.id, amountCents })
    return false
  },
  async approve(event: Played) {
    const waiting = stage.db.selectFrom('payout').select('id').where('state', '=', 'asked')
    const payout = await waiting.where('event_id', '=', event.id).executeTakeFirst()
    if (!payout) return false
    await approve(stage.deps, payoutRequests, admin.viewer, { id: payout.id, approval: {} })
    return true
  },
  async record(event: Played, { share, which }: Step) {
    const { owedCents, claims } = await owned(event)
    // Half of the payouts take all money that is not claimed, or one cent more.
    const edge = owedCents - claims.cents + (which % 2)
    const amountCents = Math.max(1, which % 4 < 2 ? edge : Math.ceil(owedCents * share))
    const payout = { eventId: event.id, amountCents, reference: newReceipt(), by: admin.id }
    await recordPayout({ ...stage.deps, checkRecorded }, payout)
    return true
  },
  async send() {
    const before = countSent()
    await setSending(true)
    stage.pass(3 * 3600_000)
    await stage.sweep()
    await stage.runJobs()
    await world.deliver()
    await setSending(false)
    return countSent() > before
  },
  async wait(_event: Played, { which }: Step) {
    stage.pass((which % 16) * DAY_MS)
    return false
  },
}

/** Acts that stop the payouts of an event, and the act that releases a frozen event. */
const STOPS = {
  async freeze(event: Played) {
    await inTransaction(stage.db, (tx) => freezePayouts(tx, event.id, stage.clock.now()))
    return false
  },
  async release(event: Played) {
    await inTransaction(stage.db, (tx) => releasePayouts(tx, event.id, stage.clock.now()))
    return false
  },
  async makeSafer(event: Played) {
    await setEvent(event, { payout_release: 'after_event' })
    return false
  },
  async cancel(event: Played) {
    await setEvent(event, { cancelled_at: stage.clock.now() })
    return false
  },
}

async function setEvent({ id }: Played, set: { payout_release?: string; cancelled_at?: Date }) {
  await stage.db.updateTable('event').set(set).where('id', '=', id).execute()
}

/** The amount, in cents, that has left for the organizer, or that M-Pesa was asked to pay. */
async function leftCents({ id }: Played): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(r.amount_cents) filter (where r.state in ('sending', 'sent', 'unknown', 'done')), 0)::bigint
      + coalesce((select sum(l.amount_cents) from ledger_entry e join ledger_line l on l.entry_id = e.id
          where l.event_id = ${id} and l.account = 'organizer' and e.movement like 'payout:%'), 0)::bigint
      as cents
    from payout_part r join payout p on p.id = r.payout_id where p.event_id = ${id}`.execute(
    stage.db,
  )
  return rows[0]!.cents
}

/** Whether no money of the event may leave. */
async function isStopped({ id }: Played): Promise<boolean> {
  const event = await stage.db
    .selectFrom('event')
    .select(['payouts_frozen_at', 'cancelled_at', 'payout_release'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isHeld = event.payout_release === 'after_event'
  return isHeld || event.payouts_frozen_at !== null || event.cancelled_at !== null
}

/** Sequences of acts that histories contain besides single acts. */
const CHAINS = [
  ['ask', 'move', 'approve'],
  ['move', 'ask', 'approve'],
  ['ask', 'approve', 'move', 'send'],
  ['move', 'record'],
] as const satisfies (keyof typeof ACTS)[][]

const STOPPED_CHAINS = [
  ['ask', 'approve', 'freeze', 'send'],
  ['ask', 'approve', 'makeSafer', 'send'],
  ['ask', 'approve', 'cancel', 'send', 'record'],
  ['freeze', 'record', 'release', 'ask', 'approve', 'send'],
] as const satisfies Act[][]

const nameOf = <Name extends string>(acts: Record<Name, unknown>) => Object.keys(acts) as Name[]

/** Histories of the single acts and of the chains. */
function drawSteps(acts: Act[], chains: readonly (readonly Act[])[]) {
  const single = fc.constantFrom(...acts).map((act): readonly Act[] => [act])
  const share = fc.double({ min: 0.05, max: 1, noNaN: true })
  const drawn = fc.record({
    acts: fc.oneof(single, fc.constantFrom(...chains)),
    share,
    which: fc.nat(40),
  })
  return fc
    .array(drawn, { minLength: 4, maxLength: 10 })
    .map((all) => all.flatMap(({ acts, ...rest }) => acts.map((act): Step => ({ act, ...rest }))))
}

/** Plays a history of a new event. Calls `check` after each step, with the step's error code. */
async function play(
  history: Step[],
  check: (event: Played, played: { isPaid: boolean; refusal: string }) => Promise<void>,
) {
  await setSending(false)
  const spec = { date: '2028-12-12', organizerId: owner.id, types: [{ price: 333 }] }
  const event: Played = { ...(await buildEvent(stage.db, spec)), orders: [] }
  for (const act of ['sell', 'sell'] as const) {
    await ACTS[act](event, { act, share: 1, which: 2 })
  }
  const acts = { ...ACTS, ...STOPS }
  for (const step of history) {
    let refusal = ''
    const isPaid = await acts[step.act](event, step).catch((error) => {
      if (!(error instanceof AppError)) throw error
      refusal = error.code
      return false
    })
    // Buyers are notified, so that all links exist.
    await stage.runJobs()
    await check(event, { isPaid, refusal })
  }
}

/** Expects that each part of the balance that stays is named. */
function expectWholeBalance(found: Awaited<ReturnType<typeof owned>>) {
  const { kept, kept_for_others, requested, requested_elsewhere, cents } = partsOfBalance(found)
  const parts = [kept, kept_for_others, requested, requested_elsewhere, cents]
  const stays = parts.reduce((sum, part) => sum + Math.round(part * 100), 0)
  expect(stays + found.availableCents).toBe(Math.max(0, found.owedCents))
  expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
  expect(cents).toBeLessThan(1)
}

test('no payout leaves an event with less than its refund links offer at that moment', async () => {
  const seen = { paid: 0, refused: 0, kept: 0, edge: 0 }
  const property = fc.asyncProperty(drawSteps(nameOf(ACTS), CHAINS), (history) =>
    play(history, async (event, { isPaid, refusal }) => {
      if (refusal === 'beyond_available') seen.refused += 1
      expectWholeBalance(await owned(event))
      if (!isPaid) return
      const [offered, { owedCents, claims }] = [await sumOffered(event), await owned(event)]
      expect(owedCents).toBeGreaterThanOrEqual(offered)
      expect(claims.cents).toBeGreaterThanOrEqual(offered)
      seen.paid += 1
      if (offered > 0) seen.kept += 1
      if (offered > 0 && owedCents === offered) seen.edge += 1
    }),
  )
  await fc.assert(property, { numRuns: RUNS, seed: 50, endOnFailure: true })
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
})

test('nothing leaves an event that is frozen, cancelled or waits for its morning after', async () => {
  const seen = { stopped: 0, left: 0 }
  // A cancelled event sells nothing.
  const acts = [...nameOf(ACTS), ...nameOf(STOPS)].filter((act) => act !== 'sell')
  const property = fc.asyncProperty(drawSteps(acts, STOPPED_CHAINS), async (history) => {
    let leftBefore: number | null = null
    await play(history, async (event) => {
      const left = await leftCents(event)
      if (left > 0) seen.left += 1
      if (leftBefore !== null) expect(left).toBeLessThanOrEqual(leftBefore)
      leftBefore = (await isStopped(event)) ? left : null
      if (leftBefore !== null) seen.stopped += 1
    })
  })
  await fc.assert(property, { numRuns: RUNS / 2, seed: 50, endOnFailure: true })
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
})
