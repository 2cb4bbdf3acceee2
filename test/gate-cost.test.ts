// Counts the SQL statements of the gate. Unlike durations, these counts do not depend on the
// machine.
import { beforeAll, expect, test } from 'vitest'
import { countStatements } from './count-statements.ts'
import { keepGate } from './gate.ts'
import { type Phone, pairPhone } from './gate-phone.ts'
import { buildSoldOrders } from './pending-orders.ts'

const gate = keepGate({ types: [{ name: 'Standard' }] })
let phone: Phone
let ofAllGates: Phone
let gateId: string
beforeAll(async () => {
  gateId = await gate.gateId('North')
  phone = await pairPhone(gate, { gate_id: gateId })
  ofAllGates = await pairPhone(gate)
  // The time of the last contact is far in the future, so that the contact always counts as recent.
  await setSeen(new Date(Date.now() + 3600_000))
})

const setSeen = (seen_at: Date) =>
  gate.stage.db.updateTable('gate_phone').set({ seen_at }).execute()

async function sellMany(count: number): Promise<string[]> {
  const { id: eventId, types } = gate.event
  const lines = [{ typeId: types[0]!.id, quantity: 1, amountKes: 100 }]
  const sold = await buildSoldOrders(
    gate.stage.db,
    Array.from({ length: count }, () => ({ eventId, lines })),
  )
  const ids = sold.map(({ id }) => id)
  const tickets = gate.stage.db.selectFrom('ticket').select('number').where('order_id', 'in', ids)
  return (await tickets.execute()).map(({ number }) => number)
}

const buy = async () => (await gate.buy([1])).number

// The statements read the phone and the entry rules, lock and read the order and the ticket, and
// write the check-in and the ticket.
test('an online check-in takes six statements and one commit', async () => {
  const number = await buy()
  expect(await countStatements(() => phone.ask({ ticket_number: number }))).toEqual({
    statements: 6,
    commits: 1,
  })
  const other = await buy()
  const chosen = { ticket_number: other, gate_id: gateId }
  // The additional statement checks whether the gate exists.
  expect((await countStatements(() => ofAllGates.ask(chosen))).statements).toBe(7)
})

test('a refused check-in takes no more statements, and one more if the ticket was used before or could be replaced', async () => {
  const number = await buy()
  await phone.ask({ ticket_number: number })
  const again = () => phone.ask({ ticket_number: number })
  expect(await countStatements(again)).toEqual({ statements: 6, commits: 1 })
  const unknown = () => phone.ask({ ticket_number: 'no such number' })
  expect(await countStatements(unknown)).toEqual({ statements: 5, commits: 1 })
  // The additional statements read the event's keys and count the wrong number. With a key the app
  // checks whether the number belongs to a replaced ticket.
  const lost = () => phone.ask({ ticket_number: '0123456789ABCDEF' })
  expect(await countStatements(lost)).toEqual({ statements: 7, commits: 2 })
})

test("a phone's contact is recorded only if the recorded one is older than five seconds", async () => {
  const number = await buy()
  await setSeen(new Date(Date.now() - 5001))
  const ask = () => phone.ask({ ticket_number: number })
  expect(await countStatements(ask)).toEqual({ statements: 7, commits: 2 })
  await setSeen(new Date(Date.now() + 3600_000))
})

// spec: gate-merge-cost
test('an upload takes one commit, and as many statements for one row as for fifty', async () => {
  const numbers = await sellMany(50)
  const rows = numbers.slice(1).map((number) => ({ ticket_number: number, gate_id: gateId }))
  const one = () => ofAllGates.tell([{ ticket_number: numbers[0]!, gate_id: gateId }])
  const many = () => ofAllGates.tell([...rows, { ...rows[0]!, let_in: 2 }])
  const cost = { statements: 10, commits: 1 }
  expect(await countStatements(one)).toEqual(cost)
  // The last check-in admits more people than its ticket allows. One more statement then reads the
  // earlier admissions of all uploaded tickets.
  expect(await countStatements(many)).toEqual({ ...cost, statements: cost.statements + 1 })
})
