// A child process that plays the buyers, their phones, M-Pesa and the SMS gateway. Several buyers
// buy concurrently. First reports the port of the simulated providers, then plays one round after
// another.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BuiltEvent, orderFor } from '../test/build.ts'

export type Round = {
  origin: string
  event: BuiltEvent
  clients: number
  count: number
}
export type Took = { seconds: number; p50: number; p99: number }

const paid = new Map<string, () => void>()
const agent = new http.Agent({ keepAlive: true })
let shop = ''
let prompts = 0

async function post(url: string, body: object): Promise<number> {
  const request = http.request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
  })
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode!
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

const PAID_AT = 20261121193021

async function payFor(
  push: { Amount: number; PhoneNumber: number; CallBackURL: string },
  id: string,
) {
  const items = {
    Amount: push.Amount,
    MpesaReceiptNumber: `UKX${id.slice(-7)}`,
    TransactionDate: PAID_AT,
    PhoneNumber: push.PhoneNumber,
  }
  const Item = Object.entries(items).map(([Name, Value]) => ({ Name, Value }))
  const told = { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' }
  const ids = { MerchantRequestID: 'm', CheckoutRequestID: id }
  const stkCallback = { ...ids, ...told, CallbackMetadata: { Item } }
  const status = await post(shop + new URL(push.CallBackURL).pathname, { Body: { stkCallback } })
  if (status !== 200) throw new Error(`the callback was answered ${status}`)
}

const providers = http.createServer(async (request, response) => {
  const text = await readBody(request)
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (request.url!.startsWith('/oauth')) answer(200, { access_token: 't', expires_in: '3599' })
  else if (request.url!.startsWith('/mpesa/stkpush')) {
    const id = `ws_CO_${String(++prompts).padStart(10, '0')}`
    answer(200, { ResponseCode: '0', MerchantRequestID: 'm', CheckoutRequestID: id })
    // The simulated buyer pays 50 ms after the response to the push. A real person takes longer.
    response.once('finish', () => setTimeout(() => void payFor(JSON.parse(text), id), 50))
  } else if (request.url!.startsWith('/version1/messaging')) {
    const number = new URLSearchParams(text).get('to')!
    const recipient = { statusCode: 101, status: 'Success', messageId: `at-${number}`, number }
    answer(201, { SMSMessageData: { Message: 'Sent', Recipients: [recipient] } })
    paid.get(number.replace('+', ''))?.()
  } else answer(200, {})
})

/** Plays one purchase, from the order to its SMS. */
async function buyOne(event: Round['event']): Promise<void> {
  const phone = `2547${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const sent = new Promise<void>((resolve) => paid.set(phone, resolve))
  const order = orderFor(event, [1], { phoneNumber: phone })
  const status = await post(`${shop}/api/functions/mpesa`, order)
  if (status !== 202) throw new Error(`the order was answered ${status}`)
  await sent
  paid.delete(phone)
}

async function run({ origin, event, clients, count }: Round): Promise<Took> {
  shop = origin
  const took: number[] = []
  let left = count
  const began = performance.now()
  const client = async () => {
    while (left-- > 0) {
      const start = performance.now()
      await buyOne(event)
      took.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)]!
  return { seconds, p50: at(0.5), p99: at(0.99) }
}

providers.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (providers.address() as AddressInfo).port })
})
process.on('message', async (round: Round) => process.send?.(await run(round)))
process.on('disconnect', () => process.exit(0))
