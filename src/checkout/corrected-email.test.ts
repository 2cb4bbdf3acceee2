import { beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { fail, latestPrompt, newReceipt, pay, prompted, tryAgain } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()
let event: BuiltEvent

beforeEach(async () => {
  stage.mails.length = 0
  event = await buildEvent(stage.db, { types: [{ price: 200 }] })
})

/**
 * Fails an order, retries it with this body, pays it, and returns the recipients of the tickets.
 */
async function payWith(body: object): Promise<string[]> {
  const order = await prompted(stage, event, [1], { email: 'asah@example.com' })
  await fail(stage, order, 1032)
  expect((await tryAgain(stage, order.orderId, body)).status).toBe(202)
  await stage.runJobs()
  await pay(stage, { ...(await latestPrompt(stage)), amount: 200 }, newReceipt())
  return stage.mails.map(({ to }) => to)
}

// spec: failed-email
test('after a failure the buyer can correct the email address, and the tickets go there', async () => {
  expect(await payWith({ email: ' Asha@Example.com ' })).toEqual(['Asha@Example.com'])
})

// spec: failed-email
test('the address can be removed with null or an empty text, and stays if the body has none', async () => {
  expect(await payWith({ email: null })).toEqual([])
  expect(await payWith({ email: '' })).toEqual([])
  expect(await payWith({})).toEqual(['asah@example.com'])
})

// spec: failed-email
test('an invalid address is refused as in the first form, and no prompt is sent', async () => {
  const order = await prompted(stage, event)
  await fail(stage, order, 1032)
  const before = stage.daraja.pushes.length
  const { status, body } = await tryAgain(stage, order.orderId, { email: 'asha@' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    code: 'invalid_field',
    field: 'email',
    error: 'Please enter a valid email address, or leave it blank.',
  })
  await stage.runJobs()
  expect(stage.daraja.pushes).toHaveLength(before)
})
