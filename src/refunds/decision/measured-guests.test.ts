import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({ ORGANIZER_REFUND_MAX_KES: '500' })
let organizer: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  organizer = await buildAccount(stage)
  admin = await buildAccount(stage, 'admin')
  event = await buildEvent(stage.db, {
    types: [{ price: 200 }, { kind: 'add_on', price: 300 }],
    organizerId: organizer.id,
  })
  await pay(stage, await prompted(stage, event, [2, 1]), newReceipt())
  const rows = [{ phone: newPhone(), ticket_type_id: event.types[0]!.id, quantity: 3 }]
  const given = await call('complimentary', { nonce: randomUUID(), rows })
  expect(given.status).toBe(201)
  await stage.runJobs()
})

const call = (verb: string, body: object) =>
  callAs(stage, organizer, `POST /api/events/${event.id}/${verb}`, body)

// spec: measure-asked
test('dialog, email and task count only the orders and tickets that are refunded', async () => {
  const preview = `GET /api/events/${event.id}/cancellation/preview?measure=reschedule`
  expect((await callAs(stage, organizer, preview)).body).toMatchObject({
    ...{ orders: 2, tickets: 6, amount: 700 },
    ...{ paid_orders: 1, paid_tickets: 2 },
  })
  stage.mails.length = 0
  const moved = await call('reschedule', { date: '2027-12-01', time: '15:00', reason: 'Rain' })
  expect(moved.status).toBe(200)
  await stage.runJobs()
  const notice = stage.mails.find(({ text }) => text.includes('Money that may go back'))
  expect(notice?.text).toContain('Money that may go back: KES 700, 2 tickets of 1 order')
  const { data } = (await callAs(stage, admin, 'GET /api/work_list?limit=100')).body
  const task = data.find((row: { key: string }) => row.key === event.id)
  expect(JSON.stringify(task.facts)).toContain('At most KES 700 (2 tickets, 1 order)')
})
