import { isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import { refuseField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { EventError } from '../errors.ts'
import { isNamed, POOLS_MAX } from './pool.rules.ts'
import { deletePool, freePoolNames, insertPool, type StoredPool, updatePool } from './pools.sql.ts'

/** A pool after a save. */
type Pool = Pick<StoredPool, 'id' | 'name' | 'quantity'>

/** The pools of an event before and after a save. */
export type PoolPlan = { before: StoredPool[]; after: Pool[] }

export const NO_POOLS: PoolPlan = { before: [], after: [] }

type PoolRequest = { id?: string | null | undefined; name: string; quantity: number }

/**
 * Plans the pools of an event from a request, which lists all pools. Without pools in the request,
 * keeps the stored pools. The caller has locked the limits of the pools. Throws an AppError that
 * names the field at fault: invalid_field, duplicate or below_sold.
 */
export function planPools(
  before: StoredPool[],
  sent: readonly PoolRequest[] | undefined,
): PoolPlan {
  if (sent === undefined) return { before, after: before }
  if (sent.length > POOLS_MAX) {
    refuseField('pools', `An event can have up to ${POOLS_MAX} shared capacities.`)
  }
  // Sorts the new ids, because pools are listed by id: the pools keep the order of the request.
  const ids = sent.map(newId).sort()
  const after: Pool[] = []
  for (const [index, pool] of sent.entries()) {
    const old = findOld(before, sent.slice(0, index), pool, `pools.${index}.id`)
    after.push(readPool(pool, old ?? ids[index]!, { earlier: after, path: `pools.${index}` }))
  }
  return { before, after }
}

function findOld(
  before: readonly StoredPool[],
  earlier: readonly PoolRequest[],
  { id }: PoolRequest,
  field: string,
): StoredPool | undefined {
  if (id === undefined || id === null) return undefined
  const old = before.find((pool) => pool.id === id.toLowerCase())
  if (!old) refuseField(field, 'This shared capacity no longer exists. Reload the page.')
  const isSecond = earlier.some((other) => other.id?.toLowerCase() === old.id)
  return isSecond ? refuseField(field, `${field} is listed twice.`) : old
}

function readPool(
  { name: typed, quantity }: PoolRequest,
  stored: StoredPool | string,
  { earlier, path }: { earlier: readonly Pool[]; path: string },
): Pool {
  const old = typeof stored === 'string' ? undefined : stored
  const name = cleanLine(typed)
  if (name === '') refuseField(`${path}.name`, 'Name this shared capacity, or remove it.')
  if (earlier.some((other) => isNamed(other, name))) {
    throw new EventError('duplicate', {
      text: `This event already has a shared capacity named ${name}.`,
      details: { field: `${path}.name` },
    })
  }
  if (quantity < 1) refuseField(`${path}.quantity`, 'A shared capacity must be 1 or more.')
  const taken = old ? old.held + old.sold : 0
  if (old && quantity < taken && quantity !== old.quantity) {
    const paying = old.held > 0 ? ` and ${old.held} more are pending` : ''
    throw new EventError('below_sold', {
      text: `The capacity of ${old.name} cannot be below ${taken}: ${old.sold} places are sold${paying}.`,
      details: { field: `${path}.quantity`, least: taken },
    })
  }
  return { id: typeof stored === 'string' ? stored : stored.id, name, quantity }
}

type PoolChoice = { pool_id?: string | null | undefined; pool?: string | null | undefined }

/**
 * The id of the pool that the request for a ticket type names, by id or by name. The stored id if
 * the request names no pool. Throws an AppError that names the field at fault.
 */
export function readPoolId(
  { pool_id, pool }: PoolChoice,
  stored: string | null,
  { pools, path }: { pools: PoolPlan; path: string },
): string | null {
  if ((pool ?? null) !== null) {
    const name = cleanLine(pool!)
    if ((pool_id ?? null) !== null) {
      refuseField(`${path}.pool`, 'Send pool_id or pool, not both.')
    }
    const named = pools.after.find((other) => isNamed(other, name))
    return (
      named?.id ?? refuseField(`${path}.pool`, `This event has no shared capacity named ${name}.`)
    )
  }
  const id = pool_id === undefined ? stored : (pool_id?.toLowerCase() ?? null)
  if (id === null || pools.after.some((other) => other.id === id)) return id
  const removed = pools.before.find((other) => other.id === id)
  return refuseField(
    `${path}.pool_id`,
    removed
      ? `This ticket type takes its places from ${removed.name}: choose another shared capacity, or keep it.`
      : 'This event has no such shared capacity. Reload the page and choose again.',
  )
}

/**
 * Throws an AppError if tickets and add-ons share a pool. Otherwise a sold parking space would
 * take a seat. `types` are in the order of the request.
 */
export function refuseMixedPools(
  types: readonly { name: string; kind: string; pool_id: string | null }[],
): void {
  for (const [index, { pool_id, kind }] of types.entries()) {
    const other = types.slice(0, index).find((type) => type.pool_id === pool_id)
    if (pool_id === null || !other || other.kind === kind) continue
    refuseField(
      `ticket_types.${index}.pool_id`,
      `${other.name} takes its places from this capacity. Tickets and add-ons cannot share one.`,
    )
  }
}

const addedPools = ({ before, after }: PoolPlan) =>
  after.filter(({ id }) => !before.some((old) => old.id === id))

const removedPools = ({ before, after }: PoolPlan) =>
  before.filter(({ id }) => !after.some((pool) => pool.id === id))

/** The pools whose name or quantity changes, before and after the save. */
function changedPools({ before, after }: PoolPlan): { old: StoredPool; pool: Pool }[] {
  return after.flatMap((pool) => {
    const old = before.find(({ id }) => id === pool.id)
    return old && (old.name !== pool.name || old.quantity !== pool.quantity) ? [{ old, pool }] : []
  })
}

export const arePoolsKept = (plan: PoolPlan): boolean =>
  addedPools(plan).length + removedPools(plan).length + changedPools(plan).length === 0

/** Adds and changes the pools of a plan. Call this before writing types that use them. */
export async function writePools(tx: Tx, eventId: string, plan: PoolPlan): Promise<void> {
  if (arePoolsKept(plan)) return
  const changed = changedPools(plan)
  const renamed = changed.filter(({ old, pool }) => old.name !== pool.name)
  const freed = [...renamed.map(({ old }) => old), ...removedPools(plan)]
  await freePoolNames(
    tx,
    freed.map(({ id }) => id),
  )
  try {
    for (const { pool } of changed) await updatePool(tx, pool)
    for (const pool of addedPools(plan)) await insertPool(tx, eventId, pool)
  } catch (error) {
    // PostgreSQL ignores case in more letters than JavaScript does, so it may refuse these names.
    if (!isUniqueViolation(error, 'pool__event_name')) throw error
    throw new EventError('duplicate', {
      text: 'Two shared capacities of this event have one name.',
      details: { field: 'pools' },
    })
  }
}

/** Removes pools. Call this after writing the types. Throws in_use if a removed type uses one. */
export async function removePools(tx: Tx, plan: PoolPlan): Promise<void> {
  for (const { id, name } of removedPools(plan)) {
    if (await deletePool(tx, id)) continue
    throw new EventError('in_use', {
      text: `A removed ticket type with orders took its places from ${name}, so it has to stay.`,
      details: { field: 'pools' },
    })
  }
}

/** The audit entries of a plan. The caller adds the event to each entry. */
export function poolEntries(title: string, plan: PoolPlan) {
  const subject = (name: string) => `${title} · ${name}`
  return [
    ...removedPools(plan).map(({ name, quantity }) => ({
      action: 'pool_removed',
      subject: subject(name),
      before: quantity,
    })),
    ...changedPools(plan).flatMap(({ old, pool }) => [
      ...(old.name === pool.name
        ? []
        : [
            {
              action: 'pool_renamed',
              subject: subject(pool.name),
              before: old.name,
              after: pool.name,
            },
          ]),
      ...(old.quantity === pool.quantity
        ? []
        : [
            {
              action: 'pool_quantity_changed',
              subject: subject(pool.name),
              before: old.quantity,
              after: pool.quantity,
            },
          ]),
    ]),
    ...addedPools(plan).map(({ name, quantity }) => ({
      action: 'pool_added',
      subject: subject(name),
      after: quantity,
    })),
  ]
}

/** The pools of a copied event, and a map from original pool ids to the ids of their copies. */
export function copyPools(pools: readonly StoredPool[]): {
  plan: PoolPlan
  copies: ReadonlyMap<string, string>
} {
  const ids = pools.map(newId).sort()
  const after = pools.map(({ name, quantity }, index) => ({ id: ids[index]!, name, quantity }))
  const copies = new Map(pools.map(({ id }, index) => [id, after[index]!.id]))
  return { plan: { before: [], after }, copies }
}
