import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { decide, type Wish } from '../src/checkin/gate/engine/decide.ts'
import { importProofKey } from '../src/checkin/gate/engine/proof-key.ts'
import {
  type GateSession,
  openSession,
  type SessionCalls,
} from '../src/checkin/gate/engine/session.ts'
import { readShown } from '../src/checkin/gate/engine/shown-number.ts'
import { sync } from '../src/checkin/gate/engine/sync.ts'
import type { GatePhone } from '../src/checkin/gate-phone.ts'
import { readGateEvent } from '../src/checkin/list/gate-event.ts'
import { readGateList } from '../src/checkin/list/read-gate-list.ts'
import { readEntry } from '../src/checkin/live/read-entry.ts'
import { handleUpload } from '../src/checkin/upload/handle-upload.ts'
import { inTransaction } from '../src/platform/database/db.ts'
import { AppError } from '../src/platform/errors.ts'
import { takeGateKey } from '../src/tickets/issuing/gate-keys.ts'
import { drawTicketNumber } from '../src/tickets/issuing/ticket-numbers.ts'
import { isAddOnNumber } from '../src/tickets/number.rules.ts'
import { type BuiltEvent, buildEvent } from './build.ts'
import { good, memoryStore, NO_NETWORK } from './gate-session.ts'
import { buildSoldOrders } from './pending-orders.ts'
import type { Stage } from './stage.ts'
import type { Draw } from './torture/draw.ts'
import { sendOn } from './transfers.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const ENTRANCES = 4

/** `days` are the numbers of the days on which the ticket admits people. */
type Ticket = {
  number: string
  admits: number
  days: number[]
  isPerDay: boolean
  isSent: boolean
}
type Device = { session: GateSession; phone: GatePhone; isDown: boolean }
/** A movement that a phone showed to its steward: `day` is the number of the gate day. */
type Moved = { number: string; day: number; people: number; nonce: string; entrance: boolean }

type World = {
  stage: Stage
  draw: Draw
  event: BuiltEvent
  organizer: string
  first: number
  tickets: Ticket[]
  devices: Device[]
  moved: Moved[]
  transfers: number
  isOffline: boolean
  /** True once the event is over: no more responses are lost. */
  isOver: boolean
}

const TYPES = [
  { name: 'Day 1', days: [1] },
  { name: 'Day 2', days: [2] },
  { name: 'Day 3', days: [3] },
  { name: 'Pass' },
  { name: 'Camping', onceInAll: true },
  { name: 'Table', soldIn: 10 },
  { name: 'Parking', kind: 'add_on' as const, gates: ['Parking'] },
  { name: 'Shirt', kind: 'add_on' as const, gates: ['Parking'], onceInAll: true },
]

const ENTRIES = TYPES.filter((type) => !('kind' in type)).length

/**
 * Simulates three days at the gates with the phones' own app and the server's own code. Phones go
 * offline for any length of time, even past 06:00, and undo some entries. Holders transfer their
 * tickets. At the end each phone syncs. Without `isOffline`, each phone syncs before it decides.
 */
export async function playDays(
  stage: Stage,
  organizer: string,
  draw: Draw,
  { showings, isOffline = true }: { showings: number; isOffline?: boolean },
): Promise<void> {
  const world = await openWorld(stage, organizer, draw, isOffline)
  const ends = world.first + 3 * DAY_MS - 14 * 3600_000
  const step = (ends - world.first) / showings
  for (let n = 0; n < showings; n++) {
    stage.clock.offsetMs = drawMoment(world, world.first + n * step, step) - Date.now()
    await act(world)
  }
  world.isOver = true
  for (const device of world.devices) {
    device.isDown = false
    expect(await syncOnce(device)).toBe(true)
  }
  await expectTrue(world)
}

const sixOfFirst = ({ first }: World): number => first - 11 * 3600_000

/** The number of the day to which `at` belongs at a gate: a day begins at 06:00. */
const dayAt = (world: World, at: number): number =>
  1 + Math.floor((at - sixOfFirst(world)) / DAY_MS)

/** Draws a time, often 30 s before 06:00, so that an undo a minute later is on the next day. */
function drawMoment(world: World, from: number, step: number): number {
  const six = sixOfFirst(world) + (dayAt(world, from + step) - 1) * DAY_MS
  const before = six - MINUTE_MS / 2
  if (before >= from && world.draw.chance(0.5)) return before
  return from + world.draw.between(0, Math.floor(step))
}

