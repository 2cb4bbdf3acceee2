// spec: seller-own-figures
import { expect, test, vi } from 'vitest'
import { buildEvent, buildSeller, newPhone } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'

const TOTAL = 3

const stage = keepStage({ LIMIT_MISS_TOTAL: String(TOTAL) })

let addresses = 0
async function post(url: string, payload: object, headers = {}) {
  addresses += 1
  const remoteAddress = `10.2.0.${addresses}`
  return await callApi(stage, { method: 'POST', url, payload, headers, remoteAddress })
}

const askCode = (phone: string, headers = {}) =>
  post('/api/functions/my-sales/code', { phone }, headers)
const read = (phone: string, code: string) => post('/api/functions/my-sales', { phone, code })

test('a seller reads own figures by a code to the phone, and nothing about buyers', async () => {
  const event = await buildEvent(stage.db, { title: 'Derby', types: [{ price: 1000 }] })
  const later = await buildEvent(stage.db, { title: 'Final', date: '2031-01-01' })
  const seller = await buildSeller(stage.db, event, { percent: 5 })
  await buildSeller(stage.db, later, { phone: seller.phone, number: 12, perTicket: 50 })
  await buildSeller(stage.db, later, { number: 27, percent: 99 })
  const order = await prompted(stage, event, [2], { seller: 27 })
  await pay(stage, order, newReceipt())
  const local = `0${seller.phone.slice(3, 6)} ${seller.phone.slice(6)}`
  expect((await askCode(local)).status).toBe(200)
  await stage.runJobs()
  const [sms] = stage.textsTo(seller.phone)
  expect(sms).toMatch(/^\d{6} is your code to see your sales at Lango\. Not you\? Don't share it\./)
  const { status, body } = await read(local, sms!.slice(0, 6))
  const none = { visits: 0, orders: 0, tickets: 0, paid: 0, inside: 0, refunded: 0, owed: 0 }
  const sold = { ...none, orders: 1, tickets: 2, paid: 2000, owed: 100 }
  expect([status, body.data]).toEqual([
    200,
    [
      {
        ...{ event_id: later.id, event: 'Final', date: '2031-01-01', number: 12 },
        ...{ kind: 'per_ticket', value: 50, ended_at: null, ...none },
      },
      {
        ...{ event_id: event.id, event: 'Derby', date: expect.any(String), number: 27 },
        ...{ kind: 'percent', value: 5, ended_at: null, ...sold },
      },
    ],
  ])
  expect(JSON.stringify(body)).not.toContain(order.push.phone)
  expect(JSON.stringify(body)).not.toContain(order.push.accountReference)
})

test('the reply is the same for a number of no seller, and no SMS is sent', async () => {
  const event = await buildEvent(stage.db)
  const seller = await buildSeller(stage.db, event)
  const stranger = newPhone()
  const answers = [await askCode(seller.phone), await askCode(stranger)]
  expect(answers[1]!.body).toEqual(answers[0]!.body)
  expect(answers[0]!.body.message).toContain('If an organizer has entered this number')
  const swahili = await askCode(stranger, { 'x-language': 'sw' })
  expect(swahili.body.message).toContain('Ikiwa mwandalizi ameiweka nambari hii')
  await stage.runJobs()
  expect(stage.textsTo(stranger)).toEqual([])
  expect(stage.textsTo(seller.phone)).toHaveLength(1)
})

test('wrong codes are refused, and from many addresses raise the alarm', async () => {
  const error = vi.spyOn(stage.deps.log, 'error')
  for (let guesses = 0; guesses <= TOTAL; guesses++) {
    const { status, body } = await read(newPhone(), '123456')
    expect([status, body.code, body.field]).toEqual([422, 'wrong_sales_code', 'code'])
  }
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
  expect((await read('0812', '123456')).body.field).toBe('phone')
})

test('codes and wrong codes of a phone are limited', async () => {
  const { phone } = await buildSeller(stage.db, await buildEvent(stage.db))
  const asked = []
  for (let at = 0; at < 6; at++) asked.push((await askCode(phone)).status)
  expect(asked).toEqual([200, 200, 200, 200, 200, 429])
  const guessed = []
  for (let at = 0; at < 6; at++) guessed.push((await read(phone, '123456')).status)
  expect(guessed).toEqual([422, 422, 422, 422, 422, 429])
})
