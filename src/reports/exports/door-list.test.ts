// spec: door-list
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'
import { refundOrder } from '../../../test/refunds.ts'
import { sendOn } from '../../../test/transfers.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import type { DoorTicket } from './door-list.contract.ts'

const gate = keepGate({})
let event: BuiltEvent
beforeAll(async () => {
  event = await gate.build({
    types: [{ name: 'VIP', maxPerOrder: 31, gates: ['Gate A'] }, { name: '=Terrace' }],
  })
})

async function listOf(id: string, { headers } = gate.organizer): Promise<DoorTicket[]> {
  const { status, body } = await callApi(gate.stage, {
    url: `/api/events/${id}/door_list`,
    headers,
  })
  expect(status).toBe(200)
  return body.tickets
}

const entryOf = async (number: string) =>
  (await listOf(event.id)).find((one) => one.number === number)

test('the list has each ticket once, by its number, with type, people, gate and the end of the phone', async () => {
  const one = await gate.buy([2], event)
  const two = await gate.buy([0, 1], event)
  const list = await listOf(event.id)
  expect(list).toEqual(
    [
      {
        number: one.number,
        ticket_type: 'VIP',
        admits: 2,
        gate: 'Gate A',
        phone_end: one.phoneNumber.slice(-3),
        guest: '',
        add_ons: '',
        answer: '',
      },
      {
        number: two.number,
        ticket_type: '=Terrace',
        admits: 1,
        gate: 'Main Gate',
        phone_end: two.phoneNumber.slice(-3),
        guest: '',
        add_ons: '',
        answer: '',
      },
    ].sort((a, b) => (a.number < b.number ? -1 : 1)),
  )
  expect(JSON.stringify(list)).not.toContain(one.phoneNumber.slice(-4))
  expect(await listOf(event.id, gate.admin)).toEqual(list)
})

// spec: door-list-days
test('at an event of several days the list and its file have the dates of each ticket', async () => {
  const dates = ['2028-01-10', '2028-01-11', '2028-01-12']
  const days = dates.map((date, n) => ({ date, ...(n === 2 && { cancelledAt: new Date() }) }))
  const types = [{ name: 'Tuesday', days: [2] }, { name: 'Pass' }]
  const festival = await gate.build({ days, types })
  const one = await gate.buy([1], festival)
  const pass = await gate.buy([0, 1], festival)
  const datesOf = new Map((await listOf(festival.id)).map((row) => [row.number, row.dates]))
  expect([datesOf.get(one.number), datesOf.get(pass.number)]).toEqual([
    ['2028-01-11'],
    ['2028-01-10', '2028-01-11'],
  ])
  const url = `/api/events/${festival.id}/door_list.csv`
  const { body: file } = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  expect(file).toMatch(/,Guest,Days\r?\n/)
  expect(file).toContain('"2028-01-10, 2028-01-11"')
  const ofDay = async (day: string) =>
    await callApi(gate.stage, {
      url: `/api/events/${festival.id}/door_list?day=${day}`,
      headers: gate.organizer.headers,
    })
  const numbersOf = async (day: string) =>
    (await ofDay(day)).body.tickets.map((ticket: DoorTicket) => ticket.number)
  expect(await numbersOf('1')).toEqual([pass.number])
  expect(await numbersOf('2')).toEqual([one.number, pass.number].sort())
  for (const day of ['9', 'x']) {
    expect(await ofDay(day)).toMatchObject({ status: 422, body: { field: 'day' } })
  }
  const { headers } = gate.organizer
  const monday = await gate.stage.app.inject({ url: `${url}?day=1`, headers })
  expect(monday.headers['content-disposition']).toContain(`door_list-${festival.id}-day-1-`)
  expect(monday.headers['x-total-rows']).toBe('1')
  expect(monday.body).not.toContain(one.number)
})

test('a ticket that was sent on in part is listed twice, each with its own people and phone', async () => {
  const { number, phoneNumber } = await gate.buy([3], event)
  const friend = newPhone()
  const [theirs] = await sendOn(gate.stage, number, { phone: friend, admits: 1 })
  expect(await entryOf(number)).toMatchObject({ admits: 2, phone_end: phoneNumber.slice(-3) })
  expect(await entryOf(theirs!)).toMatchObject({ admits: 1, phone_end: friend.slice(-3) })
  const [rest] = await sendOn(gate.stage, number, { phone: friend, admits: 2 })
  expect(await entryOf(number)).toBeUndefined()
  expect(await entryOf(rest!)).toMatchObject({ admits: 2, phone_end: friend.slice(-3) })
})

test('a refunded ticket is not listed, and a ticket that was refunded in part has the rest of its people', async () => {
  const { number, orderId } = await gate.buy([3], event)
  const part = { tickets: [{ ticket_number: number, admits: 1 }] }
  expect((await refundOrder(gate.stage, orderId, part)).status).toBe(201)
  expect(await entryOf(number)).toMatchObject({ admits: 2 })
  expect((await refundOrder(gate.stage, orderId)).status).toBe(201)
  expect(await entryOf(number)).toBeUndefined()
})

