import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { assert } from '../../platform/assert.ts'
import type { Db } from '../../platform/database/db.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { DOORS_BEFORE_MS } from '../checkin.rules.ts'
import type { GateEvent } from '../gate.contract.ts'
import { type GateEventRow, selectGateEvent } from './gate-event.sql.ts'

export async function readGateEvent(db: Db, eventId: string): Promise<GateEvent> {
  const row = await selectGateEvent(db, eventId)
  assert(row, `there is no event ${eventId}`)
  const gates = [
    { n: 0, id: null, name: DEFAULT_GATE, is_stopped: row.is_default_stopped },
    ...row.gates.map((gate, index) => ({ n: index + 1, ...gate })),
  ]
  const placeOf = new Map<string | null, number>(gates.map(({ id, n }) => [id, n]))
  return {
    id: row.id,
    title: row.title,
    date: row.date,
    time: row.time,
    doors_at: new Date(doorsAt(row)).toISOString(),
    is_cancelled: row.cancelled_at !== null,
    any_gate_from: row.any_gate_from && new Date(row.any_gate_from).toISOString(),
    may_leave: row.may_leave,
    gates,
    types: row.types.map(({ price_cents, gate_ids, ...type }) => ({
      ...type,
      price: toKes(price_cents),
      gates: gate_ids.map((id) => placeOf.get(id) ?? 0),
    })),
  }
}

/** The time, in ms, before which a check-in needs a confirmation. */
export function doorsAt({ date, time }: Pick<GateEventRow, 'date' | 'time'>): number {
  return Date.parse(`${date}T${time.slice(0, 5)}:00+03:00`) - DOORS_BEFORE_MS
}
