// spec: team-roles
// The limits of each role: payouts, ticket numbers, dates of events, and gate phones.
import { describe, expect, test } from 'vitest'
import type { TeamRole } from '../src/platform/http/platform.contract.ts'
import { nairobiDate } from '../src/platform/values/nairobi.rules.ts'
import { buildAccount } from './accounts.ts'
import { draftOf, LEAST } from './event-form.ts'
import { type Account, approvedPayout, callFor, givePayoutAccount, soldEvent } from './payouts.ts'
import { keepStage } from './stage.ts'
import { addMember, buildMember, buildTeam, soldTo } from './team.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })

/** The date of an event that has long been over. */
const PAST = '2026-11-01'

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)

describe('a payout', () => {
  const moveTo = (id: string, date: string) =>
    stage.db.updateTable('event').set({ date }).where('id', '=', id).execute()

  test('of an event that has not taken place, or was brought forward, is approved by no member', async () => {
    const owner = await buildAccount(stage)
    await givePayoutAccount(stage, owner)
    const { id: eventId, title } = await soldEvent(stage, owner)
    const money = await buildMember(stage, { organizerId: owner.id, role: 'money' })
    const { body } = await call(money, 'POST /api/payouts', { event_id: eventId, amount: 500 })
    const approve = (who: Account) => call(who, `POST /api/payouts/${body.id}/approve`)
    const read = async (who: Account) =>
      (await call(who, `GET /api/events/${eventId}/payouts`)).body.payouts[0]
    const refused = { status: 409, body: { code: 'payout_before_event' } }
    expect(await approve(owner)).toMatchObject(refused)
    const moveForward = (date: string) =>
      call(owner, `POST /api/events/${eventId}/reschedule`, { date, reason: 'The hall is free' })
    expect(await moveForward(PAST)).toMatchObject({ status: 422 })
    const tomorrow = nairobiDate(new Date(stage.clock.now().getTime() + 24 * 3600_000))
    const moved = await moveForward(tomorrow)
    expect(moved).toMatchObject({ status: 200, body: { date: tomorrow, waits: false } })
    expect(await approve(owner)).toMatchObject(refused)
    expect(await read(owner)).toMatchObject({
      ...{ may_approve: false, words: 'Waiting for approval by an admin' },
    })
    const admin = await buildAccount(stage, 'admin')
    expect((await read(admin)).may_approve).toBe(true)
    await stage.runJobs()
    const mail = stage.mails.find(({ text }) => text.includes(`for ${owner.email}, requests`))
    expect(mail).toMatchObject({ subject: `Payout requested: ${title}` })
    expect(mail!.text).toContain(`${money.email}, for ${owner.email}, requests a payout of KES 500`)
    // Since the reschedule, buyers may request refunds, so the money is kept.
    const kept = { status: 409, body: { code: 'beyond_available' } }
    expect(await approve(admin)).toMatchObject(kept)
  })

  test('is approved by another member with the role money, and not by the one who requested it', async () => {
    const owner = await buildAccount(stage)
    await givePayoutAccount(stage, owner)
    const { id: eventId } = await soldEvent(stage, owner)
    await moveTo(eventId, PAST)
    const [money, second, editor] = [
      await buildMember(stage, { organizerId: owner.id, role: 'money' }),
      await buildMember(stage, { organizerId: owner.id, role: 'money' }),
      await buildMember(stage, { organizerId: owner.id, role: 'editor' }),
    ]
    const { body } = await call(money, 'POST /api/payouts', { event_id: eventId, amount: 500 })
    const approve = (who: Account) => call(who, `POST /api/payouts/${body.id}/approve`)
    expect(await approve(money)).toMatchObject({ status: 409, body: { code: 'own_payout' } })
    expect(await approve(editor)).toMatchObject({ status: 403, body: { code: 'role_forbids' } })
    expect((await approve(await buildAccount(stage))).status).toBe(404)
    expect((await approve(second)).status).toBe(200)
  })

  test('that a member requests is approved by the owner, and one of a sole owner only by an admin', async () => {
    const owner = await buildAccount(stage)
    await givePayoutAccount(stage, owner)
    const { id: eventId } = await soldEvent(stage, owner)
    const admin = await buildAccount(stage, 'admin')
    const asked = await call(owner, 'POST /api/payouts', { event_id: eventId, amount: 100 })
    const approve = (who: Account, id: string) => call(who, `POST /api/payouts/${id}/approve`)
    expect((await approve(owner, asked.body.id)).status).toBe(409)
    expect((await approve(admin, asked.body.id)).status).toBe(200)
    const member = await buildMember(stage, { organizerId: owner.id, role: 'money' })
    await moveTo(eventId, PAST)
    await approvedPayout(stage, { owner: member, admin: owner, eventId, amount: 200 })
  })

  test('goes to an account that only an owner of the team sets', async () => {
    const owner = await buildAccount(stage)
    await givePayoutAccount(stage, owner)
    const money = await buildMember(stage, { organizerId: owner.id, role: 'money' })
    const read = async (who: Account) =>
      (await call(who, `GET /api/payout_accounts?organizer_id=${owner.id}`)).body.account
    expect((await read(money)).words).toBe('M-PESA 0712 345 678')
    const promoter = await buildMember(stage, { organizerId: owner.id, role: 'promoter' })
    const url = `GET /api/payout_accounts?organizer_id=${owner.id}`
    expect((await call(promoter, url)).status).toBe(403)
    await call(money, 'POST /api/payout_accounts', { kind: 'till', number: '555111' })
    expect((await read(owner)).words).toBe('M-PESA 0712 345 678')
  })
})

