// spec: own-gates
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { behind, countWaiters } from '../../../test/behind.ts'
import { type Editor, makeEditor, openOffice, publishedOf, VIP } from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import { type OtherRooms, saveEvent } from '../../events/editing/edit-event.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import { chooseGate, selectNamedGates } from './ticket-gates.sql.ts'

/** Matches the lock that the first ticket at a gate takes on its type's links to gates. */
const LINK_LOCK = / for key share of g(?=\s+on conflict)/
/** Matches the lock on a gate that is renamed. */
const GATE_LOCK = /(?<=from gate where id = any\(.*\) order by id) for update$/

let stage: Stage
let admin: Editor
let organizer: Editor
const north = { id: randomUUID(), name: 'North' }
const south = { id: randomUUID(), name: 'South' }

beforeEach(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterEach(() => stage.close())

const open = () => {
  const ticket_types = [{ ...VIP, gate_ids: [north.id] }]
  return publishedOf(admin, organizer, { gates: [north, south], ticket_types })
}
type MoveSales = OtherRooms['moveSales']
type Event = Awaited<ReturnType<typeof open>>

const save = (
  db: Db,
  { id, updated_at }: Event,
  change: object,
  moveSales: MoveSales = async () => {},
) =>
  saveEvent({ ...stage.deps, db, moveSales, namedGates: selectNamedGates }, admin.viewer, id, {
    updated_at,
    ...change,
  })

/** The change that removes the entrance 'North' and lets the type in at 'South'. */
const withoutNorth = ({ ticket_types: [type] }: Event) => ({
  gates: [south],
  ticket_types: [{ id: type.id, gate_ids: [south.id] }],
})

/** Chooses the gate of a ticket, as issuing an order does. */
const choose = (db: Db, { ticket_types: [type] }: Event) =>
  inTransaction(db, (tx) => chooseGate(tx, type.id, 1))

/** A point at which a transaction stops until `goOn` is called. */
function makeStop() {
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const wait = async () => {
    reached.resolve()
    await goOn.promise
  }
  return { wait, isReached: reached.promise, goOn: () => goOn.resolve() }
}

describe('a gate is removed while the first ticket that names it is issued', () => {
  test('the removal waits for the ticket and is refused', async () => {
    const event = await open()
    const first = (tx: Tx) => chooseGate(tx, event.ticket_types[0].id, 1)
    const removal = behind(stage.db, first, () => save(stage.db, event, withoutNorth(event)))
    await expect(removal).rejects.toMatchObject({ code: 'in_use' })
    expect((await admin.read(event.id)).gates).toEqual([north, south])
  })

  /** Saves `withoutNorth`. Issues a ticket with the connection `db` before the save commits. */
  async function issueBehind(db: Db, event: Event) {
    const { id: organizer_id } = await makeEditor(stage, 'organizer')
    const stop = makeStop()
    // The save waits at its last step, which moves the sales to the new organizer.
    const saving = save(stage.db, event, { ...withoutNorth(event), organizer_id }, stop.wait)
    await stop.isReached
    const ticket = choose(db, event)
    ticket.catch(() => {})
    await waitFor('the ticket waits', async () => (await countWaiters(stage.db)) === 1)
    stop.goOn()
    await saving
    return await ticket
  }

  test('with the guard off, the ticket fails at the gate that is gone', async () => {
    const event = await open()
    const failed = withoutGuards(stage, [LINK_LOCK], (db) => issueBehind(db, event))
    await expect(failed).rejects.toMatchObject({ constraint: 'gate_load_gate_id_fkey' })
  })

  test('with the guard on, the ticket waits for the removal and takes the gate that is left', async () => {
    const event = await open()
    expect(await issueBehind(stage.db, event)).toEqual(south)
  })
})

describe('a gate is renamed while the first ticket that names it is issued', () => {
  const renamed = { gates: [{ ...north, name: 'East' }, south] }
  const first = (event: Event) => (tx: Tx) => chooseGate(tx, event.ticket_types[0].id, 1)

  test('with the guard off, the SMS names a gate that no longer exists', async () => {
    const event = await open()
    const stop = makeStop()
    const issuing = inTransaction(stage.db, async (tx) => {
      const gate = await first(event)(tx)
      await stop.wait()
      return gate
    })
    await stop.isReached
    await withoutGuards(stage, [GATE_LOCK], (db) => save(db, event, renamed))
    stop.goOn()
    expect(await issuing).toEqual(north)
    expect((await admin.read(event.id)).gates[0].name).toBe('East')
  })

  test('with the guard on, the save waits for the ticket and is refused', async () => {
    const event = await open()
    const saving = behind(stage.db, first(event), () => save(stage.db, event, renamed))
    await expect(saving).rejects.toMatchObject({ code: 'in_use' })
    expect((await admin.read(event.id)).gates[0].name).toBe('North')
  })
})
