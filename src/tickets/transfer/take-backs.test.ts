// spec: transfer-taken-back-by-sender
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { makeDialler } from '../../../test/dialler.ts'
import { keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { refundOrder } from '../../../test/refunds.ts'
import { readCode, sayCode, sendOn } from '../../../test/transfers.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { formatTicketNumber } from '../number.rules.ts'

const gate = keepGate({ title: 'Derby Day', types: [{ name: 'VIP', maxPerOrder: 31 }] })

const read = async (number: string) =>
  (await callApi(gate.stage, { url: `/api/tickets/${number}`, remoteAddress: '10.1.0.2' })).body

const ask = (number: string, id: string) =>
  callApi(gate.stage, {
    method: 'POST',
    url: `/api/tickets/${number}/take_backs`,
    payload: { id },
    remoteAddress: '10.1.0.1',
  })

/** Makes the call that the ticket's page makes once a person sees the page. */
const openPage = (number: string, headers = {}) =>
  callApi(gate.stage, { method: 'POST', url: `/api/tickets/${number}/opened`, headers })

/** Buys a ticket for `people`, and sends `admits` of them to a friend's phone. */
async function sent(people: number, admits: number) {
  const { number, phoneNumber, orderId } = await gate.buy([people])
  const friend = newPhone()
  const [theirs] = await sendOn(gate.stage, number, { phone: friend, admits })
  const [transfer] = (await read(number)).sent
  return { number, phoneNumber, orderId, friend, theirs: theirs!, transfer }
}

test('the ticket of the sender says how many were sent to which phone and when', async () => {
  const { friend, transfer } = await sent(3, 1)
  const phone = `0${friend.slice(-9, -8)}•• ••• ${friend.slice(-3)}`
  expect(transfer.words).toMatch(
    /^1 sent to 0\d•• ••• \d{3}, \w{3}, \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M$/,
  )
  expect(transfer).toMatchObject({ words: expect.stringContaining(phone), can_take_back: true })
  expect(transfer.note).toBe('You can take it back until someone opens it.')
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
    const request = await ask(one.number, one.transfer.id)
    expect(request.status).toBe(202)
    expect((await ask(one.number, one.transfer.id)).body).toEqual(request.body)
    const { code, phone } = await readCode(gate.stage)
    expect(phone).toBe(one.phoneNumber)
    expect(gate.stage.textsTo(phone).at(-1)).toMatch(
      /is your code to get \d x VIP \(Derby Day\) back from 0/,
    )
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await sayCode(gate.stage, request.body.id, wrong)).body.code).toBe('wrong_code')
    const said = await sayCode(gate.stage, request.body.id, code)
    expect(said).toMatchObject({ status: 200, body: { state: 'done', admits } })
    expect((await sayCode(gate.stage, request.body.id, code)).body).toEqual(said.body)
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

test('the row of a ticket that somebody opened or used says that it stays away', async () => {
  const opened = await sent(2, 1)
  await openPage(opened.theirs)
  const used = await sent(2, 1)
  await gate.decided({ ticket_number: used.theirs })
  const [own] = (await read(opened.number)).sent
  const at = formatMoment(gate.stage.clock.now(), gate.stage.clock.now())
  expect(own.note).toBe(`Opened on ${at}. You can't take it back any more.`)
  expect((await read(used.number)).sent[0].note).toBe("You can't take it back any more.")
  const url = `/api/tickets/${opened.number}`
  const headers = { 'x-language': 'sw' }
  const { body } = await callApi(gate.stage, { url, headers, remoteAddress: '10.1.0.2' })
  expect(body.sent[0].note).toMatch(/^Ilifunguliwa .*\. Haiwezi kurudishwa tena\.$/)
})

test('a ticket that the friend has opened, used, passed on or lost to a refund stays', async () => {
  const opened = await sent(2, 1)
  await openPage(opened.theirs)
  const used = await sent(2, 1)
  await gate.decided({ ticket_number: used.theirs })
  const passed = await sent(2, 1)
  await sendOn(gate.stage, passed.theirs, { phone: newPhone() })
  const refunded = await sent(2, 1)
  const numbers = { ticket_numbers: [refunded.theirs] }
  expect((await refundOrder(gate.stage, refunded.orderId, numbers)).status).toBe(201)
  for (const { number, transfer } of [opened, used, passed, refunded]) {
    expect(await ask(number, transfer.id)).toMatchObject({
      status: 409,
      body: { code: 'already_opened' },
    })
    expect((await read(number)).sent).toMatchObject([{ can_take_back: false }])
  }
  // The friend opens the ticket after the request and before the code is entered.
  const late = await sent(2, 1)
  const { body } = await ask(late.number, late.transfer.id)
  const { code } = await readCode(gate.stage)
  await openPage(late.theirs)
  expect((await sayCode(gate.stage, body.id, code)).body.code).toBe('already_opened')
  expect(await ask(late.number, opened.transfer.id)).toMatchObject({ status: 404 })
  expect(await ask(late.number, 'x')).toMatchObject({ status: 404 })
})

const LOOKS: [string, (number: string, headers?: Record<string, string>) => Promise<unknown>][] = [
  ['the page of the ticket', openPage],
  ['/genuine', (number, headers = {}) => look({ url: `/api/genuine/${number}`, headers })],
  [
    'the look-up',
    (reference, headers = {}) =>
      look({
        url: '/api/functions/ticket-lookup',
        method: 'POST',
        payload: { reference },
        headers,
      }),
  ],
  [
    'the metadata',
    (number, headers = {}) =>
      look({ url: '/api/functions/metadata', query: { ticket_number: number }, headers }),
  ],
]

async function look(request: InjectOptions): Promise<void> {
  expect((await callApi(gate.stage, request)).status).toBe(200)
}

const isTakeable = async ({ number }: { number: string }) =>
  (await read(number)).sent[0].can_take_back as boolean

// spec: sent-ticket-stays
describe('a sent ticket at whose new number a person looks', () => {
  test.each([
    ...LOOKS,
    [
      'the email with the ticket',
      (number: string) =>
        callApi(gate.stage, {
          ...{ url: '/api/ticket_emails', method: 'POST' },
          payload: { ticket_numbers: [number], email: 'asha@example.co.ke' },
        }),
    ],
    [
      'the check by USSD',
      async (number: string) => {
        const phone = makeDialler(gate.stage, newPhone())
        await phone.dial('4')
        await phone.type(number)
      },
    ],
    [
      'the list of the own tickets by USSD',
      async (_number: string, { friend }: { friend: string }) => {
        const phone = makeDialler(gate.stage, friend)
        await phone.dial('3')
        await phone.type('1')
      },
    ],
  ] as [string, (number: string, one: { friend: string }) => Promise<unknown>][])(
    'cannot be taken back, whether in time or late: %s',
    async (_where, lookAt) => {
      const one = await sent(2, 1)
      const { body } = await ask(one.number, one.transfer.id)
      const { code } = await readCode(gate.stage)
      expect(await isTakeable(one)).toBe(true)
      await lookAt(one.theirs, one)
      expect(await isTakeable(one)).toBe(false)
      expect((await ask(one.number, one.transfer.id)).body.code).toBe('already_opened')
      expect((await sayCode(gate.stage, body.id, code)).body.code).toBe('already_opened')
      expect(await read(one.theirs)).toMatchObject({ state: 'valid', can_be_taken_back: false })
    },
  )

  test('is void on that look if its sender has taken it back', async () => {
    const one = await sent(2, 1)
    const { body } = await ask(one.number, one.transfer.id)
    const { code } = await readCode(gate.stage)
    expect((await sayCode(gate.stage, body.id, code)).status).toBe(200)
    expect((await openPage(one.theirs)).body).toEqual({ state: 'void' })
    const { body: genuine } = await callApi(gate.stage, `/api/genuine/${one.theirs}`)
    expect(genuine).toMatchObject({ status: 'void', sent: true })
  })
})

const ROBOTS: [string, Record<string, string>][] = [
  ['WhatsApp', { 'user-agent': 'WhatsApp/2.23.20.0 A' }],
  ['a preview by iMessage', { 'user-agent': 'Mozilla/5.0 facebookexternalhit/1.1 Twitterbot/1.0' }],
  ['a page that is loaded ahead', { 'sec-purpose': 'prefetch;prerender' }],
]

// spec: sent-ticket-stays
describe('a sent ticket', () => {
  test.each(ROBOTS)('can still be taken back after %s has loaded its link', async (_, headers) => {
    const one = await sent(2, 1)
    for (const [, lookAt] of LOOKS) await lookAt(one.theirs, headers)
    expect(await isTakeable(one)).toBe(true)
  })

  test('can still be taken back after its page was loaded, or its head was requested', async () => {
    const one = await sent(2, 1)
    expect(await read(one.theirs)).toMatchObject({ state: 'valid', can_be_taken_back: true })
    for (const url of [`/api/genuine/${one.theirs}`, `/api/tickets/${one.theirs}`]) {
      expect((await gate.stage.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    }
    expect(await isTakeable(one)).toBe(true)
  })

  test('that was bought and never sent is not written by a look', async () => {
    const { number } = await gate.buy([1])
    for (const [, lookAt] of LOOKS) await lookAt(number)
    const ticket = gate.stage.db.selectFrom('ticket').select('opened_at')
    expect(await ticket.where('number', '=', number).executeTakeFirst()).toEqual({
      opened_at: null,
    })
  })
})

test('people who were let in offline after they were taken back are a conflict', async () => {
  const one = await sent(2, 1)
  const phone = await pairPhone(gate)
  const { body } = await ask(one.number, one.transfer.id)
  const { code } = await readCode(gate.stage)
  expect((await sayCode(gate.stage, body.id, code)).status).toBe(200)
  await phone.tell([{ ticket_number: one.theirs }])
  const { headers } = gate.organizer
  const entry = await callApi(gate.stage, { url: `/api/events/${gate.event.id}/entry`, headers })
  expect(entry.body.conflicts).toMatchObject([{ ticket_number: one.theirs, excess: 1 }])
})