describe('a door lead', () => {
  // spec: gate-find
  test('finds tickets by number and whole phone number, not by last digits, and misses 30 times a day', async () => {
    const owner = await buildAccount(stage)
    const event = await soldTo(stage, owner, { phoneNumber: '0712345071' })
    const lead = await buildMember(stage, { organizerId: owner.id, role: 'door_lead' })
    const { number } = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', event.orderId)
      .executeTakeFirstOrThrow()
    const find = async (q: string, who = lead) => {
      const { status, body } = await call(who, `GET /api/gate/find?event_id=${event.id}&q=${q}`)
      return [status, body.field ?? body.data?.length]
    }
    // Seven digits could end a phone number, so the start of a ticket number must contain a letter.
    const start = /^.{6,}?[A-Z]/.exec(number)![0]
    for (const q of [number, start, '0712345071', '%2B254712345071', '712345071'])
      expect([q, await find(q)]).toEqual([q, [200, 1]])
    for (const q of ['5071', '45071', '12345071']) {
      expect([q, await find(q)]).toEqual([q, [422, 'q']])
      expect([q, await find(q, owner)]).toEqual([q, [200, 1]])
    }
    for (let n = 0; n < 30; n++) {
      expect(await find(`07129990${String(n).padStart(2, '0')}`)).toEqual([200, 0])
    }
    stage.pass(60_000)
    expect((await find('0712999099'))[0]).toBe(429)
    // A member has the rights of all their roles. The added role may see phone numbers, so the
    // member may search by the last digits.
    await addMember(stage, lead.id, {
      organizerId: owner.id,
      eventIds: [event.id],
      role: 'money',
    })
    expect(await find('5071')).toEqual([200, 1])
  })
})

test.each<[TeamRole, boolean, number]>([
  ['owner', true, 200],
  ['editor', true, 200],
  ['money', true, 403],
  ['door_lead', true, 200],
  ['promoter', false, 403],
])(
  'a member with the role %s reads ticket numbers in full: %s; the door list: %i',
  async (role, isFull, doorList) => {
    const owner = await buildAccount(stage)
    const event = await soldTo(stage, owner, { phoneNumber: '0712345071' })
    const member = await buildMember(stage, { organizerId: owner.id, role })
    const tickets = stage.db.selectFrom('ticket').selectAll().where('order_id', '=', event.orderId)
    const { number, order_line_id } = await tickets.executeTakeFirstOrThrow()
    await call(owner, 'POST /api/check_ins', { event_id: event.id, ticket_number: number })
    for (const path of [
      ...(role === 'door_lead' ? [] : [`/api/transactions/${order_line_id}`]),
      `/api/ticket_validations?event_id=${event.id}`,
      `/api/events/${event.id}/validations.csv`,
    ]) {
      const { body } = await stage.app.inject({ url: path, headers: member.headers })
      expect(body.includes(number), `${path}: ${body}`).toBe(isFull)
      const masked = `••••••••••••${number.slice(-4)}`
      expect(body.includes(masked), `${path}: ${body}`).toBe(!isFull)
    }
    for (const url of ['door_list', 'door_list.csv'].map((it) => `/api/events/${event.id}/${it}`)) {
      const { statusCode } = await stage.app.inject({ url, headers: member.headers })
      expect([url, statusCode]).toEqual([url, doorList])
    }
  },
)

test('an editor of an organizer that publishes alone moves no event that has buyers', async () => {
  const owner = await buildAccount(stage)
  const trust = stage.db.updateTable('account').set({ publishes_alone: true })
  await trust.where('id', '=', owner.id).execute()
  const editor = await buildMember(stage, { organizerId: owner.id, role: 'editor' })
  const { id } = await soldTo(stage, owner, { phoneNumber: '0712345071' })
  const publish = { dial_code: 801 }
  await stage.db.updateTable('event').set(publish).where('id', '=', id).execute()
  const before = (await call(editor, `GET /api/events/${id}`)).body
  const { updated_at } = before
  const put = (change: object) => call(editor, `PUT /api/events/${id}`, { ...change, updated_at })
  const moves = { date: '2027-03-01', time: '18:00', location: 'Kasarani, Nairobi' }
  for (const [field, value] of Object.entries(moves)) {
    const refusal = { status: 409, body: { code: 'has_orders', field } }
    expect(await put({ [field]: value })).toMatchObject(refusal)
  }
  const change = { title: 'New' }
  const saved = await put({ ...change, attendees: 7 })
  const { title, date, time, location } = before
  expect(saved).toMatchObject({
    status: 200,
    body: { title, date, time, location, attendees: 7, review: { state: 'sent', change } },
  })
  const moved = stage.db.selectFrom('event_change').selectAll().where('event_id', '=', id)
  expect(await moved.execute()).toEqual([])
})

