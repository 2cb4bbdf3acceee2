import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, place, post, prompted } from '../../test/purchase.ts'
import { makeStage, paidCallback } from '../../test/stage.ts'
import { waitFor } from '../../test/torture/wait-for.ts'
import type { OrderPhase } from './checkout.contract.ts'
import { readOrders } from './read-order.ts'
import { waitForOrder } from './wait-for-order.ts'

test('a waiting client gets its response when the process ends', async () => {
  const stage = await makeStage()
  const order = await place(stage, await buildEvent(stage.db))
  const origin = await stage.app.listen({ port: 0, host: '127.0.0.1' })
  let reads = 0
  const { now } = stage.clock
  stage.clock.now = () => {
    reads += 1
    return now()
  }
  const waiting = fetch(`${origin}/api/orders/${order.orderId}?wait=25`)
  await waitFor('the order is read', async () => reads > 0)
  const began = Date.now()
  await stage.app.close()
  const answer = await waiting
  expect(answer.status).toBe(202)
  expect(await answer.json()).toMatchObject({ status: 'pending', phase: 'in_line' })
  expect(Date.now() - began).toBeLessThan(15_000)
  await stage.close()
})

// spec: mpesa-status-message
test('a call that waits for the end waits on if M-Pesa reports the payment before it responds to the push', async () => {
  const stage = await makeStage()
  const order = await place(stage, await buildEvent(stage.db, { types: [{ price: 250 }] }))
  const read = async () => (await readOrders(stage.deps, [order.orderId])).get(order.orderId)!
  const accepted = { kind: 'accepted', raw: {}, merchantRequestId: 'm-1' } as const
  let state: Awaited<ReturnType<typeof read>> | undefined
  stage.daraja.nextPush = async (push) => {
    const { pathname } = new URL(push.callbackUrl)
    await post(stage, pathname, paidCallback(newReceipt(), 250, 'ws_CO_told'))
    await stage.runJobs()
    state = await read()
    return { ...accepted, checkoutRequestId: 'ws_CO_told' }
  }
  await stage.runJobs()
  expect(state!.reply).toMatchObject({ status: 'pending', phase: 'confirming' })
  const watcher = {
    read,
    hasCapacity: () => true,
    isStopped: () => false,
    untilChanged: read,
    stop: () => {},
  }
  const wait = { ms: 60_000, until: 'settled', first: state } as const
  const settled = await waitForOrder(watcher, order.orderId, '192.0.2.1', wait)
  expect(settled.reply.status).toBe('0')
  await stage.close()
})

// spec: waiting-news
test("a change since the client's last read ends the wait immediately; a known phase does not", async () => {
  const stage = await makeStage()
  const order = await prompted(stage, await buildEvent(stage.db))
  const read = async () => (await readOrders(stage.deps, [order.orderId])).get(order.orderId)!
  let waited = 0
  const watcher = {
    read,
    hasCapacity: () => true,
    isStopped: () => waited > 0,
    untilChanged: async () => {
      waited += 1
      return await read()
    },
    stop: () => {},
  }
  const ask = async (seen: OrderPhase) => {
    const wait = { ms: 60_000, until: 'changed', seen } as const
    return (await waitForOrder(watcher, order.orderId, '192.0.2.1', wait)).reply
  }
  expect(await ask('in_line')).toMatchObject({ phase: 'prompted' })
  expect(waited).toBe(0)
  expect(await ask('prompted')).toMatchObject({ phase: 'prompted' })
  expect(waited).toBe(1)
  await stage.close()
})
