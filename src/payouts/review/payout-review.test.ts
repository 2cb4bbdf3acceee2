// spec: payout-review
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  givePayoutAccount,
  sellTicket,
} from '../../../test/payouts.ts'
import { newReceipt } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { heldFact } from '../held.rules.ts'
import { leftFact, rescheduledFact } from './payout-review.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
let owner: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

const inDays = (days: number) =>
  nairobiDate(new Date(stage.clock.now().getTime() + days * 86_400_000))

/** Sells two tickets of KES 1,000 each, and requests a payout. */
async function requested(amount: number, date = inDays(13)) {
  const event = await buildEvent(stage.db, {
    ...{ title: 'Derby Day', date: inDays(13), organizerId: owner.id, types: [{ price: 1000 }] },
  })
  await sellTicket(stage, event)
  await sellTicket(stage, event)
  await stage.db.updateTable('event').set({ date }).where('id', '=', event.id).execute()
  const body = { event_id: event.id, amount }
  const asked = await callFor(stage, owner, 'POST /api/payouts', body)
  expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 201 })
  return { event, payoutId: asked.body.id as string }
}

const review = (payoutId: string, who = admin) =>
  callFor(stage, who, `GET /api/payouts/${payoutId}/review`)

async function factsOf(payoutId: string): Promise<Record<string, string>> {
  const { facts } = (await review(payoutId)).body as { facts: TaskFact[] }
  return Object.fromEntries(facts.map(({ label, text }) => [label, text]))
}

test('an admin reads that the event is ahead, who asks, and that it is the first payout', async () => {
  const { payoutId } = await requested(1600)
  expect((await review(payoutId)).body).toMatchObject({
    id: payoutId,
    amount: 1600,
    event_title: 'Derby Day',
    refusal: null,
  })
  const facts = await factsOf(payoutId)
  expect(facts).toMatchObject({
    Event: expect.stringMatching(/^Not held yet: \w+ \d+, 20\d\d \(in 13 days\)$/),
    'Buyers may still claim': 'Nothing',
    'Left after this payout':
      'KES 400 of KES 2,000. KES 400 is kept for refunds (20% of sales after fees)',
    'Paid out before': 'Nothing: this is the first payout',
    'Requested by': expect.stringMatching(/^The organizer, \w+, \w+ \d+, \d+:\d\d [AP]M$/),
    'Goes to': expect.stringMatching(/^M-PESA 0712 345 678, since /),
  })
  expect(facts.Organizer).toContain(`${owner.email}. Account since `)
  expect(Object.keys(facts)).not.toContain('Rescheduled')
})

test('a reschedule is a warning for two days, with the old and the new schedule in one style', () => {
  const old = { date: '2027-01-22', time: '19:00', location: 'Nyayo' }
  const announced_at = new Date('2026-11-30T19:26:00Z')
  const change = { announced_at, old, new: { ...old, date: '2027-02-20', time: '18:30' } }
  const after = (hours: number) =>
    rescheduledFact(change, new Date(announced_at.getTime() + hours * 3_600_000))
  expect(after(47)).toEqual({
    label: 'Rescheduled',
    text: 'From January 22, 2027, 7:00 PM to February 20, 2027, 6:30 PM, announced November 30, 2026, 10:26 PM',
    is_warning: true,
  })
  expect(after(49)!.is_warning).toBe(false)
  expect(rescheduledFact(undefined, announced_at)).toBe(null)
})

test('after a reschedule an admin reads when it was, what may be claimed, and that nothing can be paid', async () => {
  const { event, payoutId } = await requested(1600)
  const to = { location: 'Kasarani, Nairobi' }
  await callFor(stage, admin, `POST /api/events/${event.id}/reschedule`, to)
  const facts = await factsOf(payoutId)
  expect(facts.Rescheduled).toMatch(
    /^From Nyayo Stadium, Nairobi to Kasarani, Nairobi, announced \w+ \d+, 20\d\d, \d+:\d\d [AP]M$/,
  )
  expect(facts['Buyers may still claim']).toMatch(/^KES 2,000, until the end of \w+ \d+, 20\d\d$/)
  expect(facts['Left after this payout']).toBe(
    'KES 400 of KES 2,000, but KES 2,000 must stay for these claims',
  )
  expect((await review(payoutId)).body.refusal).toMatch(
    /^Nothing can be paid out now\. Buyers may claim KES 2,000 until the end of /,
  )
})

