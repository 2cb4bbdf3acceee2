import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeTypes,
  draftOf,
  type Editor,
  LEAST,
  makeEditor,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import {
  DAY_TICKET,
  FESTIVAL,
  FRIDAY,
  MONDAY,
  NUMBERED,
  PASS,
  refusal,
  SATURDAY,
  savedEvent,
  saveEvent,
} from '../../../test/festival.ts'
import { place } from '../../../test/purchase.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
beforeAll(async () => {
  ;({ stage, admin } = await openOffice())
})
afterAll(() => stage.close())

const save = (id: string, body: object, editor = admin) => saveEvent(editor, id, body)
const saved = (id: string, body: object, editor = admin) => savedEvent(editor, id, body)

const festival = (more: object = {}) => publishedOf(admin, admin, { ...FESTIVAL, ...more })

const buy = (
  event: { id: string; title: string; ticket_types: { id: string; price: number }[] },
  quantities: number[],
) => place(stage, { id: event.id, title: event.title, types: event.ticket_types }, quantities)

// spec: days-on-the-wire
describe('after the first order', () => {
  test('a day that has orders stays, and others may still change', async () => {
    const event = await festival()
    await buy(event, [1, 0])
    const [first, second, third] = NUMBERED
    expect(
      await save(event.id, { days: [first, { ...second, time: '11:00' }, third] }),
    ).toMatchObject(refusal('days.1.time', /has orders/, 409))
    const types = event.ticket_types.map(({ id }: { id: string }) => ({ id, day_numbers: [1, 3] }))
    expect(await save(event.id, { days: [first, third], ticket_types: types })).toMatchObject({
      status: 409,
      body: { code: 'has_orders', field: 'days' },
    })
    const { date } = MONDAY
    const moved = await saved(event.id, {
      days: [{ ...first, date: '2027-03-11' }, second, third, { date, time: '12:00' }],
    })
    expect(moved).toMatchObject({ date: '2027-03-11', days: [{}, second, third, { n: 4, date }] })
  })

  test('a day of a pass with orders stays', async () => {
    const event = await festival()
    await buy(event, [0, 1])
    const [first, second, third] = NUMBERED
    expect(
      await save(event.id, { days: [{ ...first, date: '2027-03-11' }, second, third] }),
    ).toMatchObject(refusal('days.0.date', /has orders/, 409))
  })

  test('the days of a type with orders are fixed, and an event stays one of several days', async () => {
    const event = await festival()
    await buy(event, [1, 0])
    const fixed = (field: string) => ({ status: 409, body: { code: 'has_sales', field } })
    expect(await changeTypes(admin, event, { Saturday: { day_numbers: [1] } })).toMatchObject(
      fixed('ticket_types.0.day_numbers'),
    )
    const free = await changeTypes(admin, event, {
      Weekend: { day_numbers: [1, 2], once_in_all: true },
    })
    expect(free.status, JSON.stringify(free.body)).toBe(200)
    await buy(event, [0, 1])
    expect(await changeTypes(admin, event, { Weekend: { once_in_all: false } })).toMatchObject(
      fixed('ticket_types.1.once_in_all'),
    )
    expect(await save(event.id, { days: [] })).toMatchObject({
      status: 409,
      body: { code: 'has_orders', field: 'days' },
    })
    const plain = await publishedOf(admin, admin)
    await buy(plain, [1])
    const types = plain.ticket_types.map(({ id }: { id: string }) => ({ id, day_numbers: [1] }))
    const days = [{ date: LEAST.date, time: LEAST.time }, MONDAY]
    expect(await save(plain.id, { days, ticket_types: types })).toMatchObject({
      status: 409,
      body: { code: 'has_orders', field: 'days' },
    })
  })
})

