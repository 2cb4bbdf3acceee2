import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../test/build.ts'
import { callBack, latestPrompt, newReceipt, pay, place, prompted } from '../../test/purchase.ts'
import { failedCallback, keepStage, paidCallback } from '../../test/stage.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from '../platform/database/db.ts'

const stage = keepStage()
let event: BuiltEvent
let address: string

beforeAll(async () => {
  address = await stage.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 100 }] })
})

async function call(path: string, init?: RequestInit) {
  const answer = await fetch(address + path, init)
  return { status: answer.status, body: await answer.json() }
}

const postOrder = (request: object, headers = {}) =>
  call('/api/functions/mpesa', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  })

/** Waits until the server has stored the order, and then sends the order's prompt. */
async function promptFor(orderId: string) {
  for (;;) {
    const order = await stage.db
      .selectFrom('order')
      .select('id')
      .where('id', '=', orderId)
      .execute()
    if (order.length === 1) break
  }
  await stage.runJobs()
  return await latestPrompt(stage)
}

describe('POST /api/functions/mpesa', () => {
  // spec: mpesa-status-message
  test('waits until the payment settles', async () => {
    const request = orderFor(event)
    const answer = postOrder(request)
    const prompt = await promptFor(request.orderId)
    await pay(stage, { ...prompt, amount: 100 }, 'UKW0000001')
    expect(await answer).toMatchObject({ status: 200, body: { status: '0', rrn: 'UKW0000001' } })
  })

  // spec: mpesa-status-message
  test('waits until the payment fails', async () => {
    const request = orderFor(event)
    const answer = postOrder(request)
    const prompt = await promptFor(request.orderId)
    await callBack(stage, prompt, failedCallback(1032, prompt.checkoutId))
    await stage.runJobs()
    expect(await answer).toMatchObject({ status: 200, body: { status: 'failed' } })
  })

  // spec: mpesa-status-message
  test('returns 202 when 100 s have passed since the prompt', async () => {
    const request = orderFor(event)
    await postOrder(request, { prefer: 'respond-async' })
    await stage.runJobs()
    stage.pass(100_000)
    const { status, body } = await postOrder(request)
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'pending', phase: 'confirming', seconds_left: null })
    expect(body.message).toContain('Do not pay again')
  })

  test('makes an id if the client sends none', async () => {
    const { orderId, ...request } = orderFor(event)
    const { status, body } = await postOrder(request, { prefer: 'respond-async' })
    expect(status).toBe(202)
    expect(body.order_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.order_id).not.toBe(orderId)
  })

  test('refuses a page of another site, and names the invalid field of a body', async () => {
    const foreign = await postOrder(orderFor(event), { origin: 'https://evil.example' })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden_origin'])
    const { phoneNumber, ...without } = orderFor(event)
    expect(phoneNumber).toBeTruthy()
    const { status, body } = await postOrder(without)
    expect([status, body.field, body.error]).toEqual([
      422,
      'phoneNumber',
      'phoneNumber is required.',
    ])
    expect(body.message).toBe(body.error)
  })
})

test("returns 'failed' if the prompt is refused as soon as it is sent", async () => {
  const order = await prompted(stage, event)
  await callBack(stage, order, failedCallback(1032, order.checkoutId))
  await stage.runJobs()
  // The trigger simulates a prompt that M-Pesa refuses immediately: the reopened order fails before
  // the call reads the order.
  await sql`create function fail_again() returns trigger language plpgsql as
    $$ begin new.state := 'failed'; return new; end $$`.execute(stage.db)
  await sql`create trigger refused before update on "order" for each row
    when (new.state = 'pending') execute function fail_again()`.execute(stage.db)
  const { status, body } = await call(`/api/orders/${order.orderId}/prompts`, { method: 'POST' })
  await sql`drop trigger refused on "order"`.execute(stage.db)
  expect([status, body.status]).toEqual([200, 'failed'])
})

