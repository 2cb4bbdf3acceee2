// spec: one-budget
// Tests the limits on what an organizer's team members cause: messages, tasks for admins, and rows
// that stay in the database. The budgets of this shop are small.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { signBearer } from '../src/accounts/tokens.ts'
import { buildAccount } from './accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from './build.ts'
import { callAs, soldOrders } from './cancelling.ts'
import { draftOf, type Editor, makeEditor, publishedOf } from './event-form.ts'
import { givePayoutAccount, soldEvent } from './payouts.ts'
import { keepStage } from './stage.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR

const stage = keepStage({
  ...{ BUDGET_MESSAGES: '6', BUDGET_PER_RECIPIENT: '3', BUDGET_TASKS: '5' },
  ...{ BUDGET_SAVES: '8', BUDGET_TICKETS: '6', LIMIT_PUSH_PER_PHONE: '1000' },
  ORGANIZER_REFUND_MAX_KES: '0',
})
let admin: Editor
let organizer: Editor
let event: BuiltEvent
beforeEach(async () => {
  await stage.runJobs()
  stage.clock.offsetMs = 0
  admin = await makeEditor(stage)
  organizer = await makeEditor(stage, 'organizer')
  event = await owned()
  await stage.db.deleteFrom('rate_count').execute()
  await stage.db.deleteFrom('collected_notice').execute()
  stage.sent.length = 0
  stage.mails.length = 0
})

async function owned(): Promise<BuiltEvent> {
  const built = await buildEvent(stage.db, { types: [{ price: 100, capacity: 100 }] })
  const owner = { organizer_id: organizer.id }
  await stage.db.updateTable('event').set(owner).where('id', '=', built.id).execute()
  return built
}

/** Moves the clock, and gives the accounts new tokens. */
async function pass(ms: number): Promise<void> {
  stage.pass(ms)
  for (const one of [admin, organizer]) {
    const token = await signBearer(stage.deps, { id: one.sessionId, accountId: one.id })
    one.headers.authorization = `Bearer ${token}`
  }
}

const call = (path: string, body: object, by: Editor = organizer) => callAs(stage, by, path, body)
const pairing = (phone: string | null, by = organizer, of = event.id) =>
  call('POST /api/gate_phones', { name: 'North', event_id: of, phone }, by)
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status

/** The recipients and subjects of emails since the last call. */
async function subjects(): Promise<string[]> {
  await stage.sweep(['collected notices'])
  return stage.mails.splice(0).map(({ subject }) => subject)
}

describe('messages to numbers and addresses that members typed', () => {
  test('are limited by organizer and day: links for gate phones and invitations together', async () => {
    for (let i = 0; i < 5; i++) expect(await statusOf(pairing(newPhone()))).toBe(201)
    const invite = (email: string) =>
      call(`POST /api/organizations/${organizer.id}/members`, { email, role: 'promoter' })
    expect(await statusOf(invite('asha@example.com'))).toBe(201)
    for (const reply of [await pairing(newPhone()), await invite('juma@example.com')]) {
      expect(reply).toMatchObject({
        status: 429,
        body: {
          error:
            'Your organization has sent 6 messages today, the most it can send. Try again in 24 hours.',
        },
      })
    }
    await stage.runJobs()
    expect([stage.sent.length, stage.mails.length]).toEqual([5, 1])
    // A phone can still be paired by its link, without an SMS. A refused phone left no row.
    expect(await statusOf(pairing(null))).toBe(201)
    const { data } = (await callAs(stage, organizer, `GET /api/gate_phones?event_id=${event.id}`))
      .body
    expect(data).toHaveLength(6)
    // Admins have no budget. The next day has a new budget.
    expect(await statusOf(pairing(newPhone(), admin))).toBe(201)
    await pass(DAY)
    await stage.db.deleteFrom('rate_count').where('key', 'like', 'budget:saves:%').execute()
    expect(await statusOf(pairing(newPhone()))).toBe(201)
  })

  test('are limited by recipient, over all organizers', async () => {
    const phone = newPhone()
    const other = await makeEditor(stage, 'organizer')
    const theirs = await publishedOf(admin, other)
    expect(await statusOf(pairing(phone))).toBe(201)
    expect(await statusOf(pairing(phone))).toBe(201)
    expect(await statusOf(pairing(`+254${phone.slice(-9)}`, other, theirs.id))).toBe(201)
    const refused = await pairing(phone)
    expect([refused.status, refused.body.error]).toEqual([
      429,
      'Organizers have sent 3 messages to this recipient today. Try again in 24 hours.',
    ])
  })

  test('concurrent requests do not exceed the budget', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => pairing(newPhone())))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(6)
    await stage.runJobs()
    expect(stage.sent).toHaveLength(6)
  })
})

