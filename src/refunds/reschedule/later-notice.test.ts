// Buyers get at most one notice an hour about moves of an event. The back office says when.
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callAs, soldOrders } from '../../../test/cancelling.ts'
import { keepStage } from '../../../test/stage.ts'
import { TELL_EVERY_MS } from '../../events/reschedule.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

// spec: reschedule-later-notice
test('a second move within the hour says in its dialog and afterwards when buyers are notified', async () => {
  const event = await buildEvent(stage.db, { date: '2027-12-12' })
  await soldOrders(stage, event, 1)
  const path = `/api/events/${event.id}`
  const move = async (date: string) => {
    const { status } = await callAs(stage, admin, `POST ${path}/reschedule`, { date })
    expect(status).toBe(200)
    await stage.runJobs()
  }
  const read = async () => (await callAs(stage, admin, `GET ${path}/reschedule`)).body
  const preview = async () =>
    (await callAs(stage, admin, `GET ${path}/cancellation/preview?measure=reschedule`)).body
  expect(await preview()).not.toHaveProperty('notify_at')
  await move('2027-12-20')
  expect(await read()).toMatchObject({ notified: 1 })
  expect(await read()).not.toHaveProperty('notify_at')
  const { notify_at: due } = await preview()
  const wait = Date.parse(due) - stage.clock.now().getTime()
  expect(wait > 0 && wait <= TELL_EVERY_MS).toBe(true)
  await move('2027-12-21')
  expect(await read()).toMatchObject({ date: '2027-12-21', notified: 0, notify_at: due })
  await move('2027-12-22')
  expect(await read()).toMatchObject({ date: '2027-12-22', notified: 0, notify_at: due })
  stage.pass(TELL_EVERY_MS)
  expect(await read()).not.toHaveProperty('notify_at')
  expect(await preview()).not.toHaveProperty('notify_at')
})
