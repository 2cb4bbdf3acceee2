import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
import { tablesWith as tablesOf } from '../../test/privacy/tables-with.ts'
import {
  endHolds,
  latestPrompt,
  newReceipt,
  paidFor,
  payLate,
  post,
  prompted,
  tell,
} from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { sendOn } from '../../test/transfers.ts'
import { checkInTicket } from '../checkin/check-in-ticket.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'
import { isPhoneStored } from './people.sql.ts'
import { eraseData, exportData } from './personal-data.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

/** Moves the event into the past and the clock past the time in which money may come in late. */
async function endEvent(date = '2020-01-01'): Promise<void> {
  await sql`update event set date = ${date} where id = ${event.id}`.execute(stage.db)
  stage.pass(49 * HOUR)
}

const tablesWith = (text: string) => tablesOf(stage, text)

const digits = (phone: string) => phone.slice(3)

async function readOrderRow(id: string) {
  return await stage.db
    .selectFrom('order')
    .select(['phone', 'recipient_phone', 'email', 'state', 'amount_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const erase = (phone: string) => eraseData(stage.deps, phone, 'staff')

describe('an erasure', () => {
  test('leaves the phone and the email in no table, and every row of the books as it was', async () => {
    const phone = newPhone()
    const email = `asha-${digits(phone)}@example.com`
    const order = await prompted(stage, event, [2], {
      phoneNumber: phone,
      email,
    })
    await tell(stage, order, paidFor(order))
    await sql`insert into ussd_session (id, phone, language, dialled, turns, typed, created_at,
        updated_at)
      values (${phone}, ${phone}, 'en', '', 1, '1', now(), now())`.execute(stage.db)
    await sql`insert into ussd_turn (session_id, typed, answer, at)
      values (${phone}, '1', 'Hello', now())`.execute(stage.db)
    await sql`insert into delivery_report (provider_message_id, status, recipient)
      values (${phone}, 'Sent', ${phone})`.execute(stage.db)
    await endEvent()
    expect(await tablesWith(digits(phone))).toEqual(
      expect.arrayContaining(['message', 'order', 'paid_line', 'payment', 'provider_callback']),
    )
    const books = () =>
      sql`select (select jsonb_agg(l order by l.entry_id, l.account) from ledger_line l) as lines,
        (select jsonb_agg(to_jsonb(p) - 'phone' order by p.order_line_id) from paid_line p) as paid,
        (select sum(amount_cents)::text from payment) as money,
        (select count(*)::int from ticket) as tickets`.execute(stage.db)
    const before = (await books()).rows
    expect(await erase(phone)).toBe(1)
    // Rate limits count by phone number, too. The test deletes their rows, which would disappear at
    // the end of their windows.
    await sql`delete from rate_count`.execute(stage.db)
    expect(await tablesWith(digits(phone))).toEqual([])
    expect((await books()).rows).toEqual(before)
    expect(await readBookDifferences(stage.db)).toEqual([])
    expect(await readOrderRow(order.orderId)).toMatchObject({
      phone: null,
      email: null,
      state: 'issued',
      amount_cents: 100_000,
    })
  })

  test('deletes invitations to the phone, and takes the phone off accounts', async () => {
    const phone = newPhone()
    const owner = await buildAccount(stage)
    const [created_at, id] = [stage.clock.now(), randomUUID()]
    await stage.db.updateTable('account').set({ phone }).where('id', '=', owner.id).execute()
    await stage.db
      .insertInto('invitation')
      .values({
        ...{ id, token_hash: Buffer.from(id), organizer_id: owner.id, role: 'editor', phone },
        ...{ invited_by: owner.id, created_at, expires_at: new Date('2099-01-01') },
      })
      .execute()
    const held = await exportData(stage.deps, phone, 'staff')
    expect(held).toMatchObject({
      invitations: [{ role: 'editor' }],
      accounts: [{ phone, used_for: 'SMS about events' }],
    })
    expect(await isPhoneStored(stage.db, phone)).toBe(true)
    await erase(phone)
    expect(await tablesWith(digits(phone))).toEqual([])
    expect(await isPhoneStored(stage.db, phone)).toBe(false)
  })

  test('can be repeated, and leaves a row in the audit log that names no person', async () => {
    const { phone } = await bought({ stage, world }, event)
    await endEvent()
    await erase(phone)
    expect(await erase(phone)).toBe(0)
    const entries = await stage.db
      .selectFrom('audit_log')
      .select(['subject', 'after'])
      .where('action', '=', 'data_erased')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      { subject: 'a phone number', after: { proof: 'staff', orders: 0 } },
      { subject: 'a phone number', after: { proof: 'staff', orders: 1 } },
    ])
  })

  test('is refused while a ticket is for an event to come', async () => {
    const { phone, orderId } = await bought({ stage, world }, event)
    stage.pass(49 * HOUR)
    await expect(erase(phone)).rejects.toMatchObject({ code: 'ticket_upcoming' })
    expect(await readOrderRow(orderId)).toMatchObject({ phone })
  })

  test('is refused while an order is open, and for two days after it ended', async () => {
    const order = await prompted(stage, event)
    const { phone } = order.push
    await expect(erase(phone)).rejects.toMatchObject({ code: 'order_open' })
    await endHolds(stage)
    await stage.hurry()
    stage.pass(47 * HOUR)
    await expect(erase(phone)).rejects.toMatchObject({ code: 'order_open' })
  })

  test('is refused while a refund is open', async () => {
    const { phone, orderId } = await bought({ stage, world }, event)
    await endEvent()
    expect((await refundOrder(stage, orderId)).status).toBeLessThan(300)
    await expect(erase(phone)).rejects.toMatchObject({ code: 'refund_open' })
  })

  test('leaves the number of a friend to whom a ticket was sent, and of a friend who sent one', async () => {
    const { phone, orderId } = await bought({ stage, world }, event)
    const [{ number } = { number: '' }] = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', orderId)
      .execute()
    const friend = newPhone()
    await sendOn(stage, number, { phone: friend })
    await endEvent()
    await erase(phone)
    expect(await tablesWith(digits(friend))).toContain('ticket')
    await erase(friend)
    await sql`delete from rate_count`.execute(stage.db)
    expect(await tablesWith(digits(friend))).toEqual([])
    // The page of the sent ticket no longer shows the buyer the friend's number.
    const { body } = await callApi(stage, `/api/tickets/${number}`)
    expect(JSON.stringify(body)).not.toContain(friend)
  })

  test('makes the order unknown to its page, and the lists of the back office show it as erased', async () => {
    const { phone, orderId } = await bought({ stage, world }, event)
    await endEvent()
    await erase(phone)
    expect((await callApi(stage, `/api/orders/${orderId}`)).status).toBe(404)
    const { headers } = await buildAccount(stage, 'admin')
    const list = `/api/transactions?event_id=${event.id}`
    const { body } = await callApi(stage, { url: list, headers })
    expect(body.data).toMatchObject([{ phone_number: 'Erased', email: null }])
    const { number } = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { viewer } = await buildAccount(stage, 'admin')
    const scan = { ticket_number: number, event_id: event.id, admits: 1 }
    await checkInTicket(stage.deps, viewer, { ...scan, nonce: randomUUID() })
    const validations = `/api/ticket_validations?event_id=${event.id}`
    const checked = await callApi(stage, { url: validations, headers })
    expect(checked.body.data[0].transaction).toMatchObject({ phone_number: 'Erased' })
  })

  test('lets money that comes in for an erased order be refunded', async () => {
    const order = await prompted(stage, event)
    const { phone } = order.push
    await endHolds(stage)
    await stage.hurry()
    stage.pass(49 * HOUR)
    await stage.db
      .updateTable('payment')
      .set({ state: 'failed', failed_at: stage.clock.now() })
      .where('order_id', '=', order.orderId)
      .execute()
    await erase(phone)
    const receipt = newReceipt()
    await payLate(stage, { ...order, ...(await latestPrompt(stage)) }, receipt)
    expect(await tablesWith(digits(phone))).not.toContain('paid_line')
    const { state } = await readOrderRow(order.orderId)
    expect(state).toBe('refund_due')
    const tickets = await stage.db
      .selectFrom('ticket')
      .select('id')
      .where('order_id', '=', order.orderId)
      .execute()
    expect(tickets).toEqual([])
  })
})

describe('my data', () => {
  const ask = (phone: string) => post(stage, '/api/functions/my-data/code', { phone })
  const call = (what: 'export' | 'erase', phone: string, code: string) =>
    post(stage, `/api/functions/my-data/${what}`, { phone, code })

  async function codeOf(phone: string): Promise<string> {
    expect((await ask(phone)).status).toBe(200)
    await stage.runJobs()
    const code = stage.textsTo(phone).findLast((body) => /^\d{6} is your code to see/.test(body))
    return code!.slice(0, 6)
  }

  test('a code to the phone gets a copy of all that is held, and erases it', async () => {
    const { phone, code: orderCode, receipt } = await bought({ stage, world }, event)
    await endEvent()
    const code = await codeOf(phone)
    const { status, body } = await call('export', phone, code)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      phone,
      orders: [{ code: orderCode, event: event.title, amount_kes: 500 }],
      payments: [{ mpesa_receipt: receipt, amount_kes: 500 }],
      tickets: [{ order: orderCode, admits: 1 }],
    })
    expect(body.messages.length).toBeGreaterThan(0)
    const pasted = `\u2068${code.slice(0, 3)}\u2011${code.slice(3)}\u2069`
    expect(await call('erase', phone, pasted)).toMatchObject({ status: 200 })
    expect((await call('export', phone, code)).body).toMatchObject({ orders: [], tickets: [] })
  })

  test('a refusal says why in words', async () => {
    const { phone } = await bought({ stage, world }, event)
    stage.pass(49 * HOUR)
    const { status, body } = await call('erase', phone, await codeOf(phone))
    expect(status).toBe(409)
    expect(body.error).toContain('event that is still to come')
  })

  test('a phone that is not known gets no SMS, and its caller the same reply', async () => {
    const { phone: known } = await bought({ stage, world }, event)
    const stranger = newPhone()
    expect(await ask(stranger)).toEqual(await ask(known))
    await stage.runJobs()
    expect(stage.textsTo(stranger)).toEqual([])
  })

  test('a code belongs to its phone, ends, and allows five tries', async () => {
    const { phone } = await bought({ stage, world }, event)
    const { phone: other } = await bought({ stage, world }, event)
    const code = await codeOf(phone)
    expect((await call('export', other, code)).status).toBe(422)
    expect((await call('export', phone, 'x')).body).toMatchObject({ field: 'code' })
    for (let tries = 1; tries < 5; tries++) await call('export', phone, '000000')
    expect((await call('export', phone, code)).status).toBe(429)
    stage.pass(31 * 60_000)
    expect((await call('export', phone, code)).status).toBe(422)
  })

  test('codes to a phone are limited', async () => {
    const { phone } = await bought({ stage, world }, event)
    for (let sent = 0; sent < 5; sent++) expect((await ask(phone)).status).toBe(200)
    expect((await ask(phone)).status).toBe(429)
    expect((await ask('12')).status).toBe(422)
  })
})

