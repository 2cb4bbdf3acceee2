// Tests how a phone stores a list or its changes, also if app and server have different versions.
import { expect, test } from 'vitest'
import {
  drawNumber,
  EVENT,
  good,
  type Listed,
  listSays,
  makeSession,
  packUsed,
  pairing,
} from '../../../../test/gate-session.ts'
import type { GateList } from '../../gate.contract.ts'
import { toColumns } from '../../list/ticket-list.rules.ts'
import { lookUp } from './decide-alone.ts'
import type { KeptList } from './gate-store.ts'
import { sync } from './sync.ts'
import { takeList } from './take-list.ts'

const [ONE, OTHER, THIRD] = [drawNumber(1, 1), drawNumber(1, 2), drawNumber(1, 3)]
const used = (phone: string, gate: string | null = 'Gate B') => ({
  at: '2026-12-12T15:07:00Z',
  phone,
  gate,
})
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A list reply of this server version, or with `isOld` of the previous version. */
async function news(listed: Listed[], more: Partial<GateList> = {}, isOld = false) {
  const { bytes, uses } = await packUsed(listed)
  const columns = base64(toColumns({ entries: bytes, uses: uses.bytes }))
  const its = isOld ? { entries: base64(bytes) } : { columns, used_by: uses.by }
  const answer = listSays({ count: listed.length, ...its, ...more })
  if (!answer.ok) throw new Error('a list is good')
  return answer.data
}

const useOf = async (list: KeptList | null, number: string) =>
  (await lookUp({ pairing: await pairing(), list, rows: [] }, number))?.use

const whole = async () =>
  takeList(
    null,
    await news([{ number: ONE, left: 0, used: used('Amina') }, { number: OTHER }], {
      is_whole: true,
    }),
    1,
  )

// spec: gate-list-used
test('changes that come with their own tables are merged', async () => {
  let list = await whole()
  const next = await news([
    { number: OTHER, left: 0, used: used('Otieno', null) },
    { number: THIRD, left: 0, used: used('Amina') },
  ])
  list = takeList(list, next, 2)
  expect(await useOf(list, ONE)).toMatchObject({ phone: 'Amina', gate: 'Gate B' })
  expect(await useOf(list, OTHER)).toMatchObject({ phone: 'Otieno', gate: null })
  expect(await useOf(list, THIRD)).toMatchObject({ phone: 'Amina', gate: 'Gate B' })
  // Each phone is in the table only once, however many changes arrive.
  expect(list?.uses?.by).toHaveLength(2)
  // The check-in was undone.
  list = takeList(list, await news([{ number: ONE, left: 1 }]), 3)
  expect(await useOf(list, ONE)).toBeNull()
  expect(await useOf(list, OTHER)).toMatchObject({ phone: 'Otieno' })
})

// spec: gate-list-versions
test('changes from a server of the previous version are taken, and the full list is requested after its upgrade', async () => {
  const list = await whole()
  const old = takeList(list, await news([{ number: OTHER, left: 0 }], {}, true), 2)
  expect(old?.uses).toBeNull()
  const entry = async (of: KeptList | null, number: string) =>
    (await lookUp({ pairing: await pairing(), list: of, rows: [] }, number))?.entry.left
  expect([await entry(old, ONE), await entry(old, OTHER)]).toEqual([0, 0])
  // While the older server runs, the full list is not requested again and again.
  const again = takeList(old, await news([], {}, true), 3)
  expect(again?.uses).toBeNull()
  const back = takeList(again, await news([{ number: THIRD }]), 4)
  expect(back?.uses).toBeUndefined()
  expect([await entry(back, ONE), await entry(back, THIRD)]).toEqual([0, 1])
})

// spec: gate-list-versions
test('a list stored by an older app decides, and the full list is requested at the next sync', async () => {
  const { bytes } = await packUsed([{ number: ONE, left: 0 }])
  const asked: Record<string, string>[] = []
  const { session } = await makeSession({
    calls: {
      fetchList: async (_token, tells) => {
        asked.push(tells)
        const more = { is_whole: tells.since === undefined }
        return good(await news([{ number: ONE, left: 0, used: used('Amina') }], more))
      },
    },
  })
  session.change({ list: { bytes, next: '1', at: 1 } })
  expect(await useOf(session.state.list, ONE)).toBeNull()
  const tells = { app: 'test', battery: null }
  expect(await sync(session, tells)).toBe(true)
  expect(await useOf(session.state.list, ONE)).toMatchObject({ phone: 'Amina' })
  await sync(session, tells)
  expect(asked.map(({ since, form }) => [since, form])).toEqual([
    [undefined, '2'],
    ['2', '2'],
  ])
  // An older version of the app can still read its data.
  expect(session.state.list?.bytes).toEqual(bytes)
  expect(session.state.pairing.event).toEqual(EVENT)
})
