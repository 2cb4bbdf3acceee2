import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nairobiStamp } from './clock.ts'
import { defaultOptions, type SandboxOptions } from './options.ts'
import { startSandbox } from './server.ts'
import { refundCalls } from './trial-refunds.ts'

/** A sandbox for tests, with a listener for its callbacks and a client for its API. */

// biome-ignore lint/suspicious/noExplicitAny: answers are read by the assertions that follow
type Json = any

interface Answer {
  status: number
  text: string
  json: Json
}

interface Received {
  path: string
  body: Json
  at: number
}

/** Polls a condition. Fails with the name `what` if the condition does not become true in time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 5_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const ACCEPTED = '{"ResultCode":0,"ResultDesc":"Accepted"}'

async function startListener() {
  const received: Received[] = []
  /**
   * Returns the listener's response to a call on this path. If it returns null, the listener never
   * responds.
   */
  const script: { answer: (path: string, body: Json) => string | null } = { answer: () => ACCEPTED }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isJson = request.headers['content-type'] === 'application/json'
      const body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
      received.push({ path: request.url ?? '', body, at: performance.now() })
      const said = script.answer(request.url ?? '', body)
      if (said === null) return
      response.setHeader('content-type', 'application/json')
      response.end(said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, script, close }
}

const PASSKEY = defaultOptions.passkey

function password(stamp: string): string {
  return Buffer.from(`174379${PASSKEY}${stamp}`).toString('base64')
}

export function pushBody(msisdn: string, callbackUrl: string, over: Json = {}): Json {
  const stamp = nairobiStamp(Date.now())
  return {
    BusinessShortCode: 174379,
    Password: password(stamp),
    Timestamp: stamp,
    TransactionType: 'CustomerPayBillOnline',
    Amount: 1000,
    PartyA: Number(msisdn),
    PartyB: 174379,
    PhoneNumber: Number(msisdn),
    CallBackURL: callbackUrl,
    AccountReference: 'TKT4K7Q',
    TransactionDesc: 'Tickets',
    ...over,
  }
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  let json: Json
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: answer.status, text, json }
}

function jsonInit(method: string, body: unknown, headers: Record<string, string> = {}) {
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** A merchant's calls to a sandbox at this address. */
export function merchant(base: string, callbacks: string) {
  let token = ''
  const oauth = async () => {
    const basic = Buffer.from('lango-sandbox-key:lango-sandbox-secret').toString('base64')
    const path = '/oauth/v1/generate?grant_type=client_credentials'
    const answer = await call(base + path, { headers: { authorization: `Basic ${basic}` } })
    token = answer.json.access_token
    return answer
  }
  const daraja = async (path: string, body: unknown) => {
    if (!token) await oauth()
    return call(base + path, jsonInit('POST', body, { authorization: `Bearer ${token}` }))
  }
  return {
    ...refundCalls(base, callbacks, daraja),
    oauth,
    daraja,
    token: () => token,
    push: (msisdn: string, over: Json = {}) =>
      daraja(
        '/mpesa/stkpush/v1/processrequest',
        pushBody(msisdn, `${callbacks}/cb/p/${msisdn}`, over),
      ),
    query: (checkout: string) => {
      const stamp = nairobiStamp(Date.now())
      return daraja('/mpesa/stkpushquery/v1/query', {
        BusinessShortCode: 174379,
        Password: password(stamp),
        Timestamp: stamp,
        CheckoutRequestID: checkout,
      })
    },
    sms: (fields: Record<string, string>, apiKey = 'lango-sandbox-at-key') =>
      call(`${base}/version1/messaging`, {
        method: 'POST',
        headers: { apiKey, accept: 'application/json' },
        body: new URLSearchParams({ username: 'sandbox', from: 'LANGO', ...fields }),
      }),
    get: (path: string) => call(base + path),
    send: (method: string, path: string, body?: unknown) =>
      call(base + path, body === undefined ? { method } : jsonInit(method, body)),
  }
}

export async function startTrial(options: Partial<SandboxOptions> = {}) {
  const listener = await startListener()
  const sandbox = await startSandbox({
    port: 0,
    reportUrl: `${listener.url}/cb/s/reports`,
    ussdUrl: `${listener.url}/cb/u/menu`,
    ussdEndUrl: `${listener.url}/cb/u/menu/end`,
    ...options,
  })
  const base = `http://127.0.0.1:${sandbox.port}`
  const stk = () =>
    listener.received.filter((r) => r.path.startsWith('/cb/p/')).map((r) => r.body.Body.stkCallback)
  const client = merchant(base, listener.url)
  return {
    ...client,
    base,
    smtpPort: sandbox.smtpPort,
    listener,
    /** Returns the callbacks received on this path so far, in order of arrival. */
    told: (path: string): Json[] =>
      listener.received.filter((r) => r.path === path).map((r) => r.body),
    /** Sends a request, and resolves with the next result to arrive. */
    result: async (ask: () => Promise<Answer>): Promise<Json> => {
      const results = () => listener.received.filter((r) => r.path === '/cb/result')
      const before = results().length
      const answer = await ask()
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      await until('the result came', () => results().length > before)
      return results()[before]?.body.Result
    },
    /** Makes a payment by paybill that succeeds, and returns its receipt. */
    pay: async (msisdn: string, over: Json = {}): Promise<string> => {
      const body = { msisdn, account: 'TKT4K7Q', amount: 1000, ...over }
      return (await client.send('POST', '/paybill', body)).json.receipt
    },
    /** Returns all STK callbacks so far, in order of arrival. */
    stk,
    plan: (faults: object) => client.send('PUT', '/faults', faults),
    /** Returns how often each kind of fault of the plan was injected. */
    counts: async () => (await client.get('/faults')).json.counts,
    /** Makes the phone answer automatically from now on. */
    auto: (msisdn: string, how = 'pay') => client.send('PUT', `/phones/${msisdn}`, { auto: how }),
    ledger: async () => (await client.get('/ledger')).json,
    dial: async (msisdn: string, dial = '*265*25#') =>
      (await client.send('POST', `/phones/${msisdn}/ussd`, { dial })).json,
    /** Sends an input in the session that `dial` began. */
    type: async (msisdn: string, { session_id }: { session_id: string }, input: string) =>
      (await client.send('POST', `/phones/${msisdn}/ussd`, { session_id, input })).json,
    /** Returns the open prompts of the phone. */
    prompts: async (msisdn: string) => (await client.get(`/phones/${msisdn}`)).json.prompts,
    reports: () => listener.received.filter((r) => r.path === '/cb/s/reports').map((r) => r.body),
    /** Sends a push and waits for its callback. The phone must answer automatically. */
    settle: async (msisdn: string, over: Json = {}) => {
      const answer = await client.push(msisdn, over)
      const id = answer.json.CheckoutRequestID
      await until('the callback came', () => stk().some((c) => c.CheckoutRequestID === id))
      return stk().find((c) => c.CheckoutRequestID === id)
    },
    close: async () => {
      await sandbox.close()
      await listener.close()
    },
  }
}

export type Trial = Awaited<ReturnType<typeof startTrial>>
