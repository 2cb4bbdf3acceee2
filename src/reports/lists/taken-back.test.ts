import { expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'
import { readCode, sayCode, sendOn } from '../../../test/transfers.ts'
import { selectTicketsOf } from './transaction.sql.ts'

const gate = keepGate({ types: [{ name: 'VIP' }] })

// spec: transfer-taken-back-by-sender
test('a ticket that its sender took back is listed as taken back, not as revoked', async () => {
  const { number, orderId } = await gate.buy([2])
  await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  const { sent } = (await callApi(gate.stage, { url: `/api/tickets/${number}` })).body
  const url = `/api/tickets/${number}/take_backs`
  const asked = await callApi(gate.stage, { method: 'POST', url, payload: { id: sent[0].id } })
  await sayCode(gate.stage, asked.body.id, (await readCode(gate.stage)).code)
  const read = () => selectTicketsOf(gate.stage.db, orderId, gate.stage.clock.now())
  expect((await read()).map(({ void_reason }) => void_reason).sort()).toEqual([null, 'taken_back'])
  await gate.stage.db.updateTable('ticket_transfer').set({ takes_back: null }).execute()
  expect((await read()).map(({ void_reason }) => void_reason).sort()).toEqual([null, 'revoked'])
})