describe('the id of an organizer', () => {
  test('counts in upper case too, and that of another organizer is refused', async () => {
    const owner = await buildAccount(stage)
    const { editor, promoter } = await buildTeam(stage, owner.id)
    const draft = { ...LEAST, organizer_id: owner.id.toUpperCase() }
    const made = await draftOf(editor, { organizer_id: owner.id.toUpperCase() })
    expect(made.organizer_id).toBe(owner.id)
    const forbidden = { status: 403, body: { code: 'role_forbids' } }
    expect(await promoter.create(draft)).toMatchObject(forbidden)
    const unknown = { status: 404, body: { code: 'organization_not_found' } }
    const stranger = await buildAccount(stage)
    for (const organizer_id of [stranger.id, 'x'])
      expect(await editor.create({ ...LEAST, organizer_id })).toMatchObject(unknown)
  })

  test('of a payout account that the caller may not read is refused', async () => {
    const owner = await buildAccount(stage)
    await givePayoutAccount(stage, owner)
    const { id } = await soldEvent(stage, owner)
    const part = { organizerId: owner.id, eventIds: [id] }
    const ofOne = await buildMember(stage, { ...part, role: 'owner' })
    const read = (who: Account, of: string) =>
      call(who, `GET /api/payout_accounts?organizer_id=${of}`)
    expect(await read(ofOne, owner.id)).toMatchObject({
      ...{ status: 404, body: { code: 'organization_not_found' } },
    })
    const words = 'M-PESA 0712 345 678'
    expect((await read(owner, owner.id.toUpperCase())).body.account).toMatchObject({ words })
  })
})

describe('a door lead at the gate', () => {
  test('lets no phone take cash, and sets neither capacity nor limits of cash', async () => {
    const owner = await buildAccount(stage)
    const { id } = await soldEvent(stage, owner)
    const [lead, money] = [
      await buildMember(stage, { organizerId: owner.id, role: 'door_lead' }),
      await buildMember(stage, { organizerId: owner.id, role: 'door_lead' }),
    ]
    await addMember(stage, money.id, { organizerId: owner.id, eventIds: [id], role: 'money' })
    const add = (who: Account, may_sell: boolean) =>
      call(who, 'POST /api/gate_phones', { event_id: id, name: 'Gate A', may_sell })
    const forbidden = { status: 403, body: { code: 'role_forbids' } }
    expect(await add(lead, true)).toMatchObject(forbidden)
    expect((await add(lead, false)).status).toBe(201)
    const selling = await add(money, true)
    expect(selling.status).toBe(201)
    const renew = `POST /api/gate_phones/${selling.body.id}/code`
    expect(await call(lead, renew)).toMatchObject(forbidden)
    const rules = (who: Account, set: object) => call(who, `PUT /api/events/${id}/entry_rules`, set)
    for (const rule of ['licensed_capacity', 'cash_per_minute', 'cash_per_hour'])
      expect(await rules(lead, { [rule]: 500 })).toMatchObject(forbidden)
    expect((await rules(owner, { licensed_capacity: 500 })).status).toBe(200)
    const kept = await rules(lead, { licensed_capacity: 500, may_leave: true })
    expect(kept).toMatchObject({ status: 200, body: { licensed_capacity: 500, may_leave: true } })
  })

  test('whose membership has ended leaves no link with which a phone can be paired', async () => {
    const owner = await buildAccount(stage)
    const { id } = await soldEvent(stage, owner)
    const lead = await buildAccount(stage)
    const part = { organizerId: owner.id, role: 'door_lead' } as const
    const [member] = await addMember(stage, lead.id, part)
    const add = async () =>
      (await call(lead, 'POST /api/gate_phones', { event_id: id, name: 'Gate A' })).body
    const [{ code: used }, { code: left, id: phoneId }] = [await add(), await add()]
    const pair = async (code: string) => (await call(owner, 'POST /api/gate/pair', { code })).status
    expect(await pair(used)).toBe(200)
    const removed = await stage.app.inject({
      ...{ method: 'DELETE', url: `/api/organizations/${owner.id}/members/${member}` },
      headers: owner.headers,
    })
    expect(removed.statusCode).toBe(200)
    expect(await pair(left)).toBe(410)
    const renewed = await call(owner, `POST /api/gate_phones/${phoneId}/code`)
    expect(await pair(renewed.body.code)).toBe(200)
  })
})