test('an admin reads open reports about events of the organizer first, and its team reads none', async () => {
  const { event, payoutId } = await requested(1600)
  expect(await factsOf(payoutId)).toMatchObject({ 'Reports by visitors': 'None open' })
  const complaint = { id: randomUUID(), event_id: event.id, reason: 'fake', text: 'Last year' }
  const created_at = stage.clock.now()
  await stage.db
    .insertInto('complaint')
    .values({ ...complaint, created_at })
    .execute()
  const { facts } = (await review(payoutId)).body as { facts: TaskFact[] }
  const reports = facts.find(({ label }) => label === 'Reports by visitors')!
  expect(reports.text).toBe('1 open. Derby Day: it looks fake or like a scam')
  // Warnings come first, so that a phone shows them without scrolling.
  const marks = facts.map(({ is_warning }) => is_warning)
  expect(marks).toEqual(marks.toSorted((one, other) => Number(other) - Number(one)))
  expect(reports.is_warning).toBe(true)
  expect(JSON.stringify((await review(payoutId, owner)).body)).not.toContain('Reports')
})

/** Sells this many tickets, of KES 1,000 each, of another event of the organizer. */
async function sold(count: number, title = 'Lake Festival') {
  const event = await buildEvent(stage.db, {
    ...{ title, date: inDays(13), organizerId: owner.id, types: [{ price: 1000 }] },
  })
  const orders = []
  for (let one = 0; one < count; one++) orders.push(await sellTicket(stage, event))
  return { event, orders }
}

test('a payout names events of the organizer that may be cancelled, and what buyers of others may claim', async () => {
  const { payoutId } = await requested(1600)
  const { event } = await sold(2, 'Lake Festival')
  const path = `POST /api/events/${event.id}`
  expect((await callFor(stage, admin, `${path}/payouts`, paid(2000))).status).toBe(201)
  expect(await factsOf(payoutId)).not.toHaveProperty('Waits for a decision')
  const asked = { title: 'Lake Festival', reason: 'The hall is closed.' }
  expect((await callFor(stage, owner, `${path}/cancel`, asked)).status).toBe(202)
  expect(await factsOf(payoutId)).toMatchObject({
    'Waits for a decision': 'The cancellation of Lake Festival (KES 2,000 for refunds)',
    'Missing elsewhere':
      'KES 2,000 if the cancellation of Lake Festival is approved. No other event covers it, and KES 1,600 of this event is kept for it',
    'May not be covered':
      'At most KES 400: the organizer owes it to us after an approval. Nothing is paid out before the decision',
  })
  expect((await review(payoutId)).body.refusal).toBe(
    "Nothing can be paid out now. Refunds of Lake Festival may need KES 1,600 of this event's money. An admin must decide about the cancellation of Lake Festival first.",
  )
  expect((await callFor(stage, owner, `${path}/measure/withdraw`)).status).toBe(200)
  const to = { location: 'Kasarani, Nairobi' }
  expect((await callFor(stage, admin, `${path}/reschedule`, to)).status).toBe(200)
  expect(await factsOf(payoutId)).toMatchObject({
    'Missing elsewhere':
      'KES 2,000 if all buyers of Lake Festival claim refunds. No other event covers it, and KES 1,600 of this event is kept for it',
    'May not be covered':
      'At most KES 400: the organizer owes it to us when it is claimed. Nothing is paid out before',
  })
  expect((await review(payoutId)).body.refusal).toBe(
    "Nothing can be paid out now. Refunds of Lake Festival may need KES 1,600 of this event's money.",
  )
  const statement = await callFor(stage, owner, `GET /api/events/${event.id}/payouts`)
  expect(statement.body).toMatchObject({ owed: 0, claims: 2000, uncovered: 0 })
})

const paid = (amount: number) => ({ amount, reference: newReceipt() })

