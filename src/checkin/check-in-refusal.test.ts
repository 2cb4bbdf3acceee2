import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'
import { todaysRuns } from '../../test/torture/daily.ts'

const gate = keepGate({ types: [{ name: 'VIP', gates: ['Gate A'] }, { name: 'Standard' }] })

describe('a repeated check-in with the same nonce', () => {
  // spec: same-nonce-gets
  test('gets an equal response, writes nothing and lets nobody in', async () => {
    const { number } = await gate.buy([0, 2])
    const nonce = randomUUID()
    const question = { ticket_number: number, admits: 1, nonce }
    const first = await gate.decided(question)
    gate.stage.pass(1000)
    await gate.decided({ ticket_number: number })
    expect(await gate.decided({ ...question, nonce: nonce.toUpperCase() })).toEqual(first)
    expect(await gate.readRows(number)).toHaveLength(2)
    expect(await gate.readTicket(number)).toEqual({ state: 'used', admitted: 2 })
  })

  test('gets an equal refusal', async () => {
    const { number } = await gate.buy([0, 1])
    await gate.decided({ ticket_number: number })
    const question = { ticket_number: number, nonce: randomUUID() }
    const first = await gate.decided(question)
    expect(first.result).toBe('used')
    expect(await gate.decided(question)).toEqual(first)
    const unknown = { ticket_number: 'nonsense', nonce: randomUUID() }
    expect(await gate.decided(unknown)).toEqual(await gate.decided(unknown))
  })

  test('about another ticket is refused, and another account has its own nonces', async () => {
    const { number } = await gate.buy([0, 3])
    const question = { ticket_number: number, admits: 1, nonce: randomUUID() }
    await gate.decided(question)
    for (const change of [{ admits: 2 }, { ticket_number: 'other' }, { validation_type: 'scan' }]) {
      expect(await gate.ask({ ...question, ...change })).toMatchObject({
        status: 409,
        body: { code: 'nonce_used', field: 'nonce' },
      })
    }
    expect(await gate.readTicket(number)).toEqual({ state: 'valid', admitted: 1 })
    expect(await gate.decided(question, gate.admin)).toMatchObject({ result: 'valid', left: 1 })
  })
})

test('gets an equal response without a server error, whatever text was scanned', async () => {
  const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), {
    numRuns: todaysRuns(60, 20),
    seed: 5,
  })
  const hostile = [
    '\ud800',
    'a\udfff\ud800b',
    '\u202e',
    '\0',
    "' or 1=1; --",
    '%',
    '\\',
    '💥'.repeat(150),
  ]
  for (const ticket_number of [...hostile, ...texts]) {
    const question = { ticket_number, nonce: randomUUID() }
    const first = await gate.ask(question)
    expect([200, 422], JSON.stringify(ticket_number)).toContain(first.status)
    expect(await gate.ask(question)).toEqual(first)
  }
})

describe('a check-in is refused without a row', () => {
  // spec: organizer-another-event
  test('for an anonymous caller, another organizer, an unknown event or an unknown gate', async () => {
    const { number } = await gate.buy([1])
    const question = { ticket_number: number }
    expect((await gate.ask(question, null)).status).toBe(401)
    const missing = { status: 404, body: { code: 'event_not_found' } }
    expect(await gate.ask(question, gate.stranger)).toMatchObject(missing)
    expect(await gate.ask({ ...question, event_id: randomUUID() })).toMatchObject(missing)
    expect(await gate.ask({ ...question, event_id: 'x' })).toMatchObject(missing)
    for (const gate_id of ['x', randomUUID()]) {
      const noGate = { status: 404, body: { code: 'gate_not_found', field: 'gate_id' } }
      expect(await gate.ask({ ...question, gate_id })).toMatchObject(noGate)
    }
    expect(await gate.readRows(number)).toEqual([])
    expect((await gate.decided(question, gate.admin)).result).toBe('valid')
  })

  test.each([
    [{}, 'ticket_number'],
    [{ ticket_number: '   ' }, 'ticket_number'],
    [{ ticket_number: 7 }, 'ticket_number'],
    [{ ticket_number: 'x'.repeat(301) }, 'ticket_number'],
    [{ ticket_number: 'x', admits: 0 }, 'admits'],
    [{ ticket_number: 'x', admits: 1.5 }, 'admits'],
    [{ ticket_number: 'x', admits: 32 }, 'admits'],
    [{ ticket_number: 'x', nonce: 'y' }, 'nonce'],
    [{ ticket_number: 'x', validation_type: 'guess' }, 'validation_type'],
    [{ ticket_number: 'x', event_id: 7 }, 'event_id'],
  ])('%j names the field %s', async (body, field) => {
    expect(await gate.ask(body)).toMatchObject({
      status: 422,
      body: { code: 'invalid_field', field },
    })
  })

  test('without a server error if the number contains a zero byte', async () => {
    expect((await gate.ask({ ticket_number: 'a\u0000b' })).status).toBe(422)
  })
})
