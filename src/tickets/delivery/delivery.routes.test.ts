// spec: sms-unreached
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { recordReport } from '../../messages/delivery-reports.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'

const stage = keepStage()
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ name: 'Terrace' }, { name: 'VIP' }] })
})

/** Places and pays an order with one ticket of each type. Sends all its SMS. */
async function bought(email: string | null = null) {
  const order = await prompted(stage, event, [1, 1])
  await stage.db.updateTable('order').set({ email }).where('id', '=', order.orderId).execute()
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  const tickets = stage.db.selectFrom('ticket').select('number')
  const rows = await tickets.where('order_id', '=', order.orderId).orderBy('number').execute()
  stage.mails.length = 0
  return { orderId: order.orderId, receipt, numbers: rows.map(({ number }) => number) }
}

async function textsOf(orderId: string) {
  const messages = stage.db.selectFrom('message').selectAll()
  return await messages
    .where('order_id', '=', orderId)
    .where('channel', '=', 'sms')
    .orderBy('created_at')
    .execute()
}

async function report(orderId: string, status: string, reason: string | null = null) {
  for (const { provider_message_id, recipient } of await textsOf(orderId)) {
    await recordReport(stage.deps, {
      id: provider_message_id!,
      status,
      phoneNumber: `+${recipient}`,
      failureReason: reason,
    })
  }
}

const post = (url: string, payload: object, headers = {}) =>
  stage.app.inject({ method: 'POST', url, payload, headers })

async function failedOf(numbers: string[], headers = {}) {
  const answer = await post('/api/ticket_delivery', { ticket_numbers: numbers }, headers)
  expect(answer.statusCode).toBe(200)
  return answer.json().failed
}

const mail = (numbers: string[], email?: string) =>
  post('/api/ticket_emails', { ticket_numbers: numbers, ...(email !== undefined && { email }) })

test('while an SMS is under way or has arrived, no failure is reported', async () => {
  const { orderId, numbers } = await bought()
  expect(await failedOf(numbers)).toBeNull()
  await report(orderId, 'Success')
  expect(await failedOf(numbers)).toBeNull()
})

test.each([
  ['UserInBlackList', 'this phone opted out of our SMS', 'simu hii ilikataa SMS zetu'],
  ['UserDoesNotExist', 'no phone has this number', 'hakuna simu yenye nambari hii'],
  ['UserIsInactive', 'the phone was off or out of reach', 'simu ilikuwa imezimwa au haipatikani'],
  ['UserAccountSuspended', 'the line is suspended', 'laini imesimamishwa'],
  ['SomethingNew', 'the network did not deliver it', 'mtandao haukuifikisha'],
])('%s: to which number and why, in both languages', async (reason, why, swahili) => {
  const { orderId, numbers } = await bought()
  await report(orderId, 'Failed', reason)
  const phone = maskPhone((await textsOf(orderId))[0]!.recipient)
  expect(await failedOf(numbers)).toEqual({
    words: `We couldn't send the SMS to ${phone}: ${why}.`,
    has_email: false,
  })
  const spoken = await failedOf([numbers[1]!], { 'x-language': 'sw' })
  expect(spoken.words).toBe(`Hatukuweza kutuma SMS kwa ${phone}: ${swahili}.`)
})

test('after an SMS is sent again, no failure is reported until it fails', async () => {
  const { orderId, numbers } = await bought()
  await report(orderId, 'Failed', 'UserIsInactive')
  const newer = { state: 'sent', dedupe_key: 'ticket', created_at: new Date(Date.now() + 1000) }
  const tickets = stage.db.selectFrom('ticket').select('id').where('order_id', '=', orderId)
  for (const { id } of await tickets.execute()) {
    const [text] = await textsOf(orderId)
    const { is_leaving, is_failed, ...given } = text!
    const dedupe_key = `ticket:${id}:1`
    const again = { ...given, ...newer, id: crypto.randomUUID(), dedupe_key }
    await stage.db
      .insertInto('message')
      .values({ ...again, provider_message_id: null })
      .execute()
  }
  expect(await failedOf(numbers)).toBeNull()
})

test('unknown numbers, or numbers of two orders, are no tickets', async () => {
  const [one, other] = [await bought(), await bought()]
  for (const numbers of [['1234567890ABCDEF'], ['x'], [one.numbers[0]!, other.numbers[0]!]]) {
    expect((await post('/api/ticket_delivery', { ticket_numbers: numbers })).statusCode).toBe(404)
    expect((await mail(numbers, 'asha@lango.test')).statusCode).toBe(404)
  }
})

test('the email contains the tickets with known numbers, and not the receipt', async () => {
  const { receipt, numbers } = await bought()
  expect((await mail([numbers[0]!], ' asha@lango.test ')).statusCode).toBe(202)
  // The buyer presses the button twice.
  expect((await mail([numbers[0]!], 'asha@lango.test')).statusCode).toBe(202)
  await stage.runJobs()
  expect(stage.mails).toHaveLength(1)
  const { to, text, html } = stage.mails[0]!
  expect(to).toBe('asha@lango.test')
  expect(text).toContain(`/t/${numbers[0]}`)
  for (const secret of [numbers[1]!, receipt]) expect(text + html).not.toContain(secret)
})

test("the email goes to the order's address if none is typed, and nowhere if there is none", async () => {
  const known = await bought('buyer@lango.test')
  await report(known.orderId, 'Failed', 'UserInBlackList')
  expect(await failedOf(known.numbers)).toMatchObject({ has_email: true })
  expect((await mail(known.numbers)).statusCode).toBe(202)
  await stage.runJobs()
  expect(stage.mails.map(({ to }) => to)).toEqual(['buyer@lango.test'])
  const unknown = await bought()
  for (const email of [undefined, '', 'nobody', 'a@b@c']) {
    const refused = await mail(unknown.numbers, email)
    expect([refused.statusCode, refused.json().field]).toEqual([422, 'email'])
  }
})

test('the number of emails to one mailbox is limited', async () => {
  const { numbers } = await bought()
  const max = stage.env.limits.transferPerPhone
  for (let n = 0; n < max; n++) {
    expect((await mail(numbers, `friend${n}@lango.test`)).statusCode).toBe(202)
  }
  expect((await mail(numbers, 'one.more@lango.test')).statusCode).toBe(429)
})