test('a complimentary ticket has the name that the organizer entered, until it is sent on', async () => {
  const phone = newPhone()
  const row = { phone, ticket_type_id: event.types[0]!.id, quantity: 2, name: 'Amina Otieno' }
  const given = await callApi(gate.stage, {
    method: 'POST',
    url: `/api/events/${event.id}/complimentary`,
    headers: gate.organizer.headers,
    payload: { nonce: randomUUID(), rows: [row] },
  })
  expect(given.status).toBe(201)
  await gate.stage.runJobs()
  const named = async () =>
    (await listOf(event.id)).filter((one) => one.phone_end === phone.slice(-3) && one.guest !== '')
  expect(await named()).toMatchObject([{ guest: 'Amina Otieno', admits: 2 }])
  const [{ number } = { number: '' }] = await named()
  const [theirs] = await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  expect(await entryOf(theirs!)).toMatchObject({ guest: '' })
})

/** The rows of the audit log about copies of the list, the latest last. */
async function auditRows() {
  const log = gate.stage.db.selectFrom('audit_log').select(['after', 'event_id', 'account_id'])
  return await log.where('action', '=', 'door_list_exported').orderBy('id').execute()
}

test('the printed list leaves a row in the audit log, because it has the number of every ticket', async () => {
  const before = await auditRows()
  const list = await listOf(event.id, gate.admin)
  expect((await auditRows()).slice(before.length)).toEqual([
    { after: { rows: list.length }, event_id: event.id, account_id: gate.admin.id },
  ])
})

test('the CSV has the tickets of the list in safe cells and a file name, and a row in the audit log', async () => {
  const { headers } = gate.organizer
  const url = `/api/events/${event.id}/door_list.csv`
  const list = await listOf(event.id)
  const before = await auditRows()
  const answer = await gate.stage.app.inject({ url, headers })
  const today = nairobiDate(gate.stage.clock.now())
  expect(answer.headers).toMatchObject({
    'content-disposition': `attachment; filename="door_list-${event.id}-${today}.csv"`,
    'x-total-rows': String(list.length),
  })
  const [heading, ...rows] = answer.body.split('\r\n')
  expect(heading).toBe('\uFEFFTicket Number,Ticket Type,Admits,Inside,Gate,Phone Ends In,Guest')
  expect(rows).toEqual([
    ...list.map((one) =>
      [
        one.number,
        one.ticket_type.replace('=', "'="),
        one.admits,
        one.inside ?? 0,
        one.gate,
        one.phone_end,
        one.guest,
      ].join(),
    ),
    '',
  ])
  expect((await auditRows()).slice(before.length)).toMatchObject([
    { after: { rows: list.length }, event_id: event.id },
  ])
})

test("a phone's add-ons stand at its first ticket, and are no tickets of their own", async () => {
  const types = [{ name: 'Regular' }, { name: 'Parking', kind: 'add_on' as const }]
  const built = await gate.build({ types })
  const { phoneNumber } = await gate.buy([2, 2], built)
  await gate.buy([1], built)
  const list = await listOf(built.id)
  expect(list.map(({ ticket_type }) => ticket_type)).toEqual(['Regular', 'Regular'])
  const texts = list.map(({ phone_end, add_ons }) => [phone_end, add_ons])
  expect(texts).toContainEqual([phoneNumber.slice(-3), 'Parking ×2'])
  expect(list.filter(({ add_ons }) => add_ons !== '')).toHaveLength(1)
  const url = `/api/events/${built.id}/door_list.csv`
  const csv = await gate.stage.app.inject({ url, headers: gate.organizer.headers })
  expect(csv.body).toMatch(/,Guest,Add-ons\r?\n/)
  expect(csv.body).toContain('Parking ×2')
})

// spec: door-list-days
test('the list of a day has the add-ons of that day, at its first ticket of the phone', async () => {
  const days = [{ date: '2028-01-10' }, { date: '2028-01-11' }]
  const types = [
    { name: 'Monday', days: [1] },
    { name: 'Tuesday', days: [2] },
    { name: 'Drinks', kind: 'add_on' as const },
    { name: 'Shuttle', kind: 'add_on' as const, days: [2] },
  ]
  const festival = await gate.build({ days, types })
  await gate.buy([1, 1, 1, 1], festival)
  const addOnsOf = async (day: number) => {
    const { body } = await callApi(gate.stage, {
      url: `/api/events/${festival.id}/door_list?day=${day}`,
      headers: gate.organizer.headers,
    })
    return body.tickets.map(({ ticket_type, add_ons }: DoorTicket) => [ticket_type, add_ons])
  }
  expect(await addOnsOf(1)).toEqual([['Monday', 'Drinks ×1']])
  expect(await addOnsOf(2)).toEqual([['Tuesday', 'Drinks ×1, Shuttle ×1']])
})

test('people who have checked in by then stand in the list and in the file', async () => {
  const { number } = await gate.buy([2], event)
  await gate.decided({ ticket_number: number, event_id: event.id, admits: 1 })
  expect(await entryOf(number)).toMatchObject({ admits: 2, inside: 1 })
  const url = `/api/events/${event.id}/door_list.csv`
  const file = (await gate.stage.app.inject({ url, headers: gate.organizer.headers })).body
  expect(file).toContain(`${number},VIP,2,1,Gate A,`)
})