describe('GET /api/orders/{id}', () => {
  test('is never cached, and neither is the call that placed the order', async () => {
    const order = await prompted(stage, event)
    const { orderId } = order
    const ask = async () => {
      const url = '/api/functions/mpesa'
      const headers = { prefer: 'respond-async' }
      const { tickets, amount, eventId, phoneNumber, email } = order
      const payload = { orderId, tickets, amount, eventId, phoneNumber, email }
      return [
        await stage.app.inject(`/api/orders/${orderId}`),
        await stage.app.inject({ method: 'POST', url, headers, payload }),
      ]
    }
    const answers = await ask()
    await pay(stage, order, newReceipt())
    for (const { statusCode, headers } of [...answers, ...(await ask())]) {
      expect(statusCode).toBeLessThan(300)
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('returns the phase immediately, with the seconds left of the prompt', async () => {
    const order = await prompted(stage, event)
    stage.pass(40_000)
    const { status, body } = await call(`/api/orders/${order.orderId}`)
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'pending', phase: 'prompted' })
    expect(body.seconds_left).toBeGreaterThan(15)
    expect(body.seconds_left).toBeLessThanOrEqual(20)
  })

  test('with wait returns as soon as the order changes', async () => {
    const order = await place(stage, event)
    const inLine = await startWaiting(order.orderId)
    await stage.runJobs()
    // The long poll also reports that the payment's row was created, before its prompt is sent. So
    // the first reply may still be 'in_line'.
    const changed = await inLine.answer
    const prompted =
      changed.body.phase === 'in_line'
        ? await call(`/api/orders/${order.orderId}?wait=25`)
        : changed
    expect(prompted.body).toMatchObject({ phase: 'prompted' })
    const answered = await startWaiting(order.orderId)
    const prompt = await latestPrompt(stage)
    await callBack(stage, prompt, paidCallback('UKW0000002', 100, prompt.checkoutId))
    await stage.runJobs()
    const first = await answered.answer
    const last = first.status === 200 ? first : await call(`/api/orders/${order.orderId}?wait=25`)
    expect(last.body).toMatchObject({ status: '0', rrn: 'UKW0000002' })
  })

  /**
   * Starts a long poll. Resolves once the server has read the order, so that the server must report
   * later changes to the long poll.
   */
  async function startWaiting(orderId: string) {
    const { now } = stage.clock
    const looked = new Promise<void>((resolve) => {
      stage.clock.now = () => {
        resolve()
        return now()
      }
    })
    const answer = call(`/api/orders/${orderId}?wait=25`)
    await looked
    stage.clock.now = now
    return { answer }
  }

  test.each(['x', crypto.randomUUID(), "1' or '1'='1"])('for %s is 404', async (id) => {
    const { status, body } = await call(`/api/orders/${encodeURIComponent(id)}`)
    expect([status, body.code]).toEqual([404, 'order_not_found'])
  })

  test('shows no full phone number and no email address', async () => {
    const order = await prompted(stage, event, [1], { email: 'asha@example.com' })
    await pay(stage, order, 'UKW0000003')
    const { body } = await call(`/api/orders/${order.orderId}`)
    expect(JSON.stringify(body)).not.toContain(order.phoneNumber)
    expect(JSON.stringify(body)).not.toContain('asha@')
  })
})

test("the API's description comes from the schemas that validate", async () => {
  const { body } = await call('/api/openapi.json')
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/api/functions/mpesa', '/api/orders/{id}', '/api/events/{id}']),
  )
  const request = body.paths['/api/functions/mpesa'].post.requestBody.content['application/json']
  expect(request.schema.required).toContain('phoneNumber')
})

test('while the database is away a purchase says that nothing was charged if no prompt comes, in both languages', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:9/none', 1)
  const shop = await buildApp({ ...stage.deps, db }, { checks: {}, pages: false })
  const buy = async (language: string) => {
    const answer = await shop.inject({
      method: 'POST',
      url: '/api/functions/mpesa',
      headers: { 'x-language': language },
      payload: orderFor(event),
    })
    return [answer.statusCode, answer.headers['retry-after'], answer.json().error]
  }
  expect(await buy('en')).toEqual([
    503,
    '5',
    "We can't take orders right now. If no M-PESA prompt comes, nothing was charged.",
  ])
  expect(await buy('sw')).toEqual([
    503,
    '5',
    'Hatuwezi kupokea oda sasa hivi. Ikiwa ombi la M-PESA halitakuja, hujatozwa chochote.',
  ])
  await shop.close()
  await db.destroy()
})
