import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { makeEditor } from '../../test/event-form.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

const DAYS = [
  { date: '2099-12-11', time: '17:00' },
  { date: '2099-12-12', time: '10:00' },
  { date: '2099-12-13', time: '10:00' },
]

async function read(id: string) {
  return (await stage.app.inject(`/api/events/${id}`)).json()
}

test('an event of several days replies with its days, and each type with the days that it is for', async () => {
  const event = await buildEvent(stage.db, {
    days: DAYS,
    types: [
      { name: 'Saturday', days: [2] },
      { name: 'Weekend' },
      { days: [1, 2], onceInAll: true },
    ],
  })
  const shown = await read(event.id)
  expect(shown).toMatchObject({ date: '2099-12-11', time: '17:00' })
  expect(shown.days).toEqual(DAYS.map((day, index) => ({ n: index + 1, ...day })))
  expect(shown.ticket_types).toMatchObject([
    { day_numbers: [2] },
    { day_numbers: [1, 2, 3], once_in_all: false },
    { day_numbers: [1, 2], once_in_all: true },
  ])
  expect(shown.ticket_types[0]).not.toHaveProperty('once_in_all')
  const list = (await stage.app.inject('/api/events')).json().data
  expect(list.find(({ id }: { id: string }) => id === event.id).days).toEqual(shown.days)
})

test('a cancelled day stays among the days with the time at which it was cancelled', async () => {
  const cancelledAt = new Date('2099-12-01T08:00:00Z')
  const [first, ...later] = DAYS
  const event = await buildEvent(stage.db, { days: [first!, { ...later[0]!, cancelledAt }] })
  const { days } = await read(event.id)
  expect(days[0]).not.toHaveProperty('cancelled_at')
  expect(days[1]).toEqual({ n: 2, ...later[0], cancelled_at: cancelledAt.toISOString() })
})

test('an event of one day replies as before, and to its managers without days', async () => {
  const event = await buildEvent(stage.db)
  const shown = await read(event.id)
  expect(shown).not.toHaveProperty('days')
  for (const field of ['day_numbers', 'once_in_all']) {
    expect(shown.ticket_types[0]).not.toHaveProperty(field)
  }
  const managed = await (await makeEditor(stage)).read(event.id)
  expect(managed).toMatchObject({
    days: [],
    ticket_types: [{ day_numbers: [], once_in_all: false }],
  })
})

test('the last date of an event follows its date, with its days', async () => {
  const dateOf = async (id: string) => {
    const row = stage.db.selectFrom('event').select('last_date').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).last_date
  }
  const one = await buildEvent(stage.db, { date: '2099-12-11' })
  const three = await buildEvent(stage.db, { days: DAYS })
  expect([await dateOf(one.id), await dateOf(three.id)]).toEqual(['2099-12-11', '2099-12-13'])
  await stage.db
    .updateTable('event')
    .set({ date: '2099-12-18' })
    .where('id', 'in', [one.id, three.id])
    .execute()
  expect([await dateOf(one.id), await dateOf(three.id)]).toEqual(['2099-12-18', '2099-12-20'])
})
