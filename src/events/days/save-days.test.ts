import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeTypes,
  draftOf,
  type Editor,
  LEAST,
  openOffice,
  typeNamed,
} from '../../../test/event-form.ts'
import {
  DAY_TICKET,
  DAYS,
  FESTIVAL,
  FRIDAY,
  MONDAY,
  NUMBERED,
  PASS,
  refusal,
  SATURDAY,
  SUNDAY,
  savedEvent,
  saveEvent,
} from '../../../test/festival.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
beforeAll(async () => {
  ;({ stage, admin } = await openOffice())
})
afterAll(() => stage.close())

const save = (id: string, body: object, editor = admin) => saveEvent(editor, id, body)
const saved = (id: string, body: object, editor = admin) => savedEvent(editor, id, body)

// spec: days-on-the-wire
describe('the days of an event', () => {
  test('are stored with their numbers, and the first gives the event date and time', async () => {
    const event = await draftOf(admin, { ...FESTIVAL, date: undefined, time: undefined })
    expect(event).toMatchObject({ ...FRIDAY, days: NUMBERED, highest_day: 3 })
    expect(event.ticket_types).toMatchObject([
      { day_numbers: [2], once_in_all: false },
      { day_numbers: [1, 2, 3], once_in_all: false },
    ])
    const row = stage.db.selectFrom('event').select('last_date').where('id', '=', event.id)
    expect(await row.executeTakeFirst()).toEqual({ last_date: '2027-03-14' })
    expect(await saved(event.id, await admin.read(event.id))).toMatchObject({ days: NUMBERED })
  })

  test('keep their numbers if others come and go, and no number is used again', async () => {
    const event = await draftOf(admin, {
      ...FESTIVAL,
      ticket_types: [{ ...PASS, day_numbers: [1, 3] }],
    })
    await saved(event.id, { days: [NUMBERED[0], NUMBERED[2], MONDAY] })
    const { days } = await saved(event.id, { days: [NUMBERED[0], NUMBERED[2]] })
    expect(days).toEqual([NUMBERED[0], NUMBERED[2]])
    expect(await save(event.id, { days: [...days, { n: 4, ...MONDAY }] })).toMatchObject(
      refusal('days.2.n', /no day 4/),
    )
    const again = await saved(event.id, { days: [...days, MONDAY] })
    expect(again.days.at(-1)).toEqual({ n: 5, ...MONDAY })
    const swapped = [
      { ...NUMBERED[0], date: SUNDAY.date },
      { ...NUMBERED[2], date: FRIDAY.date },
    ].reverse()
    expect(await saved(event.id, { days: swapped })).toMatchObject({
      days: swapped,
      date: FRIDAY.date,
    })
  })

  test('are refused with the field if they are no days in their order', async () => {
    const image = await admin.picture()
    const create = (days: object[], more: object = {}) =>
      admin.create({
        ...LEAST,
        image,
        ...FESTIVAL,
        date: undefined,
        time: undefined,
        days,
        ...more,
      })
    const cases: [object[], string, RegExp, object?][] = [
      [[FRIDAY], 'days', /at least two/],
      [[FRIDAY, { ...SATURDAY, date: FRIDAY.date }], 'days.1.date', /date of its own/],
      [[SATURDAY, FRIDAY], 'days.1.date', /order of their dates/],
      [[FRIDAY, { ...SATURDAY, date: '2027-02-30' }], 'days.1.date', /must be a day/],
      [[FRIDAY, { ...SATURDAY, time: '25:00' }], 'days.1.time', /must be such as/],
      [[FRIDAY, { ...SATURDAY, time: '05:59' }], 'days.1.time', /6:00 AM or later/],
      [[FRIDAY, { ...SATURDAY, date: '2027-05-12' }], 'days.1.date', /at most 60 days/],
      [
        [
          { ...FRIDAY, date: '2020-01-01' },
          { ...SATURDAY, date: '2020-01-02' },
        ],
        'days.0.date',
        /has passed/,
      ],
      [
        [
          { n: 7, ...FRIDAY },
          { n: 7, ...SATURDAY },
        ],
        'days.0.n',
        /listed twice/,
      ],
      [[{ n: 31, ...FRIDAY }, SATURDAY], 'days', /up to 31 days/],
      [DAYS, 'date', /first day is 2027-03-12/, { date: SATURDAY.date }],
      [DAYS, 'time', /begins at 17:00/, { time: '18:00' }],
    ]
    for (const [days, field, text, more] of cases) {
      expect(await create(days, more), text.source).toMatchObject(refusal(field, text))
    }
    for (const n of [0, 32]) expect((await create([{ n, ...FRIDAY }, SATURDAY])).status).toBe(422)
  })

  test('refuse a PUT whose date or time is not that of the first day', async () => {
    const { id } = await draftOf(admin, FESTIVAL)
    expect(await save(id, { date: MONDAY.date })).toMatchObject(refusal('date', /first day/))
    expect(await save(id, { time: '18:00' })).toMatchObject(refusal('time', /first day/))
    expect(await saved(id, { ...FRIDAY })).toMatchObject(FRIDAY)
  })

  test('can become one day and several again while nothing is sold', async () => {
    const { id } = await draftOf(admin, FESTIVAL)
    const one = await saved(id, { days: [], date: MONDAY.date })
    expect(one).toMatchObject({ days: [], date: MONDAY.date, highest_day: 3 })
    expect(one.ticket_types).toMatchObject([{ day_numbers: [] }, { day_numbers: [] }])
    const row = stage.db.selectFrom('event').select('last_date').where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ last_date: MONDAY.date })
    expect(await save(id, { days: [SATURDAY, SUNDAY] })).toMatchObject(
      refusal('ticket_types.0.day_numbers', /at least one day/),
    )
    const types = one.ticket_types.map((type: { id: string }) => ({
      id: type.id,
      day_numbers: [5],
    }))
    const several = await saved(id, { days: [SATURDAY, SUNDAY], ticket_types: types })
    expect(several.days).toEqual([
      { n: 4, ...SATURDAY },
      { n: 5, ...SUNDAY },
    ])
  })
})

