// The cases for all code that decides which gates redeem add-ons: the server's decision and its
// ticket list, the move of a type to a gate, the live view, offline phones, and the event form.
import { describe, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { keepGate } from '../../test/gate.ts'
import { callApi } from '../../test/http.ts'
import { addOnGateFault, gatesOfAddOns } from '../events/types/unit.rules.ts'
import { inTransaction } from '../platform/database/db.ts'
import { selectEntry } from './entry.sql.ts'
import { addOnsAt } from './gate/engine/gates.ts'
import { readGateEvent } from './list/gate-event.ts'
import { isGateOfOtherKind } from './type-moves/gate-moves.sql.ts'

type Kind = 'entry' | 'add_on'
type Case = {
  /**
   * The types at the gate. `removed`: removed after a sale. `unsold`: removed without a sale.
   */
  at: readonly (readonly [name: string, kind: Kind, state?: 'removed' | 'unsold'])[]
  /** The add-ons that the gate redeems. */
  redeems: string[]
  isEntrance: boolean
  /** Whether the event form refuses to have these types at one gate. */
  isFault: boolean
}

const CASES: Record<string, Case> = {
  'of an entry': { at: [['VIP', 'entry']], redeems: [], isEntrance: true, isFault: false },
  'of an add-on': {
    at: [['Parking', 'add_on']],
    redeems: ['Parking'],
    isEntrance: false,
    isFault: false,
  },
  'of two add-ons': {
    at: [
      ['Parking', 'add_on'],
      ['Drinks', 'add_on'],
    ],
    redeems: ['Parking', 'Drinks'],
    isEntrance: false,
    isFault: false,
  },
  'of an entry and an add-on': {
    at: [
      ['VIP', 'entry'],
      ['Parking', 'add_on'],
    ],
    redeems: [],
    isEntrance: true,
    isFault: true,
  },
  'of a removed entry with sold tickets and an add-on': {
    at: [
      ['VIP', 'entry', 'removed'],
      ['Parking', 'add_on'],
    ],
    redeems: [],
    isEntrance: true,
    isFault: true,
  },
  'of a removed add-on with sold tickets': {
    at: [['Parking', 'add_on', 'removed']],
    redeems: ['Parking'],
    isEntrance: false,
    isFault: false,
  },
  'of a removed add-on with sold tickets and an entry': {
    at: [
      ['Parking', 'add_on', 'removed'],
      ['VIP', 'entry'],
    ],
    redeems: [],
    isEntrance: true,
    isFault: true,
  },
  'of a removed add-on that no one has paid': {
    at: [['Parking', 'add_on', 'unsold']],
    redeems: [],
    isEntrance: false,
    isFault: false,
  },
  'of a removed entry that no one has paid and an add-on': {
    at: [
      ['VIP', 'entry', 'unsold'],
      ['Parking', 'add_on'],
    ],
    redeems: ['Parking'],
    isEntrance: false,
    isFault: false,
  },
  'of no type': { at: [], redeems: [], isEntrance: false, isFault: false },
}

const gate = keepGate({})

/** The event of a case. It also has an entry type and an add-on, each at a gate of its own. */
async function built({ at }: Case) {
  const name = (of: string) => `${of} ${crypto.randomUUID().slice(0, 8)}`
  const [here, north, bar] = [name('Here'), name('North'), name('Bar')]
  const event = await buildEvent(gate.stage.db, {
    organizerId: gate.organizer.id,
    types: [
      { name: 'Standard', gates: [north] },
      { name: 'Shirt', kind: 'add_on', gates: [bar] },
      ...at.map(([name, kind]) => ({ name, kind, gates: [here] })),
    ],
  })
  const { db } = gate.stage
  for (const [index, [, , state]] of at.entries()) {
    if (state === undefined) continue
    const sold = state === 'removed' ? { first_sold_at: new Date(), sold: 1 } : {}
    const change = { archived_at: new Date(), ...sold }
    await db
      .updateTable('ticket_type')
      .set(change)
      .where('id', '=', event.types[index + 2]!.id)
      .execute()
  }
  return { event, gateId: await gate.gateId(here) }
}

// spec: add-on-no-entrance, add-on-gate-no-entry, add-on-gate-moved
describe.each(Object.entries(CASES))('a gate %s', (_, one) => {
  const { at, redeems, isEntrance, isFault } = one
  const live = at.filter(([, , state]) => state !== 'unsold')
  const isOther = { entry: live.some(([, kind]) => kind === 'add_on'), add_on: isEntrance }

  test('redeems the same add-ons on the server, on phones and in the live view', async () => {
    const { event, gateId } = await built(one)
    const { db, env, clock } = gate.stage
    const entry = await selectEntry(db, { eventId: event.id, gateId, nonce: null })
    const server = event.types.flatMap(({ id }, index) =>
      entry!.add_on_gates[id]?.includes(gateId) ? (at[index - 2]?.[0] ?? 'elsewhere') : [],
    )
    expect(server.sort()).toEqual([...redeems].sort())

    const list = await readGateEvent(db, event.id, { env, now: clock.now() })
    const phone = addOnsAt(list.event, gateId).map(({ name }) => name)
    expect(phone.sort()).toEqual([...redeems].sort())

    const { headers } = gate.organizer
    const view = await callApi(gate.stage, { url: `/api/events/${event.id}/entry`, headers })
    const shown = view.body.gates.find((row: { gate_id: string }) => row.gate_id === gateId)
    expect((shown?.redeems ?? []).sort()).toEqual([...redeems].sort())
  })

  test.each(['entry', 'add_on'] as const)(
    'takes a moved %s only if it is not of the other kind',
    async (kind) => {
      const { event, gateId } = await built(one)
      const asked = { eventId: event.id, gateId, kind }
      const isRefused = await inTransaction(gate.stage.db, (tx) => isGateOfOtherKind(tx, asked))
      expect(isRefused).toBe(isOther[kind])
    },
  )

  test('is offered and refused by the form by the same kinds', () => {
    const types = live.map(([name, kind, state]) => ({ name, kind, state, gateIds: ['here'] }))
    const kept = types.filter(({ state }) => state === 'removed')
    const now = types.filter(({ state }) => state !== 'removed')
    expect(addOnGateFault(now, kept) !== null).toBe(isFault)
    const ids = gatesOfAddOns(types.map(({ kind, gateIds }) => ({ kind, gate_ids: gateIds })))
    expect(ids.has('here')).toBe(isOther.entry)
  })
})
