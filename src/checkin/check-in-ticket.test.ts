import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })

describe('a ticket', () => {
  test('lets in all people left, and then is used, with time and gate', async () => {
    const gateA = await gate.gateId('Gate A')
    const { number } = await gate.buy([3])
    const first = await gate.decided({ ticket_number: number, gate_id: gateA })
    expect(first).toMatchObject({
      result: 'valid',
      status: 'valid',
      is_valid: true,
      admits: 3,
      left: 0,
      message: 'Valid: 3 × VIP.',
      ticket: { ticket_type: 'VIP', quantity: 3, gate: 'Gate A' },
      earlier: null,
    })
    expect(await gate.readTicket(number)).toEqual({ state: 'used', admitted: 3 })
    const page = await gate.stage.app.inject({ url: `/api/tickets/${number}` })
    expect(page.json()).toMatchObject({
      state: 'used',
      quantity: 3,
      admitted: 3,
      last_admission: { at: first.timestamp, gate: 'Gate A' },
    })
    gate.stage.pass(60_000)
    const second = await gate.decided({ ticket_number: number, gate_id: gateA })
    expect(second).toMatchObject({
      result: 'used',
      status: 'used',
      is_valid: true,
      admits: 0,
      left: 0,
      earlier: { timestamp: first.timestamp, gate: 'Gate A' },
    })
    expect(second.message).toMatch(/^Already used: \w+ \d+, \d{4}, .+, Gate A\.$/)
    expect(await gate.readTicket(number)).toEqual({ state: 'used', admitted: 3 })
  })

  // spec: ticket-several-people, ticket-who-is-inside
  test('for several people lets them in in parts, never more than are left', async () => {
    const { number } = await gate.buy([0, 4])
    const part = (admits: number) => gate.decided({ ticket_number: number, admits })
    const page = async () => (await gate.stage.app.inject({ url: `/api/tickets/${number}` })).json()
    expect(await page()).toMatchObject({ admitted: 0, last_admission: null })
    const first = await part(1)
    expect(first).toMatchObject({ result: 'valid', admits: 1, left: 3 })
    expect(await page()).toMatchObject({
      state: 'valid',
      quantity: 4,
      admitted: 1,
      last_admission: { at: first.timestamp, gate: null },
    })
    expect(await part(2)).toMatchObject({ result: 'valid', admits: 2, left: 1 })
    const refused = await part(2)
    expect(refused).toMatchObject({
      result: 'too_many',
      status: 'invalid',
      is_valid: false,
      admits: 0,
      left: 1,
      message: 'Only 1 of 4 left on this ticket.',
    })
    expect(await gate.readTicket(number)).toEqual({ state: 'valid', admitted: 3 })
    expect(await part(1)).toMatchObject({ result: 'valid', admits: 1, left: 0 })
    expect(await gate.readTicket(number)).toEqual({ state: 'used', admitted: 4 })
    const rows = await gate.readRows(number)
    expect(rows.map(({ result, requested, admits }) => [result, requested, admits])).toEqual([
      ['valid', 1, 1],
      ['valid', 2, 2],
      ['too_many', 2, 0],
      ['valid', 1, 1],
    ])
  })

  // spec: number-typed-spaces
  test('is read as it is printed, typed or scanned', async () => {
    const { number } = await gate.buy([0, 4])
    const forms = [
      number.toLowerCase(),
      ` ${number.replace(/(.{4})/g, '$1 ')}`,
      number
        .replace(/(.{4})(?=.)/g, '$1-')
        .replaceAll('0', 'O')
        .replaceAll('1', 'l'),
      `${gate.stage.env.publicOrigin}/t/${number}`,
    ]
    for (const form of forms) {
      const answer = await gate.decided({ ticket_number: form, admits: 1, validation_type: 'scan' })
      expect(answer).toMatchObject({ result: 'valid', ticket_number: number })
    }
    expect((await gate.readRows(number)).map((row) => row.method)).toEqual(Array(4).fill('scan'))
  })

  test('at another gate names the right gate; without a gate of its own it enters at any gate', async () => {
    const other = await gate.gateId('Gate Z')
    const { number } = await gate.buy([2])
    expect(await gate.decided({ ticket_number: number, gate_id: other })).toMatchObject({
      result: 'wrong_gate',
      status: 'invalid',
      is_valid: false,
      left: 2,
      message: 'Wrong gate: this ticket enters through Gate A.',
    })
    expect(await gate.readTicket(number)).toEqual({ state: 'valid', admitted: 0 })
    const { number: anywhere } = await gate.buy([0, 1])
    expect((await gate.decided({ ticket_number: anywhere, gate_id: other })).result).toBe('valid')
  })

  test('enters if the ids of its event and gate are in upper case', async () => {
    const gateA = await gate.gateId('Gate A')
    const { number } = await gate.buy([2])
    const upper = { event_id: gate.event.id.toUpperCase(), gate_id: gateA.toUpperCase() }
    for (const place of [{ event_id: upper.event_id }, upper]) {
      const answer = await gate.decided({ ticket_number: number, admits: 1, ...place })
      expect(answer).toMatchObject({ result: 'valid', admits: 1 })
    }
    expect(await gate.readTicket(number)).toEqual({ state: 'used', admitted: 2 })
  })

  // spec: organizer-another-event
  test('of another event is refused without any detail about it', async () => {
    const theirs = await gate.build(
      { title: 'Secret Show', types: [{ name: 'Hidden' }] },
      gate.stranger,
    )
    const { number, phoneNumber } = await gate.buy([2], theirs)
    const answer = await gate.decided({ ticket_number: number })
    expect(answer).toMatchObject({
      result: 'wrong_event',
      is_valid: false,
      left: null,
      ticket: null,
    })
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`Secret|Hidden|${phoneNumber}`))
    expect(await gate.readTicket(number)).toEqual({ state: 'valid', admitted: 0 })
    const list = await gate.stage.app.inject({
      url: `/api/ticket_validations?event_id=${gate.event.id}`,
      headers: gate.organizer.headers,
    })
    const [row] = list.json().data
    expect(row).toMatchObject({ ticket_number: number, result: 'wrong_event', transaction: null })
  })

  // spec: refunded-cancelled-void
  test.each(['refund_due', 'refunded'])('whose order is %s is void', async (state) => {
    const { number, orderId } = await gate.buy([2])
    await gate.stage.db.updateTable('order').set({ state }).where('id', '=', orderId).execute()
    expect(await gate.decided({ ticket_number: number })).toMatchObject({
      result: 'void',
      status: 'invalid',
      is_valid: false,
      reason: 'refunded',
      left: 0,
    })
  })

  // spec: refunded-cancelled-void
  test('that is void stays out, also after some of its people came in', async () => {
    const { number } = await gate.buy([2])
    await gate.decided({ ticket_number: number, admits: 1 })
    await gate.stage.db
      .updateTable('ticket')
      .set({ state: 'void', void_reason: 'revoked' })
      .where('number', '=', number)
      .execute()
    expect(await gate.decided({ ticket_number: number })).toMatchObject({
      result: 'void',
      reason: 'revoked',
    })
  })

  // spec: refunded-cancelled-void
  test('of a cancelled event is void', async () => {
    const cancelled = await gate.build()
    const { number } = await gate.buy([1], cancelled)
    const cancelled_at = gate.stage.clock.now()
    await gate.stage.db
      .updateTable('event')
      .set({ cancelled_at })
      .where('id', '=', cancelled.id)
      .execute()
    const answer = await gate.decided({ ticket_number: number, event_id: cancelled.id })
    expect(answer).toMatchObject({ result: 'void', reason: 'event_cancelled' })
  })
})

