// spec: payout-stopped
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  givePayoutAccount,
  sellTicket,
  soldEvent,
} from '../../../test/payouts.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { recordRestored, releaseRestored } from '../../platform/database/restored.sql.ts'
import type { PayoutAccountRequest } from '../payout-accounts.contract.ts'
import { setPayoutAccount } from '../payout-accounts.ts'
import { readAvailable } from '../payouts.ts'
import { readEventPayouts } from '../read-payouts.ts'

/** An organizer needs an admin's approval to cancel or reschedule an event with more sales. */
const ASKS = { ORGANIZER_REFUND_MAX_KES: '500' }

let world: RefundWorld
let admin: Account
let owner: Account
const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', MPESA_MAX_KES: '500', ...ASKS })
beforeEach(async () => {
  world = playRefunds(stage)
  // Bearer tokens expire when the clock moves on, so each test has its own accounts.
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
})

const OLD = { kind: 'mpesa', number: '254712345678' }
const BANK = { kind: 'bank', number: '0123456789', bank: 'Equity' }
const setAccount = (account: PayoutAccountRequest) =>
  setPayoutAccount(stage.deps, owner.viewer, account, '192.0.2.1')
const replace = () => setAccount({ kind: 'till', number: '543210' })
const switchSending = (on: boolean) => callFor(stage, admin, 'POST /api/refunds/sending', { on })

/** Approves a payout of KES 700, in two parts, and sends nothing yet. */
async function approved(account: Parameters<typeof givePayoutAccount>[2] = OLD) {
  const event = await soldEvent(stage, owner, 500)
  await sellTicket(stage, event)
  await givePayoutAccount(stage, owner, account)
  const payout = { owner, admin, eventId: event.id, amount: 700 }
  const payoutId = await approvedPayout(stage, payout)
  return { event, payoutId }
}

const partsOf = async (payoutId: string) =>
  await stage.db
    .selectFrom('payout_part')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('position')
    .execute()

const owedOf = async (eventId: string) => {
  const event = { id: eventId, organizer_id: owner.id }
  return (await readAvailable(stage.db, event, stage.clock.now())).owedCents
}

const payoutsOf = async (eventId: string) =>
  (await readEventPayouts(stage.deps, owner.viewer, eventId)).payouts

const mailsTo = (address: string) =>
  stage.mails.filter(({ to }) => to === address).map(({ subject, text }) => `${subject} ${text}`)

/** Runs the jobs, and lets M-Pesa post the results of payouts and of queries. */
async function settle(hours = 2) {
  await stage.runJobs()
  await world.deliver()
  await world.settle(hours)
}

const paidKes = () => world.moved.map(({ amountCents }) => amountCents / 100)

describe('an approved payout whose account is replaced', () => {
  const WAITS: Record<string, { before: () => Promise<unknown>; after: () => Promise<unknown> }> = {
    'sending is stopped': { before: () => switchSending(false), after: () => switchSending(true) },
    'the account that pays is short': {
      before: async () => {
        world.utilityCents = 0
      },
      after: async () => {
        world.utilityCents = 1_000_000_00
      },
    },
    'M-Pesa is busy': {
      before: async () => {
        world.faults.b2c = ['later', 'later']
      },
      after: async () => {},
    },
  }

  test.each(Object.keys(WAITS))(
    'while %s is not sent: its money is in the balance again, and both sides are notified',
    async (name) => {
      await WAITS[name]!.before()
      const { event, payoutId } = await approved()
      await stage.runJobs()
      await world.deliver()
      expect((await partsOf(payoutId)).map(({ state }) => state)).toEqual(['due', 'due'])
      await replace()
      const [payout] = await payoutsOf(event.id)
      expect(payout!.words).toContain('the payout account was changed')
      await WAITS[name]!.after()
      await settle()
      await settle(4)
      expect(paidKes()).toEqual([])
      expect(await partsOf(payoutId)).toMatchObject([
        { state: 'given_back', failure_code: 'account_replaced' },
        { state: 'given_back', failure_code: 'account_replaced' },
      ])
      expect(await owedOf(event.id)).toBe(1000_00)
      expect(await readBookDifferences(stage.db)).toEqual([])
      const toOwner = mailsTo(owner.email)
      expect(toOwner.filter((mail) => mail.includes('KES 700 of approved payouts'))).toHaveLength(1)
      expect(toOwner.filter((mail) => mail.includes('KES 500 was not sent'))).toHaveLength(1)
      const toSupport = mailsTo(stage.env.support.email).filter((mail) =>
        mail.includes(`${owner.email} has changed the payout account`),
      )
      expect(toSupport).toEqual([expect.stringContaining('KES 700 of approved payouts')])
    },
  )

  test('after its first part was sent keeps the other parts', async () => {
    const { event, payoutId } = await approved()
    await stage.runJobs()
    await world.deliver()
    expect(paidKes()).toEqual([500])
    await replace()
    await settle()
    expect(paidKes()).toEqual([500])
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'done' }, { state: 'given_back' }])
    expect(await owedOf(event.id)).toBe(500_00)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('is sent if its owner has set the same account again before', async () => {
    await switchSending(false)
    const { payoutId } = await approved()
    await replace()
    await setAccount({ kind: 'mpesa', number: '0712345678' })
    await switchSending(true)
    await settle()
    expect(world.calls('b2c').map(({ phone }) => phone)).toEqual(['254712345678', '254712345678'])
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('waits as long as its account waits', async () => {
    await switchSending(false)
    const { payoutId } = await approved()
    const usable_at = new Date(stage.clock.now().getTime() + 4 * 3600_000)
    await stage.db
      .updateTable('payout_account')
      .set({ usable_at })
      .where('account_id', '=', owner.id)
      .execute()
    await switchSending(true)
    await settle(3)
    expect(paidKes()).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'due' }, { state: 'due' }])
    await settle(2)
    expect(paidKes().sort()).toEqual([200, 500])
  })

  test('needs a person if M-Pesa may have paid it', async () => {
    world.faults.b2c = ['not_taken']
    const { payoutId } = await approved()
    const first = async () => (await partsOf(payoutId))[0]!
    await stage.runJobs()
    for (let hour = 0; hour < 9 && (await first()).state !== 'due'; hour++) await settle(1)
    const sent = world.calls('b2c').length
    expect(await first()).toMatchObject({ state: 'due', tries: 2 })
    await replace()
    await settle()
    expect(world.calls('b2c')).toHaveLength(sent)
    const { id, state } = await first()
    expect(state).toBe('manual')
    admin = await buildAccount(stage, 'admin')
    expect((await findWork(stage, id))?.known).toMatch(/do not pay.*it may have gone out/)
  })

  test('needs a person if the database was restored since the request', async () => {
    await switchSending(false)
    const { payoutId } = await approved()
    const at = new Date(stage.clock.now().getTime() + 1)
    await inTransaction(stage.db, (tx) => recordRestored(tx, { at, lost_from: at, until: at }))
    await inTransaction(stage.db, releaseRestored)
    await replace()
    await switchSending(true)
    await settle()
    expect(paidKes()).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'manual' }, { state: 'manual' }])
    await stage.db.deleteFrom('setting').where('name', '=', 'restored').execute()
  })

  test('at the bank stays on the work list, whose row says not to pay', async () => {
    const { event, payoutId } = await approved(BANK)
    const [part] = await partsOf(payoutId)
    const known = async () => (await findWork(stage, part!.id))?.known
    expect(await known()).toBe('KES 700 was approved for Equity, account 0123456789.')
    await replace()
    await stage.runJobs()
    expect(await known()).toBe(
      'KES 700 was approved for Equity, account 0123456789. The organizer has changed the payout account since: do not pay. If no one has paid it before, put it back.',
    )
    expect((await payoutsOf(event.id))[0]!.words).toContain('the payout account was changed')
    const toSupport = mailsTo(stage.env.support.email)
    expect(toSupport.at(-1)).toContain('pay nothing to the old account')
  })

  test('is not sent either if the event has another organizer now', async () => {
    await switchSending(false)
    const { event, payoutId } = await approved()
    const organizer_id = (await buildAccount(stage)).id
    await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', event.id).execute()
    await switchSending(true)
    await settle()
    expect(paidKes()).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([
      { state: 'given_back' },
      { state: 'given_back' },
    ])
  })
})