/** Pays out an event of this many tickets, and refunds all of them afterwards. */
async function paidAndRefunded(title: string, count: number): Promise<void> {
  const { event, orders } = await sold(count, title)
  const date = inDays(-3)
  await stage.db.updateTable('event').set({ date }).where('id', '=', event.id).execute()
  const path = `POST /api/events/${event.id}/payouts`
  await callFor(stage, admin, path, paid(count * 1000))
  for (const { orderId } of orders) {
    const refund = { order_id: orderId, reason: 'other' }
    expect((await callFor(stage, admin, 'POST /api/refunds', refund)).status).toBe(201)
  }
}

test('a debt is the one of the statement, and what buyers may still claim is apart', async () => {
  const debtAt = async (path: string) => (await callFor(stage, admin, path)).body.uncovered
  const before = await debtAt('GET /api/statement')
  const { payoutId } = await requested(1600)
  const { event } = await sold(2, 'Lake Festival')
  const path = `POST /api/events/${event.id}`
  expect((await callFor(stage, admin, `${path}/payouts`, paid(2000))).status).toBe(201)
  const to = { location: 'Kasarani, Nairobi' }
  expect((await callFor(stage, admin, `${path}/reschedule`, to)).status).toBe(200)
  await paidAndRefunded('Forest Retreat', 3)
  expect(await factsOf(payoutId)).toMatchObject({
    'Not covered':
      'KES 1,400: the organizer owes it to us. Nothing is paid out while it is missing',
    'May not be covered':
      'At most KES 2,000: the organizer owes it to us when it is claimed. Nothing is paid out before',
  })
  expect(await debtAt(`GET /api/events/${event.id}/payouts`)).toBe(1400)
  expect(await debtAt(`GET /api/statement?organizer_id=${owner.id}`)).toBe(1400)
  expect((await debtAt('GET /api/statement')) - before).toBe(1400)
  const judged = await callFor(stage, admin, `GET /api/events/${event.id}/organizer_facts`)
  expect(judged.body.organizer).toMatchObject({ owes: 1400 })
})

test('a payout whose money another event needs says how much others cover, this event keeps and nobody covers', async () => {
  const { payoutId } = await requested(1600)
  await paidAndRefunded('Forest Retreat', 2)
  expect(await factsOf(payoutId)).toMatchObject({
    'Missing elsewhere':
      'KES 2,000 for refunds of Forest Retreat. No other event covers it, and KES 1,600 of this event is kept for it',
    'Not covered': 'KES 400: the organizer owes it to us. Nothing is paid out while it is missing',
    'Left after this payout':
      'KES 400 of KES 2,000, but KES 400 must stay for refunds (20% of sales after fees) and KES 1,600 for refunds of Forest Retreat',
  })
  expect((await review(payoutId)).body.refusal).toBe(
    "Nothing can be paid out now. Refunds of Forest Retreat need KES 1,600 of this event's money.",
  )
  expect((await review(payoutId)).body.instead).toBeNull()
  await sold(2)
  const facts = await factsOf(payoutId)
  expect(facts['Missing elsewhere']).toBe(
    "KES 2,000 for refunds of Forest Retreat. The organizer's other events cover KES 1,600 of it, and KES 400 of this event is kept for it",
  )
  expect(facts['Not covered']).toBeUndefined()
  const blocked = (await review(payoutId)).body
  expect(blocked.refusal).toMatch(/^Only KES 1,200 can be paid out now\. /)
  expect(blocked.instead).toBe(1200)
  await sold(1)
  const covered = (await review(payoutId)).body
  expect(covered.refusal).toBeNull()
  expect(covered.facts).toContainEqual({
    label: 'Missing elsewhere',
    text: "KES 2,000 for refunds of Forest Retreat. The organizer's other events cover it",
    is_warning: false,
  })
})

