// spec: free-look-up, free-own-data
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { giveBack, sellFree } from '../../test/free.ts'
import { callApi } from '../../test/http.ts'
import { tablesWith } from '../../test/privacy/tables-with.ts'
import { keepStage } from '../../test/stage.ts'
import { eraseData, exportData } from './personal-data.ts'

const stage = keepStage()
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ isFree: true, capacity: 50, maxPerOrder: 9 }] })
})

test('the code of a free order finds its tickets, and no receipt is shown', async () => {
  const { code, number, orderId } = await sellFree(stage, event, [2])
  const found = await callApi(stage, {
    ...{ method: 'POST', url: '/api/functions/ticket-lookup', payload: { reference: code } },
  })
  expect(found.body).toMatchObject({ ticket_number: number, tickets: [{ quantity: 2 }] })
  const order = await callApi(stage, `/api/orders/${orderId}`)
  expect(order.body).toMatchObject({ status: '0', rrn: '', refund: null })
})

test('a copy of the data has the free order, and an erasure leaves the phone nowhere once the ticket is returned', async () => {
  const [phone, email] = [newPhone(), 'asha-free@example.com']
  const { code, number } = await sellFree(stage, event, [2], { phone, email })
  const order = { code, state: 'issued', payment_method: 'free', amount_kes: 0, paid_at: null }
  expect(await exportData(stage.deps, phone, 'staff')).toMatchObject({
    ...{ orders: [order], payments: [] },
  })
  await expect(eraseData(stage.deps, phone, 'staff')).rejects.toMatchObject({
    code: 'ticket_upcoming',
  })
  await giveBack(stage, number)
  await eraseData(stage.deps, phone, 'staff')
  const tables = [...(await tablesWith(stage, phone.slice(3))), ...(await tablesWith(stage, email))]
  // A row of rate_count limits the codes that are sent to the phone, and expires after a day.
  expect(tables.filter((table) => table !== 'rate_count')).toEqual([])
})
