// spec: transfer-unconfirmed-forgotten
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { post } from '../../../test/purchase.ts'
import { askToSend, readCode, sayCode, sendOn } from '../../../test/transfers.ts'
import { listSweeps } from '../../worker.ts'
import { ticketTimes } from '../declarations.ts'

const gate = keepGate({ types: [{ name: 'VIP', maxPerOrder: 31 }] })

async function knows(phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from ticket_transfer_part where phone = ${phone}
    union all select from ticket where holder_phone = ${phone}`.execute(gate.stage.db)
  return rows.length > 0
}

const sweep = () =>
  listSweeps(gate.stage.deps)
    .find(({ name }) => name === 'unconfirmed transfers')!
    .run()

test('phones of unconfirmed transfers are deleted after a week, and no others', async () => {
  const { number } = await gate.buy([1])
  const [unasked, unsaid, wrong, sent] = [newPhone(), newPhone(), newPhone(), newPhone()]
  await askToSend(gate.stage, number, { phone: unasked })
  // Five wrong codes end the second transfer.
  const { body: second } = await askToSend(gate.stage, number, { phone: wrong })
  await readCode(gate.stage)
  for (let tries = 0; tries < 5; tries++) await sayCode(gate.stage, second.id, '000000')
  const { body: last } = await askToSend(gate.stage, number, { phone: unsaid })
  const { code } = await readCode(gate.stage)
  const other = await gate.buy([1])
  await sendOn(gate.stage, other.number, { phone: sent })

  const { keepUnconfirmedMs } = ticketTimes(gate.stage.deps.timeScale)
  expect(keepUnconfirmedMs).toBeLessThanOrEqual(30 * 86_400_000)
  gate.stage.pass(keepUnconfirmedMs - 60_000)
  expect(await sweep()).toBe('done')
  for (const phone of [unasked, wrong, unsaid, sent]) expect(await knows(phone)).toBe(true)
  expect((await sayCode(gate.stage, last.id, code)).status).toBe(410)

  gate.stage.pass(120_000)
  expect(await sweep()).toBe('done')
  for (const phone of [unasked, wrong, unsaid]) expect(await knows(phone)).toBe(false)
  expect(await knows(sent)).toBe(true)
  expect((await sayCode(gate.stage, last.id, code)).status).toBe(404)
})

test('an unconfirmed request to get a ticket back is deleted like a transfer', async () => {
  const { number } = await gate.buy([2])
  await sendOn(gate.stage, number, { phone: newPhone(), admits: 1 })
  const [transfer] = (await gate.stage.app.inject(`/api/tickets/${number}`)).json().sent
  const request = await post(gate.stage, `/api/tickets/${number}/take_backs`, { id: transfer.id })
  const { id } = request.body
  const stored = () =>
    gate.stage.db.selectFrom('ticket_transfer').select('id').where('id', '=', id).execute()
  expect(await stored()).toHaveLength(1)
  gate.stage.pass(ticketTimes(gate.stage.deps.timeScale).keepUnconfirmedMs + 60_000)
  expect(await sweep()).toBe('done')
  expect(await stored()).toEqual([])
})

test('the deletion does not wait for a locked transfer', async () => {
  const { number } = await gate.buy([1])
  const phone = newPhone()
  const { body } = await askToSend(gate.stage, number, { phone })
  gate.stage.pass(ticketTimes(gate.stage.deps.timeScale).keepUnconfirmedMs + 60_000)
  await gate.stage.db.transaction().execute(async (tx) => {
    await sql`select from ticket_transfer where id = ${body.id} for no key update`.execute(tx)
    expect(await sweep()).toBe('done')
    expect(await knows(phone)).toBe(true)
  })
  await sweep()
  expect(await knows(phone)).toBe(false)
})
