// spec: genuine-api
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'
import { MINUTE } from '../../../test/purchase.ts'

const gate = keepGate({ title: 'Derby Day', types: [{ name: 'VIP', maxPerOrder: 31 }] })
beforeEach(() => gate.stage.pass(MINUTE))

async function ask(number: string, remoteAddress = '10.0.0.9') {
  return await callApi(gate.stage, { url: `/api/genuine/${number}`, remoteAddress })
}

const found = (status: string) => ({
  status: 200,
  body: { status, event: 'Derby Day', ticket_type: 'VIP', sent: false },
})

async function endTicket(number: string, reason: string) {
  await sql`update ticket set state = 'void', void_reason = ${reason} where number = ${number}`.execute(
    gate.stage.db,
  )
}

test('a ticket is valid until all its people are in, typed in any form; no name or phone is shown', async () => {
  const { number } = await gate.buy([2])
  expect(await ask(number)).toEqual(found('valid'))
  const typed = number.toLowerCase().replace(/(.{4})/g, '$1-')
  expect(await ask(typed.slice(0, -1))).toEqual(found('valid'))
  await gate.decided({ ticket_number: number, admits: 1 })
  expect(await ask(number)).toEqual(found('valid'))
  await gate.decided({ ticket_number: number })
  expect(await ask(number)).toEqual(found('used'))
})

test.each([
  ['transferred', 'transferred'],
  ['refunded', 'void'],
  ['revoked', 'void'],
])('one that was %s is %s', async (reason, status) => {
  const { number } = await gate.buy([1])
  await endTicket(number, reason)
  expect(await ask(number)).toEqual(found(status))
})

test('tickets of a cancelled event are void', async () => {
  const event = await gate.build({ title: 'Derby Day', types: [{ name: 'VIP' }] })
  const { number } = await gate.buy([1], event)
  const cancel = gate.stage.db.updateTable('event').set({ cancelled_at: new Date() })
  await cancel.where('id', '=', event.id).execute()
  expect(await ask(number)).toEqual(found('void'))
})

test('an unknown number is 404, misses are limited, and a full ticket number is always answered', async () => {
  const { number } = await gate.buy([1])
  const other = `${number.slice(0, -1)}${number.endsWith('7') ? '8' : '7'}`
  for (const typed of [other, 'derby', '0'.repeat(16)]) {
    expect(await ask(typed, '10.0.0.8')).toMatchObject({
      status: 404,
      body: { code: 'no_such_ticket' },
    })
  }
  let last = 404
  for (let i = 0; i < 40 && last === 404; i++) last = (await ask(other, '10.0.0.8')).status
  expect(last).toBe(429)
  expect(await ask(number, '10.0.0.8')).toEqual(found('valid'))
})
