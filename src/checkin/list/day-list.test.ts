// Tests the list of an event of several days: in form 4 for today's app, and for an older app that
// does not know days. The older app must decide about no ticket without the server.
import { beforeEach, describe, expect, test } from 'vitest'
import { keepDayGate } from '../../../test/day-gate.ts'
import { type AppState, callsOverHttp, openGateApp, scanWith } from '../../../test/gate-app.ts'
import { makePhone, type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { memoryStore } from '../../../test/gate-session.ts'
import { callApi } from '../../../test/http.ts'
import { loadOlderApp } from '../../../test/older-gate/load.ts'
import { formatFullDate, formatWeekday } from '../../ui/dates.rules.ts'
import type { Paired } from '../gate.contract.ts'
import { readEntry } from '../live/read-entry.ts'
import { PHONE_COLUMNS } from '../office/live-phones.tsx'

const gate = keepDayGate()
beforeEach(() => {
  gate.stage.clock.offsetMs = 0
})

const now = () => gate.stage.clock.now().getTime()

/** A phone with today's app that has loaded its list and is now offline. */
async function offlinePhone(phone: Phone) {
  const app = await openGateApp(gate.stage, phone)
  app.goOffline()
  return app
}

// spec: day-offline
test('without a network a ticket enters on its day only, listed or not, and a pass once per day', async () => {
  const [day2, pass, camping, car] = [
    await gate.buyOne('Day 2'),
    await gate.buyOne('Pass', 2),
    await gate.buyOne('Camping'),
    await gate.buyOne('Parking'),
  ]
  const phone = await pairPhone(gate)
  const { session } = await offlinePhone(phone)
  const later = await gate.buyOne('Day 2')
  gate.goTo(1, '20:00')
  for (const number of [day2, later]) {
    const refused = await scanWith(session, number)
    expect(refused).toMatchObject({ result: 'other_day', day: 2, day_date: gate.dates[1] })
    expect(refused.look).toEqual({
      tone: 'day',
      title: `Other day: ${formatWeekday(gate.dates[1]!)}`,
      lines: ['Day 2', formatFullDate(gate.dates[1]!), 'Offline: decided on this phone.'],
      signal: 'before',
    })
  }
  expect(await scanWith(session, pass, { admits: 1 })).toMatchObject({ result: 'valid', left: 1 })
  expect(await scanWith(session, pass)).toMatchObject({ result: 'valid', left: 0 })
  expect((await scanWith(session, pass)).result).toBe('used')
  expect((await scanWith(session, camping)).result).toBe('valid')
  gate.goTo(2, '05:59')
  expect((await scanWith(session, pass)).result).toBe('used')
  gate.goTo(2, '06:01')
  expect(await scanWith(session, pass)).toMatchObject({ result: 'valid', admits: 2 })
  expect((await scanWith(session, pass)).result).toBe('used')
  expect((await scanWith(session, camping)).result).toBe('used')
  expect((await scanWith(session, day2, { gate_id: await gate.gateId('Gate A') })).result).toBe(
    'valid',
  )
  expect(await scanWith(session, later)).toMatchObject({ result: 'valid', byProof: true })
  expect((await scanWith(session, car)).result).toBe('wrong_gate')
  const parking = { gate_id: await gate.gateId('Parking') }
  expect((await scanWith(session, car, parking)).result).toBe('valid')
  expect((await scanWith(session, car, parking)).result).toBe('used')
  gate.goTo(3, '06:01')
  expect((await scanWith(session, car, parking)).result).toBe('valid')
  expect(await scanWith(session, pass, { admits: 1 })).toMatchObject({ left: 1 })
})

// spec: day-list
test('the list says how many came in today with a pass, and when and where', async () => {
  const [pass, car] = [await gate.buyOne('Pass', 3), await gate.buyOne('Parking')]
  const [north, south] = [await pairPhone(gate, { name: 'North' }), await pairPhone(gate)]
  const parking = { gate_id: await gate.gateId('Parking') }
  gate.goTo(2, '20:00')
  await north.ask({ ticket_number: pass, admits: 2 })
  await north.ask({ ticket_number: car, ...parking })
  const { session, state } = await offlinePhone(south)
  expect(state.lists[0]!.event.days).toHaveLength(3)
  expect((await scanWith(session, pass, { admits: 2 })).result).toBe('too_many')
  expect(await scanWith(session, pass)).toMatchObject({ result: 'valid', admits: 1, left: 0 })
  const used = await scanWith(session, car, parking)
  expect(used).toMatchObject({ result: 'used', earlier_phone: 'North' })
  const minutes = (Date.parse(used.earlier!.timestamp) - now()) / 60_000
  expect(Math.abs(minutes)).toBeLessThanOrEqual(1)
  gate.goTo(3, '20:00')
  expect(await scanWith(session, pass)).toMatchObject({ result: 'valid', admits: 3 })
  expect((await scanWith(session, car, parking)).result).toBe('valid')
})

// spec: day-list
test('a list is sent whole once the first day changed', async () => {
  const phone = await pairPhone(gate)
  const { next } = await phone.list()
  expect((await phone.list({ since: next })).is_whole).toBe(false)
  const move = (days: number) =>
    gate.stage.db
      .updateTable('event_day')
      .set({ date: new Date(Date.parse(gate.dates[0]!) + days * 86_400_000) as never })
      .where('event_id', '=', gate.event.id)
      .where('n', '=', 1)
      .execute()
  await move(-1)
  expect((await phone.list({ since: next })).is_whole).toBe(true)
  await move(0)
})

// spec: day-older-app
describe('the app of before days', () => {
  /** Pairs a phone that has the older app, with the steps of the older app. */
  async function openOlder(state: AppState) {
    const older = await loadOlderApp()
    const made = await makePhone(gate, { name: 'Old' })
    const paired = await callApi(gate.stage, {
      ...{ method: 'POST', url: '/api/gate/pair', payload: { code: made.code } },
    })
    const { key, server_time: _, ...rest } = paired.body as Paired
    const store = memoryStore({
      pairing: {
        ...rest,
        ...{ key: await older.importProofKey(key), clockMs: 0, chosenGate: null },
      },
    })
    return {
      older,
      session: (await older.openSession(store, callsOverHttp(gate.stage, state), now))!,
    }
  }

  test('decides about no ticket alone, listed or not, and is named in the command view', async () => {
    const listed = [
      await gate.buyOne('Day 1'),
      await gate.buyOne('Day 2'),
      await gate.buyOne('Pass'),
      await gate.buyOne('Camping'),
      await gate.buyOne('Table'),
    ]
    const state: AppState = { isDown: false, lists: [] }
    const { older, session } = await openOlder(state)
    const ask = async (number: string, wish: object = {}) => {
      const outcome = await older.decide(session, older.readShown(number)!, {
        ...{ confirmed: true, ...wish },
      })
      if (outcome.kind !== 'decided') throw new Error(JSON.stringify(outcome))
      return { ...outcome, look: older.lookOf(outcome) }
    }
    gate.goTo(1, '20:00')
    // The phone is paired, but has no list yet.
    state.isDown = true
    for (const number of listed) expect((await ask(number)).moved).toBe(0)
    state.isDown = false
    await older.sync(session, { app: 'older', battery: null })
    expect(state.lists[0]).toMatchObject({ is_whole: true, proof_limit: 0 })
    expect(session.state.list?.bytes.length).toBe(state.lists[0]!.count * 6)
    const unlisted = [await gate.buyOne('Camping'), await gate.buyOne('Day 1')].slice(0, 2)
    state.isDown = true
    session.change({ isOnline: false })
    for (const number of [...listed, ...unlisted]) {
      for (const wish of [{}, { reason: 'Phone dead or lost' }, { admits: 1 }]) {
        expect(await ask(number, wish)).toMatchObject({ moved: 0, isAlone: true })
      }
    }
    expect((await ask(listed[0]!)).look.title).toBe('Not valid')
    state.isDown = false
    await older.sync(session, { app: 'older', battery: null })
    expect(state.lists.at(-1)).toMatchObject({ is_whole: false, proof_limit: 0 })
    // Online the server decides.
    expect((await ask(listed[0]!)).moved).toBe(1)
    const other = await ask(listed[1]!)
    expect(other).toMatchObject({ moved: 0, isAlone: false })
    expect(other.look).toMatchObject({
      title: 'Wrong gate',
      lines: [`Go to: ${formatWeekday(gate.dates[1]!)}, not today`],
    })
    const viewer = { accountId: gate.organizer.id, role: 'organizer' as const }
    const { phones } = await readEntry(gate.stage.deps, viewer, gate.event.id)
    const isOld = phones.filter((phone) => phone.is_old_app).map(({ name }) => name)
    expect(isOld).toEqual(['Old'])
    const version = PHONE_COLUMNS.find(({ name }) => name === 'Version')!
    const old = phones.find(({ name }) => name === 'Old')!
    const shown = version.cell({ ...old, now: now() })
    expect(shown).toMatchObject({ props: { children: 'Old app: reload it' } })
  })
})
