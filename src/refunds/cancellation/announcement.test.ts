// The SMS that the dialog and the task of a cancellation show is the one that buyers get.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage({
  LIMIT_PUSH_PER_PHONE: '1000',
  ORGANIZER_REFUND_MAX_KES: '100',
  PUBLIC_ORIGIN: 'http://shop.test',
})
let organizer: Account
let admin: Account
let event: BuiltEvent
beforeAll(async () => {
  organizer = await buildAccount(stage)
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, {
    days: [{ date: '2027-12-10' }, { date: '2027-12-11' }],
    types: [
      { name: 'Saturday', price: 200, days: [2] },
      { name: 'Pass', price: 500, days: [1, 2] },
      { name: 'Drinks', price: 90, kind: 'add_on', soldIn: 3, days: [1, 2] },
    ],
    organizerId: organizer.id,
  })
})

async function buy(counts: number[]) {
  const order = await prompted(stage, event, counts)
  await pay(stage, order, newReceipt())
  await stage.runJobs()
  stage.sent.length = 0
  return order.push.phone
}

const call = (who: Account, verb: string, body: object = {}) =>
  callAs(stage, who, `POST /api/events/${event.id}/${verb}`, body)
const cancel = (who: Account, more: object = {}) =>
  call(who, 'cancel', { title: event.title, reason: 'Rain', ...more })
const preview = async (query = '') =>
  (await callAs(stage, admin, `GET /api/events/${event.id}/cancellation/preview${query}`)).body

/** The SMS to a phone, with '…' in place of the token of its link. */
const textsTo = (phone: string) =>
  stage.textsTo(phone).map((text) => text.replace(/\/r\/\w+$/, '/r/…'))

async function findTask() {
  const { data } = (await callAs(stage, admin, 'GET /api/work_list?limit=100')).body
  const row = data.find(({ key }: { key: string }) => key === event.id)
  const facts = row.facts.map(({ label, text }: TaskFact) => [label, text])
  return { version: row.version as string, facts: Object.fromEntries(facts) }
}

// spec: day-cancel-announced
test.each([false, true])(
  'passes alone: the dialog counts them and shows the SMS that is sent, refund on request: %s',
  async (passes) => {
    // The first buyer has one ticket for two people: as many passes as people.
    // An add-on of three uses is no pass.
    const phones = [await buy([0, 2]), await buy([0, 1, 1])]
    const { kept, sms } = await preview(`?day=2&passes=${passes}`)
    expect([kept, sms]).toMatchObject([[{ passes: 3, buyers: 2, may_ask: passes }], null])
    await cancel(admin, { day: 2, passes })
    await stage.runJobs()
    for (const phone of phones) expect(textsTo(phone)).toEqual([kept[0].sms])
    expect(kept[0].sms.includes('Refund?')).toBe(passes)
  },
)

// spec: day-cancel-announced
test('a day and a whole event without passes name none', async () => {
  await buy([1, 0])
  expect(await preview('?day=2')).toMatchObject({ orders: 1, kept: [] })
  await buy([0, 1])
  expect(await preview()).toMatchObject({ orders: 2, kept: [] })
  expect(await preview('?day=2&measure=reschedule')).toMatchObject({ kept: [] })
})

// spec: day-cancel-announced
test.each([false, true])(
  'a request about a day shows the admin both SMS that the approval sends, refund on request: %s',
  async (passes) => {
    const [day, pass] = [await buy([1, 0]), await buy([0, 1])]
    expect(await cancel(organizer, { day: 2, passes })).toMatchObject({ body: { waits: true } })
    const { version, facts } = await findTask()
    expect(facts.Passes).toBe(
      passes
        ? '1 pass stays valid for the other days, and its holder may ask for a refund'
        : '1 pass stays valid for the other days, and nothing is refunded for it',
    )
    expect((await call(admin, 'measure/approve', { version })).status).toBe(200)
    await stage.runJobs()
    expect(textsTo(day)).toEqual([facts['SMS about refunds']])
    expect(textsTo(pass)).toEqual([facts['SMS to 1 buyer of passes']])
  },
)

// spec: day-cancel-announced
test('a request about the whole event shows the admin the SMS about its refunds', async () => {
  const phone = await buy([1, 1])
  await cancel(organizer)
  const { version, facts } = await findTask()
  expect(facts).not.toHaveProperty('Passes')
  await call(admin, 'measure/approve', { version })
  await stage.runJobs()
  expect(textsTo(phone)).toEqual([facts['SMS about refunds']])
})

// spec: day-cancel-announced
test('a pass that was used gets the SMS without a refund, and no sum or count has it', async () => {
  const [used, fresh] = [await buy([0, 1]), await buy([0, 2])]
  const ticket = stage.db.updateTable('ticket').set({ most_admitted: 1 })
  await ticket
    .where('event_id', '=', event.id)
    .where('order_id', 'in', (eb) => eb.selectFrom('order').select('id').where('phone', '=', used))
    .execute()
  const { kept, ...sums } = await preview('?day=2&passes=true')
  expect(sums).toMatchObject({ orders: 1, tickets: 2, amount: 1000 })
  expect(kept).toMatchObject([
    { passes: 2, buyers: 1, may_ask: true },
    { passes: 1, buyers: 1, may_ask: false },
  ])
  expect(await preview('?day=2&measure=reschedule')).toMatchObject({ orders: 1, amount: 1000 })
  await cancel(admin, { day: 2, passes: true })
  await stage.runJobs()
  expect(textsTo(fresh)).toEqual([kept[0].sms])
  expect(textsTo(used)).toEqual([kept[1].sms])
  expect(textsTo(used)[0]).not.toContain('Refund?')
})

// spec: day-moved
test('a pass that was used gets no refund link for a moved day either', async () => {
  const used = await buy([0, 1])
  const ticket = stage.db.updateTable('ticket').set({ most_admitted: 1 })
  await ticket.where('event_id', '=', event.id).execute()
  await call(admin, 'reschedule', { day: 2, date: '2027-12-20' })
  await stage.runJobs()
  expect(stage.textsTo(used)).toEqual([
    expect.stringMatching(
      /^Derby Day: Sat 11 Dec is now Mon 20 Dec 3PM\. Your ticket stays valid\.$/,
    ),
  ])
})

// spec: day-moved-announced
test('before a day is moved the dialog counts the SMS with and without a refund link', async () => {
  const [day, pass] = [await buy([1, 0]), await buy([0, 1])]
  const counted = (passes: boolean) => preview(`?day=2&passes=${passes}&measure=reschedule`)
  expect((await counted(true)).notified).toEqual({ buyers: 2, with_link: 2 })
  expect((await counted(false)).notified).toEqual({ buyers: 2, with_link: 1 })
  expect(await preview('?measure=reschedule')).not.toHaveProperty('notified')
  await call(admin, 'reschedule', { day: 2, date: '2027-12-20', passes: false })
  await stage.runJobs()
  expect([day, pass].map((phone) => textsTo(phone)[0]!.includes('Refund?'))).toEqual([true, false])
})
