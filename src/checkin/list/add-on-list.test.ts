// Tests the add-ons in the server's ticket list, also with an app that does not know add-ons.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAddOnGate } from '../../../test/add-on-gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { good, makeSession, memoryStore } from '../../../test/gate-session.ts'
import { loadOlderApp } from '../../../test/older-gate/load.ts'
import { packList } from '../../../test/pack-list.ts'
import {
  findEntry,
  findTotal,
  findUse,
  fromColumns,
  hashNumber,
  leftOn,
} from './ticket-list.rules.ts'

let gate: Awaited<ReturnType<typeof makeAddOnGate>>
let bar: string
beforeAll(async () => {
  gate = await makeAddOnGate()
  bar = await gate.gateId('Bar 1')
})
afterAll(() => gate.stage.close())

const sha256 = async (text: string) => createHash('sha256').update(text).digest()

const columnsOf = async (phone: Phone) => {
  const { columns } = await phone.list()
  return fromColumns(new Uint8Array(Buffer.from(columns!, 'base64')))
}

// spec: add-on-list
test('the list says how often an add-on is redeemed, apart from the types', async () => {
  const { Drinks } = await gate.buyEach([1, 0, 0, 3])
  const phone = await pairPhone(gate, { gate_id: bar })
  await phone.ask({ ticket_number: Drinks, admits: 1 })
  const { event } = await phone.list()
  expect(event.types.map(({ name }) => name)).toEqual(['Regular', 'Standing'])
  expect(event.extras).toMatchObject([
    { name: 'Parking', type_offset: 0 },
    { name: 'Drinks', type_offset: 1 },
  ])
  const hash = await hashNumber(sha256, gate.event.id, Drinks!)
  const list = await columnsOf(phone)
  expect(leftOn(findEntry(list.entries, hash)!, Drinks!)).toBe(2)
  expect(findTotal(list, hash)).toBe(3)
  expect(findUse(list, hash)).toBeNull()
  await phone.ask({ ticket_number: Drinks, admits: 2 })
  const used = await columnsOf(phone)
  expect(leftOn(findEntry(used.entries, hash)!, Drinks!)).toBe(0)
  expect([findTotal(used, hash), findUse(used, hash)]).toEqual([null, expect.any(Object)])
})

// spec: add-on-list
test('the list of an event without add-ons has the bytes and the head that it had', async () => {
  const plain = await gate.build({
    types: [{ name: 'Regular' }, { name: 'VIP', gates: ['Gate A'] }],
  })
  const phone = await pairPhone({ ...gate, event: plain })
  const [one, two, three] = [
    (await gate.buy([3], plain)).number,
    (await gate.buy([0, 2], plain)).number,
    (await gate.buy([1], plain)).number,
  ]
  await phone.ask({ ticket_number: one, admits: 2 })
  await phone.ask({ ticket_number: two })
  await phone.ask({ ticket_number: three })
  const entryOf = async (number: string, gone: number, gate: number) => ({
    hash: await hashNumber(sha256, plain.id, number),
    ...{ gone, state: 'valid' as const, gate },
  })
  const entries = [await entryOf(one, 2, 0), await entryOf(two, 2, 1), await entryOf(three, 1, 0)]
  const list = await columnsOf(phone)
  expect(list.entries).toEqual(packList(entries))
  const bytesOf = async (number: string) => {
    const hash = Buffer.from(await hashNumber(sha256, plain.id, number)).toString('hex')
    const at = Buffer.from(list.entries).toString('hex').indexOf(hash) / 2 / 6
    return [...list.uses.subarray(at * 5, at * 5 + 5)]
  }
  expect(await bytesOf(one)).toEqual([0, 0, 0, 0, 0])
  expect(await bytesOf(two)).not.toEqual([0, 0, 0, 0, 0])
  const { event } = await phone.list()
  const head = 'any_gate_from date doors_at gates id is_cancelled may_leave time title types'
  expect(Object.keys(event).sort().join(' ')).toBe(head)
  const type = 'gates id name price type_offset'
  for (const one of event.types) expect(Object.keys(one).sort().join(' ')).toBe(type)
})

// spec: add-on-older-app
test('an app from before add-ons admits no one with the list that the server sends it', async () => {
  const { Drinks, Standing } = await gate.buyEach([0, 1, 0, 3])
  const phone = await pairPhone(gate, { gate_id: bar })
  const list = await phone.list()
  const older = await loadOlderApp()
  const { key, server_time: _, ...rest } = phone.paired
  const store = memoryStore({
    pairing: {
      ...{ ...rest, key: await older.importProofKey(key), clockMs: 0, chosenGate: null },
    },
  })
  const { calls } = (await makeSession()).session
  const fetchList = async () => good(list)
  const now = () => gate.stage.clock.now().getTime()
  const session = (await older.openSession(store, { ...calls, fetchList }, now))!
  await older.sync(session, { app: 'older', battery: null })
  expect(session.state.list?.bytes.length).toBe(list.count * 6)
  session.change({ isOnline: false })
  const scan = (number: string) =>
    older.decide(session, older.readShown(number)!, { confirmed: true })
  expect(await scan(Drinks!)).toMatchObject({ moved: 0, decision: { result: 'used', admits: 0 } })
  // This phone still admits holders of entry tickets.
  expect(await scan(Standing!)).toMatchObject({ moved: 1, decision: { result: 'valid' } })
})