describe('a draft', () => {
  test('sends strangers nothing; its gate phone is shown as a link', async () => {
    const newcomer = await makeEditor(stage, 'organizer')
    const draft = await draftOf(newcomer)
    const refused = await pairing(newPhone(), newcomer, draft.id)
    expect(refused).toMatchObject({ status: 422, body: { field: 'phone' } })
    expect(refused.body.error).toContain('published event')
    const shown = await pairing(null, newcomer, draft.id)
    expect(shown).toMatchObject({ status: 201, body: { url: expect.stringContaining('/gate/#') } })
    const [type] = draft.ticket_types
    const rows = [{ phone: newPhone(), ticket_type_id: type.id, quantity: 1 }]
    const give = { nonce: randomUUID(), rows }
    const given = await call(`POST /api/events/${draft.id}/complimentary`, give, newcomer)
    expect(given.status).toBe(409)
    const invited = await callAs(
      stage,
      newcomer,
      `POST /api/organizations/${newcomer.id}/members`,
      {
        ...{ phone: newPhone(), role: 'promoter', event_id: draft.id },
      },
    )
    expect(invited).toMatchObject({ status: 422, body: { field: 'phone' } })
    await stage.runJobs()
    expect([stage.sent, stage.mails]).toEqual([[], []])
  })
})

test('complimentary tickets are limited by organizer and by phone', async () => {
  const give = (phones: string[]) => {
    const typeId = event.types[0]!.id
    const rows = phones.map((phone) => ({ phone, ticket_type_id: typeId, quantity: 1 }))
    const body = { nonce: randomUUID(), rows, again: true }
    return call(`POST /api/events/${event.id}/complimentary`, body)
  }
  const phone = newPhone()
  for (let i = 0; i < 3; i++) expect(await statusOf(give([phone]))).toBe(201)
  expect(await give([newPhone(), phone])).toMatchObject({
    status: 429,
    body: { error: 'A phone can get 3 complimentary tickets a day. Try again in 24 hours.' },
  })
  expect(await statusOf(give([newPhone(), newPhone(), newPhone()]))).toBe(201)
  expect(await give([newPhone()])).toMatchObject({
    status: 429,
    body: { error: expect.stringContaining('6 complimentary tickets today') },
  })
})