// spec: validators-identified-validator
test.each(['0000000000000000', 'hello', 'https://elsewhere.example/x'])(
  'the number %s is unknown, and leaves a row as it was read',
  async (text) => {
    expect(await gate.decided({ ticket_number: text })).toMatchObject({
      result: 'unknown',
      status: 'invalid',
      is_valid: false,
      admits: 0,
      left: null,
      ticket: null,
      ticket_number: text,
    })
    expect(await gate.readRows(text)).toMatchObject([
      {
        result: 'unknown',
        ticket_id: null,
        validator_id: gate.organizer.id,
        event_id: gate.event.id,
      },
    ])
  },
)

test('check-ins cannot be changed or deleted, and no commit admits more than a ticket does', async () => {
  const { number } = await gate.buy([1])
  await gate.decided({ ticket_number: number })
  const change = sql`update check_in set admits = 9 where ticket_number = ${number}`
  await expect(change.execute(gate.stage.db)).rejects.toThrow('append-only')
  const remove = sql`delete from check_in where ticket_number = ${number}`
  await expect(remove.execute(gate.stage.db)).rejects.toThrow('append-only')
  const more = sql`update ticket set admitted = 2 where number = ${number}`
  await expect(more.execute(gate.stage.db)).rejects.toThrow('ticket__admitted')
})
