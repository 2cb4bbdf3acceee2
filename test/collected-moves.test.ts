// spec: one-budget
// Tests that ticket holders get few SMS if their event or ticket type moves several times.
import { beforeEach, describe, expect, test } from 'vitest'
import { signBearer } from '../src/accounts/tokens.ts'
import { type BuiltEvent, buildEvent } from './build.ts'
import { callAs, soldOrders } from './cancelling.ts'
import { type Editor, makeEditor } from './event-form.ts'
import { keepStage } from './stage.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const stage = keepStage({ BUDGET_MOVES: '4', LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Editor
let organizer: Editor
let event: BuiltEvent
beforeEach(async () => {
  stage.clock.offsetMs = 0
  admin = await makeEditor(stage)
  organizer = await makeEditor(stage, 'organizer')
  event = await buildEvent(stage.db, { types: [{ price: 100, capacity: 100 }] })
  const owner = { organizer_id: organizer.id }
  await stage.db.updateTable('event').set(owner).where('id', '=', event.id).execute()
})

/** Moves the clock, and gives the accounts new tokens. */
async function pass(ms: number): Promise<void> {
  stage.pass(ms)
  for (const one of [admin, organizer]) {
    const token = await signBearer(stage.deps, { id: one.sessionId, accountId: one.id })
    one.headers.authorization = `Bearer ${token}`
  }
}

const call = (path: string, body: object, by: Editor = organizer) => callAs(stage, by, path, body)
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status

describe('notices to all holders', () => {
  test('a type that moves between gates is told once after ten minutes, then once an hour, with the last gate', async () => {
    const [order] = await soldOrders(stage, event, 1)
    stage.sent.length = 0
    const gates: string[] = []
    for (const name of ['Gate X', 'Gate Y', 'Gate Z'])
      gates.push(await admin.gate(`${name} ${event.id.slice(0, 8)}`))
    const type = event.types[0]!.id
    const move = (at: number) =>
      call(`POST /api/events/${event.id}/ticket_types/${type}/gate`, { gate_id: gates[at] })
    const told = () => stage.textsTo(order!.phone)
    expect(await statusOf(move(0))).toBe(202)
    await pass(5 * MINUTE)
    expect(await statusOf(move(1))).toBe(202)
    await stage.sweep()
    expect(told()).toEqual([])
    await pass(5 * MINUTE)
    await stage.sweep()
    expect(told()).toEqual([expect.stringContaining('Gate Y')])
    expect([await statusOf(move(2)), await statusOf(move(0))]).toEqual([202, 202])
    await pass(59 * MINUTE)
    await stage.sweep()
    expect(told()).toHaveLength(1)
    await pass(2 * MINUTE)
    await stage.sweep()
    expect(told().slice(1)).toEqual([expect.stringContaining('Gate X')])
    const refused = await move(1)
    expect([refused.status, refused.body.error]).toEqual([
      429,
      expect.stringContaining('moved events and ticket types 4 times today'),
    ])
  })

  test('a second reschedule within an hour is told once, with the last state', async () => {
    const [order] = await soldOrders(stage, event, 1)
    stage.sent.length = 0
    const move = (date: string) => call(`POST /api/events/${event.id}/reschedule`, { date }, admin)
    const told = () => stage.textsTo(order!.phone)
    const { date: first } = await admin.read(event.id)
    expect(await statusOf(move('2027-12-20'))).toBe(200)
    await stage.runJobs()
    expect(told()).toEqual([expect.stringContaining('new date Mon 20 Dec')])
    await pass(5 * MINUTE)
    expect(await statusOf(move('2027-12-21'))).toBe(200)
    expect(await statusOf(move('2027-12-22'))).toBe(200)
    await stage.sweep()
    expect(told()).toHaveLength(1)
    await pass(56 * MINUTE)
    await stage.sweep()
    expect(told().slice(1)).toEqual([expect.stringContaining('new date Wed 22 Dec')])
    expect(told()[1]).toContain('(was 20 Dec)')
    expect(first).not.toBe('2027-12-20')
    await pass(HOUR)
    await stage.sweep()
    expect(told()).toHaveLength(2)
  })
})
