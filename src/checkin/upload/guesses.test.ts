import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepGate, makeGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'

const gate = keepGate({ types: [{ name: 'VIP' }, { name: 'Standard' }] })

// spec: gate-phone-guesses
test('a phone that sends invented ticket numbers learns of two hundred in ten minutes, and no real one after', async () => {
  const phone = await pairPhone(gate)
  const { number } = await gate.buy([0, 1])
  // A code that is no ticket number, for example on a poster, does not count as a guess.
  await phone.tell(Array.from({ length: 100 }, (_, n) => ({ ticket_number: `poster ${n}` })))
  const invented = (n: number) => ({ ticket_number: `01${String(n).padStart(14, '0')}` })
  const all = Array.from({ length: 199 }, (_, n) => invented(n))
  await phone.tell(all.slice(0, 100))
  await phone.tell(all.slice(100))
  expect(await phone.ask(invented(200))).toMatchObject({ result: 'unknown' })
  const request = { ticket_number: number, nonce: randomUUID(), device_at: '', confirmed: true }
  expect(await phone.send(request)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  })
  expect(await gate.readRows(number)).toEqual([])
  const other = await pairPhone(gate)
  expect(await other.ask({ ...invented(1) })).toMatchObject({ result: 'unknown' })
  gate.stage.pass(10 * 60_000)
  expect(await phone.send(request)).toMatchObject({ status: 200, body: { result: 'valid' } })
})

// spec: gate-phone-guesses
test('a phone that asks whether people may leave on invented numbers is limited in the same way', async () => {
  const leaving = await makeGate({ types: [{ name: 'Standard' }] })
  const { stage, event } = leaving
  await stage.db.insertInto('entry_rule').values({ event_id: event.id, may_leave: true }).execute()
  const phone = await pairPhone(leaving)
  const { number } = await leaving.buy([1])
  const out = (ticket_number: string) =>
    phone.send({ ticket_number, kind: 'out', nonce: randomUUID(), device_at: '' })
  for (let n = 0; n < 200; n++) {
    const { body } = await out(`01${String(n).padStart(14, '0')}`)
    expect(body.code).toBe('ticket_not_found')
  }
  expect(await out(number)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  await stage.close()
})
