import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepGate } from '../../test/gate.ts'

const gate = keepGate({ types: [{}] })

const read = async <T>(url: string, headers = gate.organizer.headers) =>
  (await gate.stage.app.inject({ url, headers })).json() as T

// spec: gate-let-in
test('letting in without a scan stores the reason, logs it once and shows it in the list', async () => {
  const own = await gate.build()
  const { number } = await gate.buy([2], own)
  const call = { ticket_number: number, event_id: own.id, admits: 1, nonce: randomUUID() }
  const request = { ...call, reason: 'broken screen, identity card seen' }
  const first = await gate.decided(request)
  expect(first).toMatchObject({ result: 'valid', reason: 'by_hand', left: 1 })
  // A retry after a lost response admits no further person and writes no log entry.
  expect(await gate.decided(request)).toEqual(first)
  expect(await gate.readTicket(number)).toMatchObject({ admitted: 1 })
  // Two check-ins that must not be logged: the first has no reason, and the second has a reason but
  // is refused.
  await gate.decided({ ticket_number: number, event_id: own.id, admits: 1 })
  await gate.decided({ ticket_number: number, event_id: own.id, reason: 'says so' })
  type Log = { data: { action: string; subject: string; after: unknown }[] }
  const log = await read<Log>(`/api/audit_log?event_id=${own.id}`, gate.admin.headers)
  expect(log.data.map(({ action, subject, after }) => ({ action, subject, after }))).toEqual([
    { action: 'let_in_by_hand', subject: number, after: { people: 1, reason: request.reason } },
  ])
  type List = { data: { words: string | null; reason: string | null; validator: string }[] }
  const list = await read<List>(`/api/ticket_validations?event_id=${own.id}&reason=by_hand`)
  expect(list.data).toMatchObject([
    { words: request.reason, reason: 'by_hand', validator: 'Amina Odhiambo' },
  ])
})