describe('an approved payout of an event whose organizer', () => {
  const act = (who: Account, path: string, body: object) =>
    callFor(stage, who, `POST /api/events/${path}`, body)
  const bodies = {
    cancel: (title: string) => ({ title, reason: 'The hall is closed' }),
    reschedule: () => ({ date: '2027-03-01', time: '15:00', reason: 'The hall is closed' }),
  }

  /** Requests a cancellation or reschedule when M-Pesa has the first part and the second is due. */
  async function frozen(verb: keyof typeof bodies) {
    world.faults.b2c = ['later', 'later']
    const { event, payoutId } = await approved()
    await stage.runJobs()
    const answer = await act(owner, `${event.id}/${verb}`, bodies[verb](event.title))
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: verb === 'cancel' ? 202 : 200,
    })
    await settle(4)
    expect(world.moved).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'due' }, { state: 'due' }])
    return { event, payoutId }
  }

  test.each(['cancel', 'reschedule'] as const)(
    'asks to %s it is not sent before an admin has decided',
    async (verb) => {
      const { event, payoutId } = await frozen(verb)
      expect((await payoutsOf(event.id))[0]).toMatchObject({
        stage: 'on_its_way',
        words: 'Waiting until we have decided about your event',
      })
      admin = await buildAccount(stage, 'admin')
      await act(admin, `${event.id}/measure/return`, { words: 'Another hall is free' })
      await settle()
      expect(paidKes().sort()).toEqual([200, 500])
      expect(await partsOf(payoutId)).toMatchObject([{ state: 'done' }, { state: 'done' }])
    },
  )

  test('is allowed to cancel it goes back into the balance', async () => {
    const { event, payoutId } = await frozen('cancel')
    admin = await buildAccount(stage, 'admin')
    const { version } = (await findWork(stage, event.id))!
    const done = await act(admin, `${event.id}/measure/approve`, { version })
    expect(done, JSON.stringify(done.body)).toMatchObject({ status: 200 })
    await settle()
    expect(world.calls('b2c').filter(({ remarks }) => remarks?.startsWith('Payout'))).toHaveLength(
      1,
    )
    expect(await partsOf(payoutId)).toMatchObject([
      { state: 'given_back', failure_code: 'event_cancelled' },
      { state: 'given_back', failure_code: 'event_cancelled' },
    ])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('asks to cancel it is not to be paid at the bank', async () => {
    const { event, payoutId } = await approved(BANK)
    await act(owner, `${event.id}/cancel`, bodies.cancel(event.title))
    const [part] = await partsOf(payoutId)
    expect((await findWork(stage, part!.id))?.known).toContain(
      'The event may be cancelled: do not pay before you have decided about that.',
    )
  })
})
