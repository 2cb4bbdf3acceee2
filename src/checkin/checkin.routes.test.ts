import { expect, test } from 'vitest'
import { type Account, keepGate } from '../../test/gate.ts'
import { callApi } from '../../test/http.ts'
import type { Validation, ValidationList } from './checkin.contract.ts'

const gate = keepGate({ types: [{ gates: ['Gate A'] }] })

async function list(query: string, as: Account | null = gate.organizer) {
  const url = `/api/ticket_validations?${query}`
  return await callApi(gate.stage, { url, headers: as?.headers ?? {} })
}

async function read(query: string, as = gate.organizer): Promise<ValidationList> {
  const { status, body } = await list(query, as)
  expect(status).toBe(200)
  return body
}

test('an event without check-ins has an empty list', async () => {
  expect(await read(`event_id=${gate.event.id}`)).toEqual({ data: [], next_cursor: null })
})

// spec: ticket-validation-every-field
test('a check-in has all fields of the specification, and only its organizer and admins see it', async () => {
  const { organizer, stranger, admin, event, stage } = gate
  const { number, orderId, phoneNumber } = await gate.buy([2], event, 'asha@example.com')
  const gate_id = await gate.gateId('Gate A')
  await gate.decided({ ticket_number: number, gate_id, validation_type: 'scan' })
  const { data } = await read(`event_id=${event.id}`)
  const line = await stage.db
    .selectFrom('order_line')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(data).toEqual([
    {
      id: expect.any(String),
      event_id: event.id,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ticket_number: number,
      validator_id: organizer.id,
      validator: 'Amina Odhiambo',
      validation_type: 'scan',
      status: 'valid',
      is_valid: true,
      result: 'valid',
      reason: null,
      words: null,
      admits: 2,
      let_in: 2,
      is_offline: false,
      is_return: false,
      is_phone_revoked: false,
      kind: 'in',
      undone: null,
      gate: 'Gate A',
      transaction: {
        id: line.id,
        phone_number: phoneNumber,
        email: 'asha@example.com',
      },
    },
  ])
  expect((await read(`event_id=${event.id}`, admin)).data).toEqual(data)
  const missing = { status: 404, body: { code: 'event_not_found' } }
  expect(await list(`event_id=${event.id}`, stranger)).toMatchObject(missing)
  expect(await list('event_id=nothing')).toMatchObject(missing)
  expect((await list(`event_id=${event.id}`, null)).status).toBe(401)
})

// spec: ticket-validations-event-newest
test('pages go from newest to oldest, each check-in once, also with equal timestamps', async () => {
  const { stage } = gate
  const other = await gate.build()
  const checkIn = (ticket_number: string) => gate.decided({ ticket_number, event_id: other.id })
  // Stops the clock, so that many check-ins happen in the same millisecond.
  const now = new Date()
  const { clock } = stage
  const running = clock.now
  clock.now = () => now
  for (let i = 0; i < 12; i++) await checkIn(`first ${i}`)
  clock.now = running
  for (let i = 0; i < 3; i++) await checkIn(`later ${i}`)
  const seen: Validation[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ValidationList = await read(
      `event_id=${other.id}&limit=4${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...page.data)
    cursor = page.next_cursor
  }
  const times = seen.map((row) => row.timestamp)
  expect(times).toEqual(times.toSorted().reverse())
  const numbers = new Set(seen.map((row) => row.ticket_number))
  expect([seen.length, numbers.size]).toEqual([15, 15])
  expect(seen.slice(0, 3).every((row) => row.ticket_number.startsWith('later'))).toBe(true)
  expect(await read(`event_id=${other.id}&limit=15`)).toMatchObject({ next_cursor: null })
})

// spec: ticket-validations-event-newest
test('validations can be filtered by status and sorted either way, page by page', async () => {
  const own = await gate.build()
  const { number } = await gate.buy([2], own)
  const at = (body: object) => gate.decided({ event_id: own.id, ...body })
  await at({ ticket_number: number, admits: 1 })
  await at({ ticket_number: number, admits: 2 })
  await at({ ticket_number: number })
  await at({ ticket_number: number })
  await at({ ticket_number: 'nothing' })
  const pages = async (query: string) => {
    const results: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor && `&cursor=${cursor}`
      const page: ValidationList = await read(`event_id=${own.id}&limit=1${query}${more}`)
      results.push(...page.data.map((row) => row.result))
      cursor = page.next_cursor
    }
    return results
  }
  const all = ['unknown', 'used', 'valid', 'too_many', 'valid']
  expect(await pages('')).toEqual(all)
  expect(await pages('&sort=timestamp')).toEqual(all.toReversed())
  expect(await pages('&status=valid')).toEqual(['valid', 'valid'])
  expect(await pages('&status=used')).toEqual(['used'])
  expect(await pages('&status=invalid')).toEqual(['unknown', 'too_many'])
  expect(await pages('&status=invalid&sort=timestamp')).toEqual(['too_many', 'unknown'])
  const { next_cursor } = await read(`event_id=${own.id}&limit=1`)
  const other = await list(`event_id=${own.id}&sort=timestamp&cursor=${next_cursor}`)
  expect(other).toMatchObject({ status: 422, body: { field: 'cursor' } })
})

test.each([
  ['', 'event_id'],
  ['event_id=x&status=maybe', 'status'],
  ['event_id=x&sort=name', 'sort'],
  ['event_id=x&limit=0', 'limit'],
  ['event_id=x&limit=101', 'limit'],
])('%j names the field %s', async (query, field) => {
  expect(await list(query)).toMatchObject({ status: 422, body: { field } })
})

test.each([
  'x',
  Buffer.from('["-timestamp","2026","x"]').toString('base64url'),
  Buffer.from('+1').toString('base64'),
])('the cursor %s is refused', async (cursor) => {
  const answer = await list(`event_id=${gate.event.id}&cursor=${encodeURIComponent(cursor)}`)
  expect(answer).toMatchObject({ status: 422, body: { field: 'cursor' } })
})
