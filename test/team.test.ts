import { beforeAll, describe, expect, test } from 'vitest'
import { FACTOR_GRACE_MS } from '../src/accounts/session.rules.ts'
import type { TeamRole } from '../src/platform/http/platform.contract.ts'
import { foldSales } from '../src/reports/figures/fold-sales.job.ts'
import { buildAccount, joinAs } from './accounts.ts'
import { buildEvent } from './build.ts'
import { openJar } from './cookie-jar.ts'
import { draftOf, LEAST } from './event-form.ts'
import { type Account, callFor, givePayoutAccount, soldEvent } from './payouts.ts'
import { keepStage } from './stage.ts'
import { addMember, buildMember, buildTeam, soldTo } from './team.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)

const eventOf = (owner: Account, phoneNumber: string, price = 1000) =>
  soldTo(stage, owner, { phoneNumber, price })

type Row = { event_id: string; phone_number: string; email: string; id: string }
const transactions = async (who: Account, query = '') =>
  (await call(who, `GET /api/transactions${query}`)).body.data as Row[]

describe('a member of several teams', () => {
  let member: Account
  let own: Awaited<ReturnType<typeof eventOf>>
  let whole: typeof own
  let single: typeof own
  beforeAll(async () => {
    member = await buildAccount(stage)
    const [first, second] = [await buildAccount(stage), await buildAccount(stage)]
    own = await eventOf(member, '0712000001', 100)
    whole = await eventOf(first, '0712000022', 200)
    single = await eventOf(second, '0712000333', 400)
    await eventOf(second, '0712004444', 800)
    await addMember(stage, member.id, { organizerId: first.id, role: 'promoter' })
    const eventIds = [single.id]
    await addMember(stage, member.id, { organizerId: second.id, eventIds, role: 'money' })
  })

  test('a member sees the events of all organizers whose teams they are in, and no other', async () => {
    const { body } = await call(member, 'GET /api/events?scope=managed')
    const ids = body.data.map(({ id }: { id: string }) => id)
    expect(ids.sort()).toEqual([own.id, whole.id, single.id].sort())
  })

  test('lists, figures and statements of a member hold each event once, before and after the fold', async () => {
    const seen = async () => ({
      rows: (await transactions(member)).map(({ event_id }) => event_id),
      totals: (await call(member, 'POST /api/rpc/get_dashboard_totals', {})).body,
      days: (await call(member, 'POST /api/rpc/get_dashboard_sales_over_time', {})).body,
      statement: (await call(member, 'GET /api/statement')).body.taken,
    })
    const before = await seen()
    expect(before).toMatchObject({
      rows: [single.id, whole.id, own.id],
      totals: [{ total_events: 3, total_tickets: 3, total_revenue: 700 }],
      days: [{ tickets: 3, revenue: 700 }],
      statement: 700,
    })
    await foldSales(stage.deps)
    expect(await seen()).toEqual(before)
  })

  test('a page of a member goes on where the one before ended', async () => {
    const first = (await call(member, 'GET /api/transactions?limit=2')).body
    const next = (await call(member, `GET /api/transactions?limit=2&cursor=${first.next_cursor}`))
      .body
    const ids = [...first.data, ...next.data].map(({ event_id }: Row) => event_id)
    expect(ids).toEqual([single.id, whole.id, own.id])
  })

  test('a promoter sees phone numbers and addresses masked, beside events where they see them', async () => {
    const rows = (await transactions(member)).map(({ phone_number, email }) => [
      phone_number,
      email,
    ])
    expect(rows).toEqual([
      ['254712000333', single.email],
      ['07•• ••• 022', 'b•••@lango.test'],
      ['254712000001', own.email],
    ])
  })

  test('a search by phone or address finds no order whose buyer is masked', async () => {
    const find = async (text: string) =>
      (await transactions(member, `?search=${encodeURIComponent(text)}`)).map((row) => row.event_id)
    const phone = async (text: string) =>
      (await transactions(member, `?phone=${text}`)).map((row) => row.event_id)
    expect(await phone('0712000')).toEqual([single.id, own.id])
    for (const text of ['0712000022', '022', '22', whole.email])
      expect(await find(text)).toEqual([])
    expect(await phone('022')).toEqual([])
    expect(await transactions(member, `?event_id=${whole.id}&phone=022`)).toEqual([])
    expect(await find(single.email)).toEqual([single.id])
  })
})

