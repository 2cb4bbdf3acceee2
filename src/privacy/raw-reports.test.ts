// spec: my-data-raw-reports
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { confirmByHand, paybillBody, paybillPath } from '../../test/paybill.ts'
import { givePayoutAccount } from '../../test/payouts.ts'
import { tablesWith } from '../../test/privacy/tables-with.ts'
import { newReceipt, post } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, readRefund, refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { eraseData, exportData } from './personal-data.ts'

const HOUR = 3600_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

const digits = (phone: string) => phone.slice(3)
const hashOf = (phone: string) => createHash('sha256').update(phone).digest('hex')
const erase = (phone: string) => eraseData(stage.deps, phone, 'staff')

async function reportsTo(phone: string): Promise<string> {
  const { reports_of_mpesa } = await exportData(stage.deps, phone, 'staff')
  return JSON.stringify(reports_of_mpesa)
}

async function expectGone(...texts: string[]): Promise<void> {
  await sql`delete from rate_count`.execute(stage.db)
  for (const text of texts) expect([text, await tablesWith(stage, text)]).toEqual([text, []])
}

/** A name that no other report contains. */
const newName = () => `ASHA${randomUUID().slice(0, 8).toUpperCase()}`

/** Posts a confirmation of a payment with the payer's name, and runs the confirmation's job. */
async function confirmed(paid: { account: string; payer: string; receipt: string }, name: string) {
  const body = { ...paybillBody(stage, { ...paid, amount: 500 }), FirstName: name }
  const { status } = await post(stage, `${await paybillPath(stage)}/confirmation`, {
    ...body,
    OrgAccountBalance: '52310.00',
  })
  expect(status).toBe(200)
  await stage.runJobs()
}

const settleStrays = () =>
  sql`update unmatched_receipt set state = 'refunded' where state = 'open'`.execute(stage.db)

test.each<[string, (phone: string) => string]>([
  ['in plain digits', (phone) => phone],
  ['as a hash', hashOf],
])(
  'a payer whose payment matched no order, %s, gets a code, a copy and an erasure',
  async (_, as) => {
    const phone = newPhone()
    const [name, receipt] = [newName(), newReceipt()]
    await confirmed({ account: 'NOTHING', payer: as(phone), receipt }, name)
    expect((await post(stage, '/api/functions/my-data/code', { phone })).status).toBe(200)
    await stage.runJobs()
    const sms = stage.textsTo(phone).findLast((body) => /^\d{6} is your code to see/.test(body))
    const proof = { phone, code: sms!.slice(0, 6) }
    const { body } = await post(stage, '/api/functions/my-data/export', proof)
    expect(body.payments_without_an_order).toMatchObject([{ receipt, amount_kes: 500 }])
    expect(body.reports_of_mpesa).toMatchObject([{ report: { TransID: receipt, FirstName: name } }])
    expect(JSON.stringify(body)).not.toContain('52310')
    expect((await post(stage, '/api/functions/my-data/erase', proof)).body.code).toBe('refund_open')
    await settleStrays()
    expect((await post(stage, '/api/functions/my-data/erase', proof)).status).toBe(200)
    await expectGone(digits(phone), hashOf(phone), name)
  },
)

test('a confirmation with a masked number is found by the receipt of the payment', async () => {
  const { phone, receipt, code } = await bought({ stage, world }, event)
  const name = newName()
  const masked = `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`
  await confirmed({ account: code, payer: masked, receipt }, name)
  expect(await reportsTo(phone)).toContain(name)
  const stranger = newPhone()
  expect(await reportsTo(stranger)).toBe('[]')
  await sql`update event set date = '2020-01-01' where id = ${event.id}`.execute(stage.db)
  stage.pass(49 * HOUR)
  await erase(phone)
  await expectGone(digits(phone), name)
})

test('a person whose number another payer typed sees nothing of that payer', async () => {
  const [payer, typed] = [newPhone(), newPhone()]
  const name = newName()
  await confirmed({ account: `0${digits(typed)}`, payer, receipt: newReceipt() }, name)
  expect(await reportsTo(typed)).toBe('[]')
  expect(await reportsTo(payer)).toContain(name)
  await settleStrays()
})

test.each([
  ['a reversal', 'reversal'],
  ['a payment to the customer', 'b2c'],
])('the results of %s are part of the copy and of the erasure', async (_what, kind) => {
  const { phone, orderId } = await bought({ stage, world }, event)
  if (kind === 'b2c') world.faults.reversal.push('refused')
  expect((await refundOrder(stage, orderId)).status).toBe(201)
  await world.settle()
  const refund = await readRefund(stage, { orderId })
  expect(refund).toMatchObject({ state: 'done' })
  const name = newName()
  // The results that the simulated M-Pesa posts contain no names.
  await sql`update provider_callback c set body = replace(c.body, '"ResultParameter":[',
      '"ResultParameter":[{"Key":"ReceiverPartyPublicName","Value":"' || ${`${phone} - ${name}`} || '"},')
    from outgoing_attempt a where a.subject_id = ${refund.id} and c.token = a.token`.execute(
    stage.db,
  )
  const reports = await reportsTo(phone)
  expect(reports).toContain(name)
  expect(reports).not.toMatch(/Funds|Balance/)
  await sql`update event set date = '2020-01-01' where id = ${event.id}`.execute(stage.db)
  stage.pass(49 * HOUR)
  await erase(phone)
  await expectGone(digits(phone), name)
})

test('the result of a payout is part of the copy and of the erasure of its number', async () => {
  const owner = await buildAccount(stage)
  const [phone, name] = [newPhone(), newName()]
  await givePayoutAccount(stage, owner)
  const body = { Result: { ReceiverPartyPublicName: `0${digits(phone)} - ${name}` } }
  await sql`insert into provider_callback (kind, token, body, outcome)
    values ('payout', ${randomUUID()}, ${JSON.stringify(body)}, 'settled')`.execute(stage.db)
  expect(await reportsTo(phone)).toContain(name)
  await erase(phone)
  await expectGone(digits(phone), name)
})

test('an erasure waits for a report that no job has read yet', async () => {
  const [phone, name] = [newPhone(), newName()]
  const body = { ...paybillBody(stage, { account: 'X', amount: 5, payer: phone }), FirstName: name }
  await post(stage, `${await paybillPath(stage)}/confirmation`, body)
  await expect(erase(phone)).rejects.toMatchObject({ code: 'order_open' })
  expect(await tablesWith(stage, name)).toEqual(['provider_callback'])
  await stage.runJobs()
  await settleStrays()
  await erase(phone)
  await expectGone(digits(phone), name)
})

test('the report of another payer stays when one is erased', async () => {
  const [one, other] = [newPhone(), newPhone()]
  for (const payer of [one, other]) await confirmByHand(stage, { account: 'Y', amount: 5, payer })
  await stage.runJobs()
  await settleStrays()
  await erase(one)
  expect(await tablesWith(stage, digits(other))).toEqual(['provider_callback', 'unmatched_receipt'])
})
