import { sumComplimentary } from '../../complimentary/complimentary.sql.ts'
import { selectEntryRules } from '../../events/entry-rules.sql.ts'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { rightsOver } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskRow } from '../../tickets/masked-row.rules.ts'
import type { EntryGate, EntryView } from '../command-view.contract.ts'
import { selectGatePhones } from '../gate-phones.sql.ts'
import { NEAR_CAPACITY } from '../gate-text.rules.ts'
import { type GateEventRow, selectGateEvent } from '../list/gate-event.sql.ts'
import { findOwnEvent } from '../own-event.ts'
import { toGatePhoneReply } from '../phones/gate-phones.ts'
import {
  type GateSum,
  type Minute,
  selectCashSales,
  selectConflicts,
  selectEntries,
  selectEntrySums,
  selectNamesDefault,
  selectNeverSold,
  selectPastLimit,
} from './command-view.sql.ts'

const MINUTES = 30
const MINUTE_MS = 60_000
/** The most conflicts in a reply. A longer list would not help the organizer. */
const SHOWN_MAX = 200

export async function readEntry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  eventId: string,
): Promise<EntryView> {
  const event = await findOwnEvent(db, viewer, eventId)
  const now = clock.now()
  const since = new Date(now.getTime() - MINUTES * MINUTE_MS)
  const hourAgo = new Date(now.getTime() - 60 * MINUTE_MS)
  const [sums, complimentary, rules, phones, minutes, conflicts, cash, neverSold, pastLimit] =
    await Promise.all([
      selectEntrySums(db, event.id, now),
      sumComplimentary(db, event.id),
      selectEntryRules(db, event.id),
      selectGatePhones(db, event.id),
      selectEntries(db, event.id, now, since),
      selectConflicts(db, event.id, SHOWN_MAX),
      selectCashSales(db, event.id, hourAgo),
      selectNeverSold(db, event.id, SHOWN_MAX),
      selectPastLimit(db, event.id, SHOWN_MAX),
    ])
  // Every member of the team may see the names of gate phones and the counts.
  const rights = { sees_buyer: true, sees_numbers: event.sees_numbers }
  const seesFigures = rightsOver(viewer, event).includes('figures')
  const inside = sums.gates.reduce((sum, gate) => sum + gate.inside, 0)
  const { licensed_capacity } = rules
  return {
    inside,
    complimentary,
    licensed_capacity,
    is_near_capacity: licensed_capacity !== null && inside >= licensed_capacity * NEAR_CAPACITY,
    entries_a_minute: countMinutes(minutes),
    gates: await readGates(db, event.id, sums.gates, now),
    phones: phones.map((phone) => toGatePhoneReply(phone, now)),
    refusals: sums.refusals,
    conflicts: conflicts.map(({ check_ins, is_add_on, ...conflict }) => ({
      ...(is_add_on && { kind: 'add_on' as const }),
      ...maskRow({ ...conflict, ...rights }),
      check_ins: check_ins.map((one) => ({
        ...one,
        at: new Date(one.at).toISOString(),
        told_at: one.told_at && new Date(one.told_at).toISOString(),
      })),
    })),
    cash_sales: cash.map(({ amount_cents, ...sold }) => ({
      ...sold,
      ...(seesFigures && { amount: toKes(amount_cents) }),
    })),
    alarms: [
      ...pastLimit.map((alarm) => ({ kind: 'proof_limit' as const, ...alarm })),
      ...neverSold.map((alarm) => ({ kind: 'never_sold' as const, ...alarm })),
    ].map(({ at, ...alarm }) => ({ ...maskRow({ ...alarm, ...rights }), at: at.toISOString() })),
  }
}

function countMinutes(minutes: Minute[]): number[] {
  const people = new Map(minutes.map((minute) => [minute.minutes_ago, minute.people]))
  return Array.from({ length: MINUTES }, (_, n) => people.get(MINUTES - 1 - n) ?? 0)
}

/**
 * The event's gates, and other gates at which people were admitted to the event. Includes the
 * default gate only if the event has no gates or uses it; otherwise no steward stands there.
 */
async function readGates(
  db: Db,
  eventId: string,
  sums: GateSum[],
  now: Date,
): Promise<EntryGate[]> {
  const [event, isNamed] = await Promise.all([
    selectGateEvent(db, eventId, now),
    selectNamesDefault(db, eventId),
  ])
  const main = { id: null, name: DEFAULT_GATE, is_stopped: event!.is_default_stopped }
  const isShown =
    isNamed || event!.gates.length === 0 || sums.some(({ gate_id }) => gate_id === null)
  const known = [...(isShown ? [main] : []), ...event!.gates]
  const others = sums.filter(({ gate_id }) => !known.some(({ id }) => id === gate_id))
  const all = [
    ...known,
    ...others.map(({ gate_id }) => ({ id: gate_id, name: 'Another gate', is_stopped: false })),
  ]
  return all.map(({ id, name, is_stopped }) => {
    const sum = sums.find(({ gate_id }) => gate_id === id)
    const { inside = 0, let_in = 0, refused = 0, redeemed = 0 } = sum ?? {}
    const redeems = addOnsAt(event!.types, id)
    return {
      ...{ gate_id: id, name, inside, let_in, refused, is_stopped },
      ...((redeems.length > 0 || redeemed !== 0) && { redeems, redeemed }),
    }
  })
}

type TypeGates = Pick<GateEventRow['types'][number], 'name' | 'kind' | 'gate_ids'>

/** The names of the add-ons that the gate redeems. Empty if the gate has an entry ticket type. */
function addOnsAt(types: readonly TypeGates[], gateId: string | null): string[] {
  const linked = types.filter(({ gate_ids }) => gateId !== null && gate_ids.includes(gateId))
  const isEntrance = linked.some(({ kind }) => kind === 'entry')
  return isEntrance ? [] : linked.map(({ name }) => name)
}