async function openWorld(
  stage: Stage,
  organizer: string,
  draw: Draw,
  isOffline: boolean,
): Promise<World> {
  const date = (n: number) => new Date(Date.now() + (3 + n) * DAY_MS).toISOString().slice(0, 10)
  const dates = [1, 2, 3].map(date)
  const event = await buildEvent(stage.db, {
    days: dates.map((one) => ({ date: one, time: '18:00' })),
    organizerId: organizer,
    types: TYPES.map((type) => ({ ...type, capacity: 100_000 })),
  })
  // The simulation starts one hour before the first day begins.
  const first = Date.parse(`${dates[0]}T17:00:00+03:00`)
  const tickets: Ticket[] = []
  const { key } = await inTransaction(stage.db, (tx) => takeGateKey(tx, event.id))
  for (const [index, type] of TYPES.entries()) {
    for (let n = 0; n < 3; n++) {
      const quantity = 'soldIn' in type ? 10 : draw.pick([1, 1, 2, 4])
      const lines = [{ typeId: event.types[index]!.id, quantity, amountKes: 100 }]
      const [order] = await buildSoldOrders(stage.db, [{ eventId: event.id, lines }])
      const isAddOn = 'kind' in type
      const offset = isAddOn ? index - ENTRIES : index
      const number = drawTicketNumber(offset, isAddOn ? 0 : quantity, key)
      const { rows } = await sql<{ number: string; admits: number }>`
        update ticket set number = ${number} where order_id = ${order!.id}
        returning number, admits`.execute(stage.db)
      const days = 'days' in type && type.days ? type.days : [1, 2, 3]
      const isPerDay = days.length > 1 && !('onceInAll' in type)
      for (const row of rows) tickets.push({ ...row, days, isPerDay, isSent: false })
    }
  }
  const world: World = {
    ...{ stage, draw, event, organizer, first, tickets },
    ...{ devices: [], moved: [], transfers: 0, isOffline, isOver: false },
  }
  stage.clock.offsetMs = first - Date.now()
  const { rows } = await sql<{ id: string }>`
    select id from gate where name = 'Parking' limit 1`.execute(stage.db)
  for (let n = 0; n <= ENTRANCES; n++) {
    world.devices.push(await openDevice(world, n, n === ENTRANCES ? rows[0]!.id : null))
  }
  return world
}

async function openDevice(world: World, n: number, gateId: string | null): Promise<Device> {
  const { stage, event, organizer } = world
  const phone: GatePhone = {
    ...{ id: randomUUID(), name: `Phone ${n}`, eventId: event.id, gateId, maySell: false },
    ...{ pairedAt: stage.clock.now(), clockMs: 0, listForm: 4 },
  }
  const row = { id: phone.id, name: phone.name, event_id: event.id, gate_id: gateId }
  await stage.db
    .insertInto('gate_phone')
    .values({ ...row, made_by: organizer })
    .execute()
  const { key, version } = await inTransaction(stage.db, (tx) => takeGateKey(tx, event.id))
  const now = stage.clock.now()
  const { event: head } = await readGateEvent(stage.db, event.id, { env: stage.deps.env, now })
  const device = { phone, isDown: false } as Device
  const store = memoryStore({
    pairing: {
      ...{ token: '', phone: { id: phone.id, name: phone.name, may_sell: false }, event: head },
      ...{ gate: gateId === null ? null : { id: gateId, name: 'Parking' }, version },
      ...{ proof_limit: 100, key: await importProofKey(key.toString('base64url')), clockMs: 0 },
      chosenGate: null,
    },
  })
  const session = await openSession(store, callsOf(world, device), () =>
    stage.clock.now().getTime(),
  )
  device.session = session!
  await syncOnce(device)
  return device
}

const syncOnce = ({ session }: Device) => sync(session, { app: 'simulator', battery: null })

function callsOf(world: World, device: Device): SessionCalls {
  const { draw } = world
  const { deps } = world.stage
  const call = async <T>(work: () => Promise<T>) => {
    if (device.isDown) return NO_NETWORK
    try {
      const done = await work()
      // Sometimes the response is lost, and the phone sends its rows again.
      return !world.isOver && draw.chance(0.03) ? NO_NETWORK : good(done)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ok: false as const, status: error.status, code: error.code, error: error.message }
    }
  }
  return {
    checkIn: (_, request) =>
      call(async () => (await handleUpload(deps, device.phone, [request]))[0]!),
    sendCheckIns: (_, rows) =>
      call(async () => ({ check_ins: await handleUpload(deps, device.phone, rows) })),
    fetchList: (_, query) => call(() => readGateList(deps, device.phone, query)),
    signOff: async () => NO_NETWORK,
  }
}

async function act(world: World): Promise<void> {
  const { draw, devices, isOffline } = world
  const device = draw.pick(devices)
  if (isOffline && draw.chance(0.15)) device.isDown = !device.isDown
  if (device.isDown) device.session.change({ isOnline: false })
  else if (draw.chance(0.5)) await syncOnce(device)
  // Syncs until a sync succeeds. With a lost response, the phone would decide by an older list.
  if (!isOffline) for (let isDone = false; !isDone; ) isDone = await syncOnce(device)
  if (draw.chance(0.03) && world.transfers < 2) return await transfer(world)
  const ticket = draw.pick(world.tickets)
  const admits = draw.chance(0.4) ? 1 : null
  const moved = await show(world, device, ticket.number, { admits })
  if (moved && draw.chance(0.15)) await undo(world, device, moved)
}

