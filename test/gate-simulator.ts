import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  ANY_TIME,
  decideCheckIn,
  type KnownTicket,
  type Unlisted,
} from '../src/checkin/checkin.rules.ts'
import type { GateCheckIn } from '../src/checkin/gate.contract.ts'
import type { GatePhone } from '../src/checkin/gate-phone.ts'
import { readEntry } from '../src/checkin/live/read-entry.ts'
import { mergeCheckIns } from '../src/checkin/upload/merge-check-ins.ts'
import { drawTicketNumber } from '../src/tickets/issuing/ticket-numbers.ts'
import { type BuiltEvent, buildEvent } from './build.ts'
import { buildSoldOrders } from './pending-orders.ts'
import type { Stage } from './stage.ts'
import type { Draw } from './torture/draw.ts'

const HOUR_MS = 3600_000

type Size = { phones: number; tickets: number; showings: number; orders: number }

type Ticket = { id: string; number: string; admits: number }
/**
 * A phone in the simulation. `queue` has the check-ins that are not uploaded yet, in order. `moved`
 * has, for each ticket, the number of people whom this phone admitted, minus the people who left
 * again.
 */
type Device = {
  phone: GatePhone
  clockMs: number
  moved: Map<string, number>
  queue: GateCheckIn[]
}

/**
 * Simulates the day of an event. Phones learn about each other's check-ins only through the server,
 * are offline for any length of time, and have clocks that are wrong by hours. For each of several
 * random orders, the uploads are merged on a fresh copy of the day; all copies must end in the same
 * state.
 */
export async function playDay(stage: Stage, madeBy: string, draw: Draw, size: Size): Promise<void> {
  const day = drawDay(draw, size)
  let first: unknown
  for (let order = 0; order < size.orders; order++) {
    const copy = await openDay(stage, madeBy, day.tickets)
    const state = await merge(stage, copy, day, draw)
    expectAccounted(state, day)
    first ??= state.tickets
    expect(state.tickets).toEqual(first)
  }
}

type Act = {
  device: number
  ticket: number
  people: number
  kind: 'in' | 'undo' | 'out'
  of?: number
}
type Day = { tickets: number[]; phones: number; clocks: number[]; acts: Act[]; minted: number[] }

/**
 * A phone's view of the tickets: the server's state at the last sync, and the phone's own check-ins
 * since then.
 */
type Sight = { known: Map<number, number>; own: Map<number, number> }

/** Lets an online phone upload its check-ins and sync the check-ins of all phones. */
function contact(sight: Sight, server: Map<number, number>): void {
  for (const [ticket, people] of sight.own) server.set(ticket, (server.get(ticket) ?? 0) + people)
  sight.known = new Map(server)
  sight.own.clear()
}

/**
 * Draws a day: which tickets are shown at which phones, and each phone's own decisions. Now and
 * then a phone is online.
 */
function drawDay(draw: Draw, { phones, tickets, showings }: Size): Day {
  const admits = Array.from({ length: tickets }, () => (draw.chance(0.7) ? 1 : draw.between(2, 8)))
  const server = new Map<number, number>()
  const sights = Array.from({ length: phones }, (): Sight => ({ known: new Map(), own: new Map() }))
  const acts: Act[] = []
  for (let n = 0; n < showings; n++) {
    const device = draw.between(0, phones - 1)
    const ticket = draw.between(0, tickets - 1)
    const sight = sights[device]!
    if (draw.chance(0.2)) contact(sight, server)
    const { known, own: moved } = sight
    const mine = moved.get(ticket) ?? 0
    const inside = Math.max(0, (known.get(ticket) ?? 0) + mine)
    const own = acts.findLastIndex((act) => act.device === device && act.kind === 'in')
    const last = acts[own]
    const isUndone = acts.some((act) => act.kind === 'undo' && act.of === own)
    if (draw.chance(0.08) && last && !isUndone) {
      acts.push({ ...last, kind: 'undo', of: own })
      moved.set(last.ticket, (moved.get(last.ticket) ?? 0) - last.people)
    } else if (draw.chance(0.08) && inside > 0) {
      const people = draw.between(1, inside)
      acts.push({ device, ticket, people, kind: 'out' })
      moved.set(ticket, mine - people)
    } else {
      const people = letIn(admits[ticket]! - inside, draw.chance(0.5) ? draw.between(1, 4) : null)
      acts.push({ device, ticket, people, kind: 'in' })
      moved.set(ticket, mine + people)
    }
  }
  const clocks = Array.from({ length: phones }, () => draw.between(-9, 9) * HOUR_MS)
  const minted = Array.from({ length: 3 }, () => draw.between(0, phones - 1))
  return { tickets: admits, phones, clocks, acts, minted }
}

/**
 * The number of people that a phone admits by the phone's own rule, without knowledge of check-ins
 * on other phones.
 */
function letIn(left: number, wanted: number | null): number {
  const known: KnownTicket | Unlisted = { eventId: 'e', gateId: null, voidFor: null, left }
  return decideCheckIn({ eventId: 'e', gateId: null, admits: wanted }, known, ANY_TIME).admits
}

type Copy = { event: BuiltEvent; madeBy: string; tickets: Ticket[]; devices: Device[] }

