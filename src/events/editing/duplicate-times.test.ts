// spec: duplicate-times
import { beforeEach, expect, test } from 'vitest'
import { draftOf, type Editor, makeEditor } from '../../../test/event-form.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let organizer: Editor
// The drafts per organizer and day are limited, so each test has its own organizer.
beforeEach(async () => {
  organizer = await makeEditor(stage, 'organizer')
})

const EARLY = {
  name: 'Early bird',
  price: 1000,
  starts_at: '2027-01-10T07:00:00.000Z',
  ends_at: '2027-01-27T20:59:00.000Z',
  quantity: 50,
}
const ADVANCE = { name: 'Advance', price: 1200, starts_at: null, ends_at: null, quantity: 30 }
const STANDARD = {
  name: 'Standard',
  price: 1500,
  quantity: 100,
  sale_from: '2027-01-01T07:00:00.000Z',
  sale_until: '2027-03-14T09:00:00.000Z',
  price_steps: [EARLY, ADVANCE],
}
/** The times of STANDARD ten days later. */
const LATER = {
  sale_from: '2027-01-11T07:00:00.000Z',
  sale_until: '2027-03-24T09:00:00.000Z',
  price_steps: [
    { ...EARLY, starts_at: '2027-01-20T07:00:00.000Z', ends_at: '2027-02-06T20:59:00.000Z' },
    ADVANCE,
  ],
}

const original = (body: object = {}) =>
  draftOf(organizer, { date: '2027-03-14', fees_on_top: true, ticket_types: [STANDARD], ...body })

async function duplicate(id: string) {
  const { status, body } = await organizer.call('POST', `/api/events/${id}/duplicate`)
  expect(status).toBe(201)
  return body
}

async function save(id: string, body: object) {
  const { updated_at } = await organizer.read(id)
  const reply = await organizer.save(id, { updated_at, ...body })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body
}

const limitsOf = (id: string) =>
  stage.db
    .selectFrom('sale_limit')
    .select(['id', 'capacity', 'held', 'sold'])
    .where('event_id', '=', id)
    .execute()

test("a duplicate copies windows, steps with nothing taken, and the fee's choice", async () => {
  const event = await original()
  await stage.db
    .updateTable('sale_limit')
    .set({ sold: 9 })
    .where('event_id', '=', event.id)
    .execute()
  const copy = await duplicate(event.id)
  const steps = STANDARD.price_steps.map((step) => ({ ...step, taken: 0 }))
  expect(copy).toMatchObject({ fees_on_top: true, copied_date: '2027-03-14' })
  expect(copy.ticket_types).toMatchObject([{ ...STANDARD, price_steps: steps }])
  const ids = (of: typeof copy) =>
    of.ticket_types[0].price_steps.map(({ id }: { id: string }) => id)
  expect(ids(copy)).not.toEqual(ids(event))
  expect(await limitsOf(copy.id)).toMatchObject([
    { held: 0, sold: 0 },
    { held: 0, sold: 0 },
  ])
  expect((await limitsOf(event.id)).map(({ sold }) => sold)).toEqual([9, 9])
})

test('all times move by as many days as the first date of the copy lies later', async () => {
  for (const whole of [true, false]) {
    const copy = await duplicate((await original()).id)
    const undated = await save(copy.id, { title: 'Derby again' })
    expect(undated).toMatchObject({ copied_date: '2027-03-14', ticket_types: [STANDARD] })
    // A form sends back all fields that it read. Another client may send only the date.
    const body = whole ? undated : {}
    const dated = await save(copy.id, { ...body, date: '2027-03-24' })
    expect(dated).toMatchObject({ copied_date: null, ticket_types: [LATER] })
    const moved = await save(copy.id, { date: '2027-05-01' })
    expect(moved).toMatchObject({ copied_date: null, ticket_types: [LATER] })
  }
})

test('times move back to an earlier date', async () => {
  const copy = await duplicate((await original({ ticket_types: [{ ...STANDARD, ...LATER }] })).id)
  expect(await save(copy.id, { date: '2027-03-04' })).toMatchObject({ ticket_types: [STANDARD] })
})

test('times that the same save changes are taken as sent', async () => {
  const copy = await duplicate((await original()).id)
  const [type] = copy.ticket_types
  const [early, advance] = type.price_steps
  const ends_at = '2027-02-01T09:00:00.000Z'
  const price_steps = [
    { ...early, ends_at },
    { ...advance, starts_at: null },
    { ...EARLY, name: 'New', ends_at: '2027-02-10T09:00:00.000Z' },
  ]
  const ticket_types = [{ ...type, sale_until: null, price_steps }]
  const saved = await save(copy.id, { date: '2027-03-24', ticket_types })
  const [moved] = LATER.price_steps
  expect(saved.ticket_types).toMatchObject([
    {
      sale_from: LATER.sale_from,
      sale_until: null,
      price_steps: [{ ...moved, ends_at }, ADVANCE, { starts_at: EARLY.starts_at }],
    },
  ])
})

test('a moved start after a sent end is refused', async () => {
  const copy = await duplicate((await original()).id)
  const [type] = copy.ticket_types
  const ticket_types = [{ ...type, sale_until: '2027-01-05T07:00:00.000Z' }]
  const { updated_at } = await organizer.read(copy.id)
  const reply = await organizer.save(copy.id, { updated_at, date: '2027-03-24', ticket_types })
  expect([reply.status, reply.body.field]).toEqual([422, 'ticket_types.0.sale_until'])
})

test('the copy of a copy without a date moves by the first date that there was', async () => {
  const copy = await duplicate((await duplicate((await original()).id)).id)
  expect(copy.copied_date).toBe('2027-03-14')
  expect(await save(copy.id, { date: '2027-03-24' })).toMatchObject({ ticket_types: [LATER] })
})

test('without a date of the original, and without times, nothing moves', async () => {
  const event = await original()
  await stage.db.updateTable('event').set({ date: null }).where('id', '=', event.id).execute()
  const undated = await duplicate(event.id)
  expect(undated).toMatchObject({ copied_date: null, ticket_types: [STANDARD] })
  expect(await save(undated.id, { date: '2027-03-24' })).toMatchObject({ ticket_types: [STANDARD] })
  const plain = { ...STANDARD, sale_from: null, sale_until: null, price_steps: [ADVANCE] }
  const timeless = await duplicate((await original({ ticket_types: [plain] })).id)
  expect(timeless.copied_date).toBeNull()
})