// spec: days-wait
describe('a change of a published event of an organizer', () => {
  test('waits with its days, and its approval saves them', async () => {
    const organizer = await makeEditor(stage, 'organizer')
    const event = await publishedOf(admin, organizer, FESTIVAL)
    const types = event.ticket_types.map(({ id }: { id: string }) => ({ id, day_numbers: [2, 4] }))
    const days = [NUMBERED[1], NUMBERED[2], MONDAY]
    const waiting = await saved(event.id, { days, ticket_types: types }, organizer)
    expect(waiting).toMatchObject({ ...FRIDAY, days: NUMBERED })
    expect(waiting.review.change).toMatchObject({
      days: [{ n: 4, ...MONDAY }],
      removed_days: [1],
      ticket_types: [{ day_numbers: [2, 4] }, { day_numbers: [2, 4] }],
    })
    expect(waiting.review.change).not.toHaveProperty('date')
    expect(waiting.review.changes).toEqual([
      { what: 'Day', before: '', after: 'Mon, Mar 15, 2027, 10:00 AM' },
      { what: 'Day', before: 'Fri, Mar 12, 2027, 5:00 PM', after: '' },
      {
        what: 'Saturday: days',
        before: 'Sat, Mar 13, 2027',
        after: 'Sat, Mar 13, 2027 and Mon, Mar 15, 2027, once per day',
      },
      {
        what: 'Weekend: days',
        before: 'Sat, Mar 13, 2027 and Sun, Mar 14, 2027, once per day',
        after: 'Sat, Mar 13, 2027 and Mon, Mar 15, 2027, once per day',
      },
    ])
    const { status, body } = await admin.approve(event.id, waiting.updated_at)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await admin.read(event.id)).toMatchObject({
      ...SATURDAY,
      days: [NUMBERED[1], NUMBERED[2], { n: 4, ...MONDAY }],
      ticket_types: [{ day_numbers: [2, 4] }, { day_numbers: [2, 4] }],
    })
  })

  test('leaves nothing waiting if it sends back the stored days', async () => {
    const organizer = await makeEditor(stage, 'organizer')
    const event = await publishedOf(admin, organizer, FESTIVAL)
    await saved(
      event.id,
      { days: [NUMBERED[0], NUMBERED[1], { ...NUMBERED[2], time: '11:00' }] },
      organizer,
    )
    const back = await saved(event.id, { days: NUMBERED }, organizer)
    expect(back).not.toHaveProperty('review')
  })
})

test('the audit log has the days of an event and of its types, in words', async () => {
  const event = await draftOf(admin, FESTIVAL)
  await saved(event.id, { days: [NUMBERED[0], NUMBERED[1], { ...NUMBERED[2], ...MONDAY }] })
  await changeTypes(admin, event, { Saturday: { day_numbers: [1] } })
  const words = (...days: string[]) => days.map((day) => `${day}, 2027`)
  const log = await admin.audit(event.id)
  const [friday, saturday] = ['Fri, Mar 12, 2027, 5:00 PM', 'Sat, Mar 13, 2027, 10:00 AM']
  expect(log).toContainEqual([
    'event_days_changed',
    'Derby Day',
    [friday, saturday, 'Sun, Mar 14, 2027, 10:00 AM'],
    [friday, saturday, 'Mon, Mar 15, 2027, 10:00 AM'],
  ])
  expect(log).toContainEqual([
    'ticket_type_days_changed',
    'Derby Day · Saturday',
    ...words('Sat, Mar 13', 'Fri, Mar 12'),
  ])
  expect(log.map(([action]: string[]) => action)).not.toContain('ticket_type_window_changed')
})

// spec: duplicate-times
test('a copy has the days and the types, and all move with its first date', async () => {
  const organizer = await makeEditor(stage, 'organizer')
  const sale_from = '2027-03-01T09:00:00.000Z'
  const event = await draftOf(organizer, {
    ...FESTIVAL,
    ticket_types: [{ ...DAY_TICKET, sale_from }, PASS],
  })
  const { body: copy } = await organizer.call('POST', `/api/events/${event.id}/duplicate`)
  expect(copy).toMatchObject({ date: '', time: '', days: NUMBERED, copied_date: FRIDAY.date })
  // A client may send back the whole reply, and may save a draft before it has a date.
  expect(await saved(copy.id, { ...copy, title: 'Next year' }, organizer)).toMatchObject({
    date: '',
  })
  const moved = await saved(copy.id, { date: '2027-03-19' }, organizer)
  expect(moved).toMatchObject({
    ...{ date: '2027-03-19', time: '17:00', copied_date: null },
    days: [
      { n: 1, date: '2027-03-19', time: '17:00' },
      { n: 2, date: '2027-03-20', time: '10:00' },
      { n: 3, date: '2027-03-21', time: '10:00' },
    ],
    ticket_types: [
      { day_numbers: [2], sale_from: '2027-03-08T09:00:00.000Z', sale_until: null },
      { day_numbers: [1, 2, 3] },
    ],
  })
  const rows = stage.db
    .selectFrom('ticket_type')
    .select('sale_until')
    .where('event_id', '=', copy.id)
  const ends = (await rows.orderBy('type_offset').execute()).map((row) =>
    row.sale_until?.toISOString(),
  )
  expect(ends).toEqual(['2027-03-21T03:00:00.000Z', '2027-03-22T03:00:00.000Z'])
})
