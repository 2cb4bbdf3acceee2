import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, pay, prompted, readOrder } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

// spec: sms-delivery
test('the message of a paid order says that the SMS was sent until the latest SMS of a ticket failed', async () => {
  const order = await prompted(stage, await buildEvent(stage.db))
  await pay(stage, order, newReceipt())
  const read = async (language?: 'sw') => (await readOrder(stage, order.orderId, language)).body
  expect((await read()).message).toBe('Payment successful. Your tickets have been sent by SMS.')
  const ofOrder = () => stage.db.updateTable('message').where('order_id', '=', order.orderId)
  await ofOrder().set({ state: 'failed' }).execute()
  expect(await read()).toMatchObject({
    status: '0',
    message:
      'Payment successful. We could not deliver the SMS with your tickets. Keep this page, or find them with the reference number in your M-PESA message.',
  })
  expect((await read('sw')).message).toMatch(/^Malipo yamefanikiwa\. Hatukuweza kufikisha SMS/)
  // The failed SMS does not count once its ticket was transferred to another phone.
  const ofBuyer = () => stage.db.updateTable('ticket').where('order_id', '=', order.orderId)
  await ofBuyer()
    .set(({ ref }) => ({ holder_phone: '254712000999', sent_from: ref('id'), times_sent: 1 }))
    .execute()
  expect((await read()).message).toBe('Payment successful. Your tickets have been sent by SMS.')
  await ofBuyer().set({ holder_phone: null, sent_from: null, times_sent: 0 }).execute()
  await ofOrder().set({ state: 'delivered' }).execute()
  expect((await read()).message).toBe('Payment successful. Your tickets have been sent by SMS.')
})
