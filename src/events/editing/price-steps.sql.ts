import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { StoredStep } from '../price.rules.ts'
import { priceSteps } from '../sales.sql.ts'
import { type LockedType, lockTypes } from './event-edit.sql.ts'

/** A locked ticket type with its steps in their order. */
export type TypeWithSteps = LockedType & { steps: StoredStep[] }

/**
 * Locks all ticket types of an event, and then the limits of their steps and pools, each in the
 * order of their ids, as a sale does. Reads the steps after the locks: `left` counts all earlier
 * sales.
 */
export async function lockTypesAndSteps(tx: Tx, eventId: string): Promise<TypeWithSteps[]> {
  const types = await lockTypes(tx, eventId)
  await sql`select from sale_limit where event_id = ${eventId} and kind in ('step', 'pool')
    order by id for no key update`.execute(tx)
  const rows = await tx
    .selectFrom('ticket_type as t')
    .select(['t.id', priceSteps.as('steps')])
    .where('t.event_id', '=', eventId)
    .execute()
  const stepsOf = new Map(rows.map(({ id, steps }) => [id, steps]))
  return types.map((type) => ({ ...type, steps: stepsOf.get(type.id)! }))
}

export type StepColumns = {
  id: string
  name: string
  price_cents: number
  starts_at: Date | null
  ends_at: Date | null
  /** In people. Null if only time limits the step. */
  quantity: number | null
  /** Kept if the quantity is removed, so that a later quantity counts all earlier tickets. */
  limit_id: string | null
}

/** Replaces the steps of a ticket type, and saves the limits of the new steps. */
export async function replaceSteps(
  tx: Tx,
  { eventId, typeId }: { eventId: string; typeId: string },
  steps: StepColumns[],
): Promise<void> {
  const rows = JSON.stringify(steps.map((step, position) => ({ ...step, position })))
  await sql`
    insert into sale_limit (id, event_id, kind, capacity)
    select n.limit_id, ${eventId}, 'step', n.quantity
    from jsonb_to_recordset(${rows}::jsonb) as n(limit_id uuid, quantity int)
    where n.limit_id is not null
    on conflict (id) do update set capacity = excluded.capacity
    where sale_limit.capacity is distinct from excluded.capacity`.execute(tx)
  await sql`delete from price_step where ticket_type_id = ${typeId}`.execute(tx)
  await sql`
    insert into price_step (id, ticket_type_id, position, name, price_cents, starts_at, ends_at, limit_id)
    select n.id, ${typeId}, n.position, n.name, n.price_cents, n.starts_at, n.ends_at, n.limit_id
    from jsonb_to_recordset(${rows}::jsonb) as n(id uuid, position smallint, name text,
      price_cents int, starts_at timestamptz, ends_at timestamptz, limit_id uuid)`.execute(tx)
}