// spec: days-on-the-wire
describe('the days of a ticket type', () => {
  test('are refused with the field if the event has no such day', async () => {
    const event = await draftOf(admin, FESTIVAL)
    const change = (type: object) => changeTypes(admin, event, { Saturday: type })
    expect(await change({ day_numbers: [] })).toMatchObject(
      refusal('ticket_types.0.day_numbers', /at least one day/),
    )
    expect(await change({ day_numbers: [2, 4] })).toMatchObject(
      refusal('ticket_types.0.day_numbers', /no day 4/),
    )
    expect(await change({ once_in_all: true })).toMatchObject(
      refusal('ticket_types.0.once_in_all', /several days/),
    )
    expect(await save(event.id, { days: [NUMBERED[0], NUMBERED[2]] })).toMatchObject(
      refusal('ticket_types.0.day_numbers', /no day 2/),
    )
    const plain = await draftOf(admin)
    expect(await changeTypes(admin, plain, { VIP: { day_numbers: [1] } })).toMatchObject(
      refusal('ticket_types.0.day_numbers', /only one day/),
    )
  })

  test('do not tell two types of one name apart, so each has a name of its own', async () => {
    const event = await draftOf(admin, FESTIVAL)
    const named = (name: string) => changeTypes(admin, event, { Weekend: { name } })
    const refused = refusal(
      'ticket_types.1.name',
      /Add the day to the name, such as Adult Saturday/,
    )
    expect(await named(' SATURDAY ')).toMatchObject(refused)
    expect(await named('Saturday Night')).toMatchObject({ status: 200 })
    const twins = [DAY_TICKET, { ...PASS, name: DAY_TICKET.name }]
    const image = await admin.picture()
    const create = (more: object) => admin.create({ ...LEAST, image, ...more })
    expect(await create({ ...FESTIVAL, ticket_types: twins })).toMatchObject(refused)
    const ofOneDay = twins.map(({ day_numbers: _, ...type }) => type)
    expect(await create({ ticket_types: ofOneDay })).toMatchObject({ status: 201 })
  })

  test('let a pass enter once in all if the organizer wants, and a day ticket never', async () => {
    const event = await draftOf(admin, FESTIVAL)
    const once = await changeTypes(admin, event, { Weekend: { once_in_all: true } })
    expect(typeNamed(once.body, 'Weekend').once_in_all).toBe(true)
    const day = await changeTypes(admin, event, { Weekend: { day_numbers: [2, 2] } })
    expect(typeNamed(day.body, 'Weekend')).toMatchObject({ day_numbers: [2], once_in_all: false })
  })

  test('let an add-on be used once in all unless the organizer says otherwise', async () => {
    const bar = await admin.gate('Bar')
    const pack = { ...PASS, name: 'Drinks', kind: 'add_on', sold_in: 3, gate_ids: [bar] }
    const event = await draftOf(admin, {
      ...FESTIVAL,
      ticket_types: [PASS, pack],
    })
    const drinks = (body: Parameters<typeof typeNamed>[0]) => typeNamed(body, 'Drinks').once_in_all
    expect([drinks(event), typeNamed(event, PASS.name).once_in_all]).toEqual([true, false])
    const change = async (type: object) => (await changeTypes(admin, event, { Drinks: type })).body
    expect(drinks(await change({ once_in_all: false }))).toBe(false)
    expect(drinks(await change({ description: 'Cold' }))).toBe(false)
    expect(drinks(await change({ day_numbers: [2] }))).toBe(false)
    expect(drinks(await change({ day_numbers: [2, 3] }))).toBe(true)
  })

  test('end its sale with its last day, or earlier if the organizer says so', async () => {
    const sale_until = '2027-03-10T09:00:00.000Z'
    const { id, ticket_types } = await draftOf(admin, {
      ...FESTIVAL,
      ticket_types: [DAY_TICKET, { ...PASS, sale_until }],
    })
    const ends = async () => {
      const rows = stage.db
        .selectFrom('ticket_type')
        .select('sale_until')
        .where('event_id', '=', id)
      return (await rows.orderBy('type_offset').execute()).map(({ sale_until: at }) =>
        at?.toISOString(),
      )
    }
    expect(ticket_types).toMatchObject([{ sale_until: null }, { sale_until }])
    // The sales end at 06:00 on Sunday morning in Nairobi.
    expect(await ends()).toEqual(['2027-03-14T03:00:00.000Z', sale_until])
    await saved(id, {
      days: [
        NUMBERED[0],
        { ...NUMBERED[1], date: SUNDAY.date },
        { ...NUMBERED[2], date: MONDAY.date },
      ],
    })
    expect(await ends()).toEqual(['2027-03-15T03:00:00.000Z', sale_until])
    const late = await save(id, {
      ticket_types: ticket_types.map((type: object) => ({
        ...type,
        sale_from: '2027-03-20T09:00:00Z',
        sale_until: null,
      })),
    })
    expect(late).toMatchObject(refusal('ticket_types.0.sale_from', /last day/))
    await saved(id, { days: [] })
    expect(await ends()).toEqual([undefined, sale_until])
  })
})
