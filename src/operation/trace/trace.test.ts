// spec: order-trace
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { fail, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendTrace } from './send-trace.ts'
import { readTrace, toOtlp, traceLines } from './spans.ts'

const stage = keepStage()
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db)
})

const traced = async (idOrCode: string) => (await readTrace(stage.db, idOrCode))!.spans

test('the trace of a purchase has each step, from the order to the delivered SMS, and no person', async () => {
  const order = await prompted(stage, event, [1], { email: 'asha@example.co.ke' })
  await pay(stage, order, 'UKT0000001')
  await sql`insert into delivery_report (provider_message_id, status, recipient, message_id)
    select provider_message_id, 'Success', recipient, id from message
    where order_id = ${order.orderId} and channel = 'sms'`.execute(stage.db)
  const spans = await traced(order.orderId)
  const { code, created_at } = await stage.db
    .selectFrom('order')
    .select(['code', 'created_at'])
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const names = spans.map(({ name }) => name)
  expect(names[0]).toBe('order')
  expect(names.filter((name) => !name.startsWith('email')).slice(1)).toEqual([
    'the prompt waits for its turn',
    'M-Pesa takes the prompt',
    'the payer answers',
    'the answer is settled',
    'tickets are made',
    'sms waits for its turn',
    'sms is handed over',
    'sms is delivered',
  ])
  const last = Math.max(...spans.map(({ to }) => to.getTime()))
  expect([spans[0]!.from, spans[0]!.to.getTime()]).toEqual([created_at, last])
  expect(await traced(code.toLowerCase())).toEqual(spans)
  const said = JSON.stringify(toOtlp(order.orderId, spans)) + traceLines(spans).join('\n')
  const { phone } = order.push
  const ids = [code, order.orderId, order.orderId.replaceAll('-', '')]
  for (const secret of [phone, 'asha@', 'UKT0000001', ...ids]) expect(said).not.toContain(secret)
})

test('a failed payment is traced as far as it went, and an unknown order is not', async () => {
  const order = await prompted(stage, event)
  await fail(stage, order, 1032)
  const spans = await traced(order.orderId)
  expect(spans.map(({ name }) => name)).toContain('the answer is settled')
  expect(spans.map(({ name }) => name)).not.toContain('tickets are made')
  expect(await readTrace(stage.db, 'NOSUCH')).toBeNull()
})

test('a collector gets the trace by OTLP, under one id for each order, and its refusal is said', async () => {
  const order = await prompted(stage, event)
  const spans = await traced(order.orderId)
  const posted: { url: string | undefined; body: string }[] = []
  const collector = http.createServer(async (request, reply) => {
    const chunks = await request.toArray()
    posted.push({ url: request.url, body: Buffer.concat(chunks).toString() })
    reply.writeHead(posted.length === 1 ? 200 : 400).end('{}')
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const to = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const trace = toOtlp(order.orderId, spans)
  await sendTrace(to, trace)
  expect(posted[0]!.url).toBe('/v1/traces')
  const [root, ...parts] = JSON.parse(posted[0]!.body).resourceSpans[0].scopeSpans[0].spans
  expect(root).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    startTimeUnixNano: `${spans[0]!.from.getTime()}000000`,
    kind: 1,
  })
  expect(root).not.toHaveProperty('parentSpanId')
  for (const part of parts) expect(part.parentSpanId).toBe(root.spanId)
  await expect(sendTrace(to, trace)).rejects.toThrow(`${to}/v1/traces answers 400`)
  collector.close()
})