async function openDay(stage: Stage, madeBy: string, admits: number[]): Promise<Copy> {
  const event = await buildEvent(stage.db, { types: [{ capacity: 100_000 }] })
  await stage.db
    .updateTable('event')
    .set({ organizer_id: madeBy })
    .where('id', '=', event.id)
    .execute()
  const typeId = event.types[0]!.id
  const lines = admits.map((quantity) => ({
    eventId: event.id,
    lines: [{ typeId, quantity, amountKes: 100 }],
  }))
  const orders = await buildSoldOrders(stage.db, lines)
  const { rows } = await sql<Ticket & { order_id: string }>`select id, number, admits, order_id
    from ticket where event_id = ${event.id}`.execute(stage.db)
  const byOrder = new Map(rows.map((row) => [row.order_id, row]))
  return { event, madeBy, tickets: orders.map(({ id }) => byOrder.get(id)!), devices: [] }
}

async function pairDevices(stage: Stage, copy: Copy, day: Day): Promise<void> {
  for (const [n, clockMs] of day.clocks.entries()) {
    const rest = { eventId: copy.event.id, gateId: null, maySell: false }
    const phone = { id: randomUUID(), name: `Phone ${n}`, ...rest }
    copy.devices.push({ phone, clockMs, moved: new Map(), queue: [] })
  }
  const made = { event_id: copy.event.id, made_by: copy.madeBy }
  const rows = copy.devices.map(({ phone: { id, name } }) => ({ id, name, ...made }))
  await stage.db.insertInto('gate_phone').values(rows).execute()
}

/** Merges the uploads. Phones come online in any order and upload any number of check-ins. */
async function merge(stage: Stage, copy: Copy, day: Day, draw: Draw) {
  await pairDevices(stage, copy, day)
  const nonces = day.acts.map(() => randomUUID())
  const minted = day.minted.map((device) => {
    const number = drawTicketNumber(0, 1, Buffer.alloc(32, 7))
    copy.devices[device]!.queue.push(
      row(copy.devices[device]!, number, { by_proof: true, let_in: 1 }),
    )
    return number
  })
  for (const [n, act] of day.acts.entries()) {
    const device = copy.devices[act.device]!
    const more = { nonce: nonces[n]!, kind: act.kind, let_in: act.people }
    const of = act.of === undefined ? {} : { of: nonces[act.of]! }
    device.queue.push(row(device, copy.tickets[act.ticket]!.number, { ...more, ...of }))
  }
  const waiting = copy.devices.filter(({ queue }) => queue.length > 0)
  while (waiting.length > 0) {
    const at = draw.between(0, waiting.length - 1)
    const { phone, queue } = waiting[at]!
    const piece = queue.splice(0, draw.between(1, 20))
    await mergeCheckIns(stage.deps, phone, piece)
    // Sometimes a response is lost. The phone then uploads these check-ins again, together with
    // newer ones.
    if (draw.chance(0.1)) queue.unshift(...piece.slice(draw.between(0, piece.length - 1)))
    if (queue.length === 0) waiting.splice(at, 1)
  }
  return await readState(stage, copy, minted)
}

function row(device: Device, ticket_number: string, more: Partial<GateCheckIn>): GateCheckIn {
  const device_at = new Date(Date.UTC(2026, 10, 21, 12) + device.clockMs).toISOString()
  const people = more.let_in ?? 0
  return {
    ticket_number,
    nonce: randomUUID(),
    device_at,
    offline: true,
    decided: people > 0 ? 'valid' : 'used',
    ...more,
  }
}

async function readState(stage: Stage, copy: Copy, minted: string[]) {
  const viewer = { accountId: copy.madeBy, role: 'organizer' as const }
  const { rows } = await sql<{ id: string; state: string; admitted: number; excess: number }>`
    select id, state, admitted, excess from ticket where event_id = ${copy.event.id}`.execute(
    stage.db,
  )
  const byId = new Map(rows.map(({ id, ...rest }) => [id, rest]))
  const entry = await readEntry(stage.deps, viewer, copy.event.id)
  const placeOf = new Map(copy.tickets.map(({ number }, n) => [number, n]))
  return {
    tickets: copy.tickets.map(({ id }) => byId.get(id)!),
    conflicts: new Map(
      entry.conflicts.map((one) => [placeOf.get(one.ticket_number)!, one] as const),
    ),
    alarms: entry.alarms.map(({ ticket_number }) => ticket_number).sort(),
    minted: [...minted].sort(),
    inside: entry.inside,
  }
}

type State = Awaited<ReturnType<typeof readState>>

/**
 * Expects that every person is counted once. The expected sum is computed without the product's
 * code.
 */
function expectAccounted(state: State, day: Day): void {
  const net = day.tickets.map(() => 0)
  for (const { ticket, people, kind } of day.acts) net[ticket]! += kind === 'in' ? people : -people
  let inside = day.minted.length
  for (const [n, admits] of day.tickets.entries()) {
    const people = Math.max(0, net[n]!)
    const admitted = Math.min(admits, people)
    const excess = people - admitted
    inside += net[n]!
    expect(state.tickets[n]).toEqual({
      state: admitted === admits ? 'used' : 'valid',
      admitted,
      excess,
    })
    expect(state.conflicts.get(n)?.excess ?? 0).toBe(excess)
    if (excess > 0) {
      const told = state.conflicts.get(n)!.check_ins
      expect(told.reduce((sum, one) => sum + one.let_in, 0)).toBe(people)
      for (const { phone } of told) expect(phone).toMatch(/^Phone \d+$/)
    }
  }
  expect(state.inside).toBe(inside)
  expect(state.alarms).toEqual(state.minted)
}