describe('tasks for admins', () => {
  test('about one event are told once an hour, with the last state', async () => {
    const { id } = await publishedOf(admin, organizer, { title: 'Moved often' })
    await subjects()
    const phone = newPhone()
    await stage.db.updateTable('account').set({ phone }).where('id', '=', admin.id).execute()
    const change = async (date: string) => {
      const { updated_at } = await organizer.read(id)
      return (await organizer.save(id, { updated_at, date })).status
    }
    expect(await change('2027-05-01')).toBe(200)
    expect(await subjects()).toEqual(['Change requested: Moved often'])
    expect([await change('2027-05-02'), await change('2027-05-03')]).toEqual([200, 200])
    expect(await subjects()).toEqual([])
    expect(stage.textsTo(phone)).toHaveLength(1)
    await pass(HOUR)
    await stage.sweep(['collected notices'])
    expect(stage.mails).toHaveLength(1)
    expect(stage.mails[0]!.text).toContain('May 3, 2027')
    expect(stage.textsTo(phone)).toHaveLength(2)
    await pass(HOUR)
    await subjects()
    // An hour after the last notice, the next notice is sent immediately.
    expect(await change('2027-05-04')).toBe(200)
    expect(await subjects()).toEqual(['Change requested: Moved often'])
    await stage.db.updateTable('account').set({ phone: null }).execute()
  })

  test('are dropped if they were decided before their hour has passed', async () => {
    const { id } = await publishedOf(admin, organizer, { title: 'Decided' })
    for (const date of ['2027-05-01', '2027-05-02']) {
      const { updated_at } = await organizer.read(id)
      expect((await organizer.save(id, { updated_at, date })).status).toBe(200)
    }
    const read = await admin.read(id)
    const approved = { updated_at: read.updated_at, page_version: read.host.version }
    expect(await admin.act(id, 'approve', approved)).toMatchObject({ status: 200 })
    await subjects()
    await pass(HOUR)
    expect(await subjects()).toEqual([])
  })

  test('are limited by organizer and day, also for many events; a refused change is not stored', async () => {
    const drafts = []
    for (let i = 0; i < 6; i++) drafts.push(await draftOf(organizer, { title: `Draft ${i}` }))
    const sendIn = (id: string) => organizer.act(id, 'send_in')
    for (const { id } of drafts.slice(0, 5)) expect(await statusOf(sendIn(id))).toBe(200)
    const last = drafts[5]!.id
    expect(await sendIn(last)).toMatchObject({
      status: 429,
      body: {
        error: 'Your organization has asked our admins 5 times today. Try again in 24 hours.',
      },
    })
    expect(await organizer.read(last)).not.toHaveProperty('review')
  })

  test('payouts that are asked and withdrawn send one email an hour', async () => {
    const sold = await soldEvent(stage, organizer)
    await givePayoutAccount(stage, organizer)
    await subjects()
    const ask = (amount: number) => call('POST /api/payouts', { event_id: sold.id, amount })
    for (let i = 0; i < 4; i++) {
      const { status, body } = await ask(10)
      expect(status, JSON.stringify(body)).toBe(201)
      const refuse = `POST /api/payouts/${body.id}/refuse`
      expect((await call(refuse, { words: 'Not now' })).status).toBe(200)
    }
    expect(await subjects()).toEqual([`Payout requested: ${sold.title}`])
    expect((await ask(20)).status).toBe(201)
    expect((await call('POST /api/payouts', { event_id: sold.id, amount: 20 })).status).toBe(201)
    await pass(HOUR)
    await stage.sweep(['collected notices'])
    expect(stage.mails.map(({ text }) => text)).toEqual([expect.stringContaining('KES 20')])
  })

  test('requests to cancel that are asked and withdrawn send one email an hour', async () => {
    await soldOrders(stage, event, 1)
    await subjects()
    const cancel = (reason: string) =>
      call(`POST /api/events/${event.id}/cancel`, { title: event.title, reason })
    for (let i = 0; i < 5; i++) {
      expect((await cancel(`Reason ${i}`)).status).toBe(202)
      const withdraw = `POST /api/events/${event.id}/measure/withdraw`
      expect((await call(withdraw, {})).status).toBe(200)
    }
    expect(await cancel('Reason 5')).toMatchObject({ status: 429 })
    expect(await subjects()).toEqual([`Cancellation requested: ${event.title}`])
    await pass(HOUR)
    expect(await subjects()).toEqual([])
  })
})

describe('saves', () => {
  test('of the public page are limited, and the audit log stores only letters around the change', async () => {
    const save = (words: string) =>
      organizer.call('PUT', `/api/organizers/${organizer.id}`, { words })
    const long = 'A'.repeat(2400)
    for (let i = 0; i < 8; i++) expect(await statusOf(save(`${long}${i}${long}`))).toBe(200)
    expect(await statusOf(save(`${long}7${long}`))).toBe(200)
    expect(await save('x')).toMatchObject({
      status: 429,
      body: { error: 'Your organization has saved changes 8 times today. Try again in 24 hours.' },
    })
    const rows = await stage.db
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', organizer.id)
      .where('action', '=', 'organizer_page_changed')
      .execute()
    expect(rows).toHaveLength(8)
    for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(1000)
    expect(rows[1]).toMatchObject({
      before: { words: expect.stringMatching(/^…A+0A+…$/) },
      after: { words: expect.stringMatching(/^…A+1A+…$/) },
    })
  })

  test('of an event are limited', async () => {
    const { id } = await draftOf(organizer)
    const save = async (title: string) => {
      const { updated_at } = await organizer.read(id)
      return (await organizer.save(id, { updated_at, title })).status
    }
    for (let i = 0; i < 8; i++) expect(await save(`Derby ${i}`)).toBe(200)
    expect([await save('Derby 7'), await save('Derby 8')]).toEqual([200, 429])
  })
})

test('an account of an admin is not counted', async () => {
  await buildAccount(stage)
  for (let i = 0; i < 8; i++) expect(await statusOf(pairing(newPhone(), admin))).toBe(201)
})