async function show(
  world: World,
  device: Device,
  number: string,
  wish: Wish,
): Promise<Moved | null> {
  const at = world.stage.clock.now().getTime()
  const outcome = await decide(device.session, readShown(number)!, { confirmed: true, ...wish })
  expect(outcome.kind).toBe('decided')
  if (outcome.kind !== 'decided' || outcome.moved === 0) return null
  const request = device.session.state.rows.find(({ seq }) => seq === outcome.seq)!.request
  const day = dayAt(world, at)
  const entrance = device.phone.gateId === null
  const moved = { number, day, people: outcome.moved, nonce: request.nonce, entrance }
  world.moved.push(moved)
  return moved
}

/** The steward notices a slip one minute after it. */
async function undo(world: World, device: Device, entered: Moved): Promise<void> {
  world.stage.clock.offsetMs += MINUTE_MS
  const wish = { kind: 'undo', of: entered.nonce, reason: 'a slip' } as const
  const outcome = await decide(device.session, readShown(entered.number)!, wish)
  expect(outcome).toMatchObject({ kind: 'decided', moved: -entered.people })
  if (outcome.kind !== 'decided') return
  const { nonce } = device.session.state.rows.find(({ seq }) => seq === outcome.seq)!.request
  world.moved.push({ ...entered, people: outcome.moved, nonce })
}

/** Transfers a whole unused ticket to another phone. */
async function transfer(world: World): Promise<void> {
  const { stage, draw } = world
  const from = draw.pick(world.tickets)
  if (dayAt(world, stage.clock.now().getTime()) > Math.max(...from.days)) return
  if (from.isSent || world.moved.some(({ number }) => number === from.number)) return
  world.transfers += 1
  const body = { phone: `07${draw.between(10_000_000, 99_999_999)}` }
  // Each holder has a different IP address, because the shop limits the transfers of an IP address.
  const [a, b] = [draw.between(1, 255), draw.between(1, 255)]
  const sent = await sendOn(stage, from.number, body, `10.2.${a}.${b}`)
  from.isSent = true
  const { rows } = await sql<{ number: string; admits: number }>`
    select number, admits from ticket where number = any(${sent})`.execute(world.stage.db)
  for (const row of rows) world.tickets.push({ ...from, ...row, isSent: false })
}

/** Compares the server's state with the movements of the phones, without the product's code. */
async function expectTrue(world: World): Promise<void> {
  const { stage, event, tickets, moved, organizer, isOffline } = world
  const stored = await stage.db
    .selectFrom('check_in')
    .select(['nonce', 'let_in', 'kind'])
    .where('event_id', '=', event.id)
    .execute()
  const nonces = new Map(stored.map((row) => [row.nonce, row]))
  for (const one of moved) expect(nonces.has(one.nonce), 'a scan is lost').toBe(true)
  const its = Map.groupBy(moved, ({ number }) => number)
  const insideOf = [0, 0, 0, 0, 0]
  const { rows: states } = await sql<{ number: string; state: string; excess: number }>`
    select number, state, excess from ticket where event_id = ${event.id}`.execute(stage.db)
  const stateOf = new Map(states.map((row) => [row.number, row]))
  for (const { number, admits, days, isPerDay } of tickets) {
    const steps = its.get(number) ?? []
    for (const { day, entrance } of steps) {
      expect(days, 'a ticket entered on another day').toContain(day)
      expect(entrance, 'an add-on at an entrance').toBe(!isAddOnNumber(number))
    }
    const nets = [1, 2, 3].map((day) =>
      steps.filter((one) => one.day === day).reduce((sum, { people }) => sum + people, 0),
    )
    const sums = isPerDay ? nets : [nets[0]! + nets[1]! + nets[2]!]
    const excess = sums.reduce((sum, net) => sum + Math.max(0, net - admits), 0)
    if (!isOffline) expect(excess, 'in twice').toBe(0)
    const { state, excess: reported } = stateOf.get(number)!
    if (state !== 'void') expect(reported).toBe(excess)
    if (isAddOnNumber(number)) continue
    for (const [index, net] of nets.entries()) insideOf[index + 1]! += net
  }
  const viewer = { accountId: organizer, role: 'organizer' as const }
  for (const n of [1, 2, 3]) {
    stage.clock.offsetMs = world.first + (n - 1) * DAY_MS + MINUTE_MS - Date.now()
    const { inside } = await readEntry(stage.deps, viewer, event.id)
    expect(inside, `inside on day ${n}`).toBe(insideOf[n])
  }
  stage.clock.offsetMs = 0
}