test('all people of a sale are forgotten after its term, and the sale stays', async () => {
  const { phone, orderId } = await bought({ stage, world }, event)
  const ended = new Date(stage.clock.now().getTime() - KEPT_FOR.accounts.ms)
  const dayOf = (at: number) => new Date(ended.getTime() + at).toISOString().slice(0, 10)
  await sql`update event set date = ${dayOf(2 * DAY)} where id = ${event.id}`.execute(stage.db)
  await stage.sweep(['sales past their term'])
  expect(await readOrderRow(orderId)).toMatchObject({ phone })
  const other = await buildEvent(stage.db, { date: dayOf(-3 * DAY), title: randomUUID() })
  expect(other.id).not.toBe(event.id)
  await sql`update event set date = ${dayOf(-2 * DAY)} where id = ${event.id}`.execute(stage.db)
  const paidAt = new Date(ended.getTime() - 2 * DAY)
  await sql`update "order" set paid_at = ${paidAt} where event_id = ${event.id}`.execute(stage.db)
  for (let run = 0; run < 3; run++) await stage.sweep(['sales past their term'])
  expect(await readOrderRow(orderId)).toMatchObject({ phone: null, amount_cents: 50_000 })
  expect(await tablesWith(digits(phone))).not.toContain('payment')
  expect(await readBookDifferences(stage.db)).toEqual([])
})
