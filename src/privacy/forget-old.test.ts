import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { buildEvent } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { insertAudit } from '../accounts/audit-log.sql.ts'
import { openSession } from '../accounts/sessions.ts'
import { inTransaction } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR

const stage = keepStage()

const sweep = () => stage.sweep(['data past its term'])
const count = async (rows: RawBuilder<unknown>) => (await rows.execute(stage.db)).rows.length

/**
 * Inserts a row about a new person, dated `at`. Returns the query for the rows that still contain
 * the person's data.
 */
type Planting = (at: Date) => Promise<RawBuilder<unknown>>

const plantReport: Planting = async (at) => {
  const recipient = randomUUID()
  await sql`insert into delivery_report (provider_message_id, status, recipient, received_at)
    values (${recipient}, 'Sent', ${recipient}, ${at})`.execute(stage.db)
  return sql`select from delivery_report where recipient = ${recipient}`
}

const plantMessage: Planting = async (at) => {
  const [id, recipient] = [randomUUID().replace(/^.{8}/, '00000000'), randomUUID()]
  await sql`insert into message (id, recipient, body, dedupe_key, state, created_at)
    values (${id}, ${recipient}, 'Ticket', ${id}, 'sent', ${at})`.execute(stage.db)
  await sql`insert into delivery_report (provider_message_id, status, recipient, message_id)
    values (${id}, 'Sent', ${recipient}, ${id})`.execute(stage.db)
  return sql`select from message where recipient = ${recipient}`
}

const plantCallback: Planting = async (at) => {
  const token = randomUUID()
  await sql`insert into provider_callback (kind, token, body, received_at, outcome)
    values ('stk', ${token}, '{}', ${at}, 'settled')`.execute(stage.db)
  return sql`select from provider_callback where token = ${token}`
}

const plantContact: Planting = async (at) => {
  const id = randomUUID()
  await sql`insert into contact_message (id, name, email, subject, message, created_at)
    values (${id}, 'Asha', 'a@b.example', 'Hello', 'Hello', ${at})`.execute(stage.db)
  return sql`select from contact_message where id = ${id}`
}

const plantAddress: Planting = async (at) => {
  const address = randomUUID()
  await inTransaction(stage.db, (tx) =>
    insertAudit(tx, { accountId: null, at }, [
      { action: 'admin_signed_in', subject: 'x', address },
    ]),
  )
  return sql`select from audit_address where address = ${address}`
}

const plantBrowser: Planting = async (at) => {
  const { id: made_by } = await buildAccount(stage)
  // The term after which the phone's data is deleted begins on the day after the event.
  const event = await buildEvent(stage.db, { date: nairobiDate(new Date(at.getTime())) })
  const id = randomUUID()
  await sql`insert into gate_phone (id, event_id, name, made_by, paired_browser, paired_address)
    values (${id}, ${event.id}, 'North', ${made_by}, 'Firefox', '41.90.1.1')`.execute(stage.db)
  return sql`select from gate_phone where id = ${id} and paired_address is not null`
}

const plantAccount: Planting = async (at) => {
  const { id, email } = await buildAccount(stage)
  await sql`update account set signed_in_at = ${at} where id = ${id}`.execute(stage.db)
  return sql`select from account where id = ${id} and email = ${email}`
}

const plantStray: Planting = async (at) => {
  const receipt = randomUUID()
  await sql`insert into unmatched_receipt (receipt, amount_cents, account_reference, msisdn, found_at,
      state)
    values (${receipt}, 100, 'DERBY', '254712000101', ${at}, 'refunded')`.execute(stage.db)
  return sql`select from unmatched_receipt where receipt = ${receipt} and msisdn <> ''`
}

const plantSubscriber: Planting = async (at) => {
  const token = randomUUID().replaceAll('-', '')
  await sql`insert into newsletter_subscriber (id, email, token, consented_at, consent_text,
      consent_source, unsubscribed_at)
    values (gen_random_uuid(), ${token}, ${token}, ${at}, 'yes', 'home', ${at})`.execute(stage.db)
  return sql`select from newsletter_subscriber where token = ${token}`
}

test.each<[string, number, Planting]>([
  ['a raw callback', KEPT_FOR.raw.ms, plantCallback],
  ['a delivery report', KEPT_FOR.raw.ms, plantReport],
  ['a message with its delivery report', KEPT_FOR.sent.ms, plantMessage],
  ['a contact message', KEPT_FOR.letters.ms, plantContact],
  ["an admin's network address", KEPT_FOR.staff.ms, plantAddress],
  ["a steward's browser and network address", KEPT_FOR.staff.ms + DAY, plantBrowser],
  ['an account without events that nobody signs in to', KEPT_FOR.unused.ms, plantAccount],
  ['the payer of a receipt without an order', KEPT_FOR.accounts.ms, plantStray],
  ['a former subscriber', KEPT_FOR.accounts.ms, plantSubscriber],
])('%s is deleted after its term, and not before', async (_what, keptMs, plant) => {
  const start = stage.clock.now().getTime()
  const old = await plant(new Date(start - keptMs - DAY))
  const young = await plant(new Date(start - keptMs + DAY + HOUR))
  await sweep()
  expect([await count(old), await count(young)]).toEqual([0, 1])
})

test('an account with an event, an account that was signed in to and an admin stay', async () => {
  const at = new Date(stage.clock.now().getTime() - KEPT_FOR.unused.ms - DAY)
  const accounts = [
    await buildAccount(stage),
    await buildAccount(stage, 'admin'),
    await buildAccount(stage),
  ]
  const ids = accounts.map(({ id }) => id)
  await sql`update account set signed_in_at = ${at} where id = any(${ids}::uuid[])`.execute(
    stage.db,
  )
  const event = await buildEvent(stage.db)
  await sql`update event set organizer_id = ${ids[0]} where id = ${event.id}`.execute(stage.db)
  await sql`update account set signed_in_at = ${stage.clock.now()} where id = ${ids[2]}`.execute(
    stage.db,
  )
  await sweep()
  const emails = accounts.map(({ email }) => email)
  expect(await count(sql`select from account where email = any(${emails})`)).toBe(3)
})

test('a sign-in keeps an account from being closed', async () => {
  const { id, email } = await buildAccount(stage)
  await sql`update account set signed_in_at = '2020-01-01' where id = ${id}`.execute(stage.db)
  const request = { accountId: id, oldToken: undefined, hasFactor: false, address: '41.90.1.1' }
  await inTransaction(stage.db, (tx) => openSession(tx, stage.deps, request))
  await sweep()
  expect(await count(sql`select from account where email = ${email}`)).toBe(1)
})

test('a sweep deletes in batches', async () => {
  await sql`truncate provider_callback`.execute(stage.db)
  const at = new Date(stage.clock.now().getTime() - KEPT_FOR.raw.ms - DAY)
  await sql`insert into provider_callback (kind, token, body, received_at)
    select 'stk', 'many', '{}', ${at} from generate_series(1, 1200)`.execute(stage.db)
  const left = sql`select from provider_callback where token = 'many'`
  for (const expected of [700, 200, 0]) {
    await sweep()
    expect(await count(left)).toBe(expected)
  }
})
