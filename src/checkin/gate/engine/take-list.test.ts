// Tests how a phone stores a list or its changes, including cases in which app and server have
// different versions.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  columnsOf,
  drawNumber,
  EVENING,
  good,
  KEY,
  type Listed,
  listSays,
  makeSession,
  memoryStore,
  pairing,
  scanNumber,
} from '../../../../test/gate-session.ts'
import type { GateList } from '../../gate.contract.ts'
import { LIST_FORM } from '../../list/ticket-list.rules.ts'
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

async function news(listed: Listed[], more: Partial<GateList> = {}) {
  const answer = listSays({ count: listed.length, ...(await columnsOf(listed)), ...more })
  if (!answer.ok) throw new Error('a list is good')
  return answer.data
}

const useOf = async (list: KeptList | null, number: string) =>
  (await lookUp({ pairing: await pairing(), list, rows: [] }, number, EVENING))?.use

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
  // The table contains each phone only once, even if several changes name it.
  expect(list?.uses?.by).toHaveLength(2)
  // Now the check-in of the first ticket is undone.
  list = takeList(list, await news([{ number: ONE, left: 1 }]), 3)
  expect(await useOf(list, ONE)).toBeNull()
  expect(await useOf(list, OTHER)).toMatchObject({ phone: 'Otieno' })
})

// spec: gate-list-versions
test('an older server, as during an upgrade, leaves the list as it is, and the server decides', async () => {
  const { columns: _, used_by: __, ...reply } = await news([], { next: '9', entries: 'AAAA' })
  expect(takeList(await whole(), reply, 2)).toBeNull()
  const { session } = await makeSession({
    tickets: [{ number: ONE }],
    calls: { fetchList: async () => good(reply) },
  })
  const { list } = session.state
  expect(await sync(session, { app: 'test', battery: null })).toBe(true)
  expect(session.state).toMatchObject({ list, isOnline: true })
})

// spec: gate-list-versions
test('a list stored by an older app is not read, and the full list and all keys are requested', async () => {
  const queries: Record<string, string>[] = []
  const oldKey = randomBytes(32)
  const older = drawNumber(1, 9, oldKey)
  const made = await makeSession({
    store: memoryStore({
      pairing: await pairing({ olderKeys: undefined as never }),
      // A list of form 2, which had ten bytes per ticket.
      list: { bytes: new Uint8Array(10), next: '1', at: 1 } as KeptList,
    }),
    calls: {
      fetchList: async (_token, tells) => {
        queries.push(tells)
        const keys = { key: KEY.toString('base64url'), older_keys: [oldKey.toString('base64url')] }
        const more = { is_whole: tells.since === undefined, ...(!tells.version && keys) }
        return good(await news([{ number: older }], more))
      },
    },
  })
  const { session } = made
  expect(session.state.list).toBeNull()
  const tells = { app: 'test', battery: null }
  await sync(session, tells)
  await sync(session, tells)
  expect(queries.map(({ since, form, version }) => [since, form, version])).toEqual([
    [undefined, LIST_FORM, undefined],
    ['2', LIST_FORM, '1'],
  ])
  session.change({ isOnline: false })
  expect(await scanNumber(session, older)).toMatchObject({ byProof: false, moved: 1 })
})