test('a later payout shows the earlier payouts, sent and recorded by hand', async () => {
  const first = await requested(500, inDays(-20))
  const path = `POST /api/events/${first.event.id}/payouts`
  await callFor(stage, admin, path, { amount: 300, reference: newReceipt() })
  const { body } = await callFor(stage, admin, path, { amount: 200, reference: newReceipt() })
  const { lines } = (await callFor(stage, admin, `GET /api/events/${body.event_id}/statement`)).body
  await callFor(stage, admin, `POST /api/payouts/${lines[0].id}/take_back`, { words: 'A slip' })
  expect((await factsOf(first.payoutId)).Event).toMatch(/no ticket was checked in$/)
  const read = (who: Account) =>
    callFor(stage, who, `GET /api/events/${first.event.id}/payouts`).then(({ body }) => body.missed)
  expect(await read(admin)).toMatch(/^Date passed, .*; no ticket was checked in$/)
  expect(await read(owner)).toBeNull()
  const inside = { admitted: 1, state: 'used' } as const
  const ofEvent = stage.db.updateTable('ticket').set(inside)
  await ofEvent.where('event_id', '=', first.event.id).execute()
  expect(await read(admin)).toBeNull()
  const facts = await factsOf(first.payoutId)
  expect(facts.Event).toMatch(/^Held on \w+ \d+, 20\d\d$/)
  expect(facts['Paid out before']).toMatch(/^KES 300 in 1 payout, the last on /)
  expect(facts['Left after this payout']).toBe('KES 1,200 of KES 1,700')
  expect(facts['Paid by hand since']).toMatch(/^KES 300, recorded after this request/)
})

test('a payout of more than the balance leaves nothing, and no negative amount', () => {
  const none = { cents: 0, until: null }
  const claims = { ...none, hasFee: false }
  const found = { owedCents: 0, claims, reserve: none, othersCents: 0, lacking: [] }
  expect(leftFact(found, { amountCents: 25_000_00, share: 2000 })).toEqual({
    ...{ label: 'Left after this payout', text: 'Nothing: the balance is KES 0' },
    is_warning: true,
  })
})

test('who asked is named if it was another member of the team', async () => {
  const { payoutId } = await requested(500)
  const member = await buildAccount(stage)
  await stage.db
    .updateTable('payout')
    .set({ asked_by: member.id })
    .where('id', '=', payoutId)
    .execute()
  expect((await factsOf(payoutId))['Requested by']).toContain(member.email)
})

test('a review is shown only while the payout waits, and to nobody outside the team', async () => {
  const other = await buildAccount(stage)
  const { event, payoutId } = await requested(500)
  expect((await review(payoutId, owner)).status).toBe(200)
  expect((await review(payoutId, other)).status).toBe(404)
  for (const id of [randomUUID(), 'x']) expect((await review(id)).status).toBe(404)
  await callFor(stage, admin, `POST /api/payouts/${payoutId}/refuse`, { words: 'No' })
  expect(await review(payoutId)).toMatchObject({ status: 409, body: { code: 'payout_decided' } })
  await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 400 })
})

test('the event is held from the morning after its day if a ticket was checked in', () => {
  const factOf = (date: string | null, at: Date, isCheckedIn = true) =>
    heldFact({ date, isCheckedIn }, at)
  const now = new Date('2026-12-12T20:00:00+03:00')
  expect(factOf('2026-12-12', now).text).toBe('Not held yet: December 12, 2026 (today)')
  expect(factOf('2026-12-13', now).text).toBe('Not held yet: December 13, 2026 (in 1 day)')
  const after = new Date('2026-12-14T09:00:00+03:00')
  expect(factOf('2026-12-12', after)).toEqual({
    ...{ label: 'Event', text: 'Held on December 12, 2026', is_warning: false },
  })
  expect(factOf('2026-12-12', after, false)).toEqual({
    label: 'Event',
    text: 'Date passed, December 12, 2026; no ticket was checked in',
    is_warning: true,
  })
  expect(factOf(null, now).text).toBe('Not held yet: it has no date')
})

// spec: payout-after-event
test('an admin reads until when the money is held, and cannot approve before', async () => {
  const { event, payoutId } = await requested(1600)
  expect((await factsOf(payoutId))['Held until']).toBeUndefined()
  const plan = { payout_release: 'after_event' }
  await stage.db.updateTable('event').set(plan).where('id', '=', event.id).execute()
  expect((await factsOf(payoutId))['Held until']).toMatch(/, 6:00 AM$/)
  const { refusal } = (await review(payoutId)).body
  expect(refusal).toMatch(/^The money of this event stays with us until .*6:00 AM\.$/)
})
