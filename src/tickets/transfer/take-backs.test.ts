// spec: transfer-taken-back-by-sender
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { type Gate, makeGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { refundOrder } from '../../../test/refunds.ts'
import { readCode, sayCode, sendOn } from '../../../test/transfers.ts'
import { formatTicketNumber } from '../number.rules.ts'

let gate: Gate
beforeAll(async () => {
  gate = await makeGate({ title: 'Derby Day', types: [{ name: 'VIP', maxPerOrder: 31 }] })
})
afterAll(() => gate.stage.close())

const read = async (number: string) =>
  (await callApi(gate.stage, { url: `/api/tickets/${number}`, remoteAddress: '10.1.0.2' })).body

const ask = (number: string, id: string) =>
  callApi(gate.stage, {
    method: 'POST',
    url: `/api/tickets/${number}/take_backs`,
    payload: { id },
    remoteAddress: '10.1.0.1',
  })

/** A ticket of which some people were sent to a friend's phone. */
async function sent(people: number, admits: number) {
  const { number, phoneNumber, orderId } = await gate.buy([people])
  const friend = newPhone()
  const [theirs] = await sendOn(gate.stage, number, { phone: friend, admits })
  const [given] = (await read(number)).sent
  return { number, phoneNumber, orderId, friend, theirs: theirs!, given }
}

test('the ticket of the sender says how many were sent to which phone and when', async () => {
  const { friend, given } = await sent(3, 1)
  const phone = `0${friend.slice(-9, -6)} ••• ${friend.slice(-3)}`
  expect(given.words).toMatch(/^1 sent to 0\d{3} ••• \d{3}, \d{1,2} \w{3} \d\d:\d\d$/)
  expect(given).toMatchObject({ words: expect.stringContaining(phone), can_take_back: true })
})

test.each([
  { people: 3, admits: 1, left: 2 },
  { people: 2, admits: 2, left: 0 },
])(
  '$admits of $people sent people come back by a code to the phone of the sender',
  async ({ people, admits, left }) => {
    const one = await sent(people, admits)
    expect(await read(one.number)).toMatchObject(
      left > 0 ? { state: 'valid', quantity: left } : { state: 'void', void_reason: 'transferred' },
    )
    const asked = await ask(one.number, one.given.id)
    expect(asked.status).toBe(202)
    expect((await ask(one.number, one.given.id)).body).toEqual(asked.body)
    const { code, phone } = await readCode(gate.stage)
    expect(phone).toBe(one.phoneNumber)
    expect(gate.stage.textsTo(phone).at(-1)).toMatch(
      /is your code to get \d x VIP \(Derby Day\) back from 0/,
    )
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await sayCode(gate.stage, asked.body.id, wrong)).body.code).toBe('wrong_code')
    const said = await sayCode(gate.stage, asked.body.id, code)
    expect(said).toMatchObject({ status: 200, body: { state: 'done', admits } })
    expect((await sayCode(gate.stage, asked.body.id, code)).body).toEqual(said.body)
    await gate.stage.runJobs()
    expect(await read(one.number)).toMatchObject({ state: 'valid', quantity: people, sent: [] })
    expect(await read(one.theirs)).toMatchObject({ state: 'void', void_reason: 'revoked' })
    const fours = formatTicketNumber(one.theirs)
    expect(gate.stage.textsTo(`254${one.friend.slice(-9)}`).at(-1)).toBe(
      `Your ticket for Derby Day, no. ${fours}, was withdrawn by its sender and is no longer valid.`,
    )
    expect((await gate.decided({ ticket_number: one.theirs })).result).toBe('void')
    expect(await gate.decided({ ticket_number: one.number })).toMatchObject({ admits: people })
  },
)

test('a ticket that the friend has opened, used, passed on or lost to a refund stays', async () => {
  const opened = await sent(2, 1)
  await read(opened.theirs)
  const used = await sent(2, 1)
  await gate.decided({ ticket_number: used.theirs })
  const passed = await sent(2, 1)
  await sendOn(gate.stage, passed.theirs, { phone: newPhone() })
  const refunded = await sent(2, 1)
  const numbers = { ticket_numbers: [refunded.theirs] }
  expect((await refundOrder(gate.stage, refunded.orderId, numbers)).status).toBe(201)
  for (const { number, given } of [opened, used, passed, refunded]) {
    expect(await ask(number, given.id)).toMatchObject({
      status: 409,
      body: { code: 'already_opened' },
    })
    expect((await read(number)).sent).toMatchObject([{ can_take_back: false }])
  }
  // The friend opens the ticket after the request and before the code is entered.
  const late = await sent(2, 1)
  const { body } = await ask(late.number, late.given.id)
  const { code } = await readCode(gate.stage)
  await read(late.theirs)
  expect((await sayCode(gate.stage, body.id, code)).body.code).toBe('already_opened')
  expect(await ask(late.number, opened.given.id)).toMatchObject({ status: 404 })
  expect(await ask(late.number, 'x')).toMatchObject({ status: 404 })
})

test('people who were let in offline after they were taken back are a conflict', async () => {
  const one = await sent(2, 1)
  const phone = await pairPhone(gate)
  const { body } = await ask(one.number, one.given.id)
  const { code } = await readCode(gate.stage)
  expect((await sayCode(gate.stage, body.id, code)).status).toBe(200)
  await phone.tell([{ ticket_number: one.theirs }])
  const { headers } = gate.organizer
  const entry = await callApi(gate.stage, { url: `/api/events/${gate.event.id}/entry`, headers })
  expect(entry.body.conflicts).toMatchObject([{ ticket_number: one.theirs, excess: 1 }])
})