test.each<[TeamRole, boolean]>([
  ['owner', true],
  ['editor', true],
  ['money', true],
  ['door_lead', false],
  ['promoter', false],
])(
  'a member with the role %s reads buyers in full: %s, in lists, files and details',
  async (role, isFull) => {
    const owner = await buildAccount(stage)
    const event = await eventOf(owner, '0712345071')
    const member = await buildMember(stage, { organizerId: owner.id, role })
    const ticket = await stage.db
      .selectFrom('ticket')
      .select(['number', 'order_line_id'])
      .where('order_id', '=', event.orderId)
      .executeTakeFirstOrThrow()
    const payload = { event_id: event.id, ticket_number: ticket.number }
    await call(owner, 'POST /api/check_ins', payload)
    await stage.runJobs()
    const bodies: string[] = []
    const seesMoney = role !== 'door_lead'
    for (const path of [
      ...(seesMoney ? ['/api/transactions', `/api/events/${event.id}/transactions.csv`] : []),
      `/api/events/${event.id}/validations.csv`,
      `/api/ticket_validations?event_id=${event.id}`,
    ]) {
      const { body } = await stage.app.inject({ url: path, headers: member.headers })
      expect(/(254|0)712345071|712 345 071/.test(body), `${path}: ${body}`).toBe(isFull)
      expect(body.includes('07•• ••• 071'), `${path}: ${body}`).toBe(!isFull)
      expect(body.includes(event.email), `${path}: ${body}`).toBe(isFull)
      bodies.push(body)
    }
    for (const path of [
      ...(seesMoney ? [`/api/transactions/${ticket.order_line_id}`] : []),
      ...(seesMoney ? [`/api/refunds?event_id=${event.id}`] : []),
      ...(seesMoney ? [`/api/events/${event.id}/statement`] : []),
      ...(seesMoney ? [] : [`/api/events/${event.id}/door_list`]),
      ...(seesMoney ? [] : [`/api/events/${event.id}/door_list.csv`]),
      `/api/events/${event.id}/entry`,
    ]) {
      const { body, statusCode } = await stage.app.inject({ url: path, headers: member.headers })
      expect(statusCode, path).toBe(200)
      expect(body, path).not.toMatch(/712345071|712 345 071/)
      if (!isFull) expect(body, path).not.toContain(event.email)
    }
  },
)

describe('an editor', () => {
  test('writes a draft for the organizer that they choose, and a promoter only their own', async () => {
    const owner = await buildAccount(stage)
    const { editor, promoter } = await buildTeam(stage, owner.id)
    const chosen = { organizer_id: owner.id }
    const made = await draftOf(editor, chosen)
    expect(made.organizer_id).toBe(owner.id)
    const refused = await promoter.create({ ...LEAST, ...chosen })
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_forbids' } })
    expect((await draftOf(promoter)).organizer_id).toBe(promoter.id)
    expect((await draftOf(editor)).organizer_id).toBe(editor.id)
    const { updated_at } = made
    const saved = await call(editor, `PUT /api/events/${made.id}`, { title: 'Final', updated_at })
    expect(saved.body).toMatchObject({ title: 'Final', organizer_id: owner.id })
  })

  test.each([
    [true, false, true],
    [false, true, false],
  ])(
    'who edits for an organizer publishes as it may (%s), and not as they may themselves (%s)',
    async (theirs, ones, isPublished) => {
      const owner = await buildAccount(stage)
      const editor = await buildMember(stage, { organizerId: owner.id, role: 'editor' })
      const trust = (id: string, publishes_alone: boolean) =>
        stage.db.updateTable('account').set({ publishes_alone }).where('id', '=', id).execute()
      await trust(owner.id, theirs)
      await trust(editor.id, ones)
      const { id } = await buildEvent(stage.db, { published: false, types: [{ price: 100 }] })
      const owned = { organizer_id: owner.id }
      await stage.db.updateTable('event').set(owned).where('id', '=', id).execute()
      const { body } = await call(editor, `POST /api/events/${id}/send_in`)
      expect(body.is_published).toBe(isPublished)
    },
  )
})

describe('the second factor, where it is required', () => {
  const PASSWORD = 'uwanja-wetu'
  const strict = keepStage({ SECOND_FACTOR: 'required' })

  test.each<[TeamRole, boolean]>([
    ['owner', true],
    ['money', true],
    ['editor', false],
    ['door_lead', false],
    ['promoter', false],
  ])('of a member with the role %s and of their owner is needed: %s', async (role, isNeeded) => {
    const people = []
    for (const name of ['owner', 'member']) {
      const jar = openJar(strict)
      const email = `${name}-${role}@club.example`
      const bearer = await joinAs(strict, jar, { email, password: PASSWORD })
      const { body } = await jar.user(bearer)
      people.push({ jar, email, bearer, id: body.id as string })
    }
    const [owner, member] = people as [(typeof people)[0], (typeof people)[0]]
    await addMember(strict, member.id, { organizerId: owner.id, role })
    for (const { jar, email, bearer } of people) {
      // Sessions that began earlier continue for a day.
      expect((await jar.user(bearer)).status).toBe(200)
      await jar.refresh()
      strict.pass(FACTOR_GRACE_MS)
      expect((await jar.refresh()).status).toBe(isNeeded ? 401 : 200)
      strict.pass(-FACTOR_GRACE_MS)
      const signedIn = await jar.signIn(email, PASSWORD)
      expect(signedIn.status).toBe(isNeeded ? 401 : 200)
      if (isNeeded) expect(signedIn.body).toMatchObject({ code: 'second_factor_required' })
    }
  })

  test('is needed at once for approving a payout, in a session that goes on without it', async () => {
    const owner = await buildAccount(strict)
    await givePayoutAccount(strict, owner)
    const { id: event_id } = await soldEvent(strict, owner)
    await strict.db
      .updateTable('event')
      .set({ date: '2026-01-01' })
      .where('id', '=', event_id)
      .execute()
    const money = await buildMember(strict, { organizerId: owner.id, role: 'money' })
    const asked = await callFor(strict, money, 'POST /api/payouts', { event_id, amount: 500 })
    expect(asked.status).toBe(201)
    const approve = () => callFor(strict, owner, `POST /api/payouts/${asked.body.id}/approve`)
    expect(await approve()).toMatchObject({ status: 409, body: { code: 'payout_needs_factor' } })
    const checked = { has_factor: true }
    await strict.db.updateTable('session').set(checked).where('id', '=', owner.sessionId).execute()
    expect((await approve()).status).toBe(200)
  })
})
