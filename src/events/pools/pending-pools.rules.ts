import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import { addedPool, type PoolDraft, type UnitDraft } from '../types/unit-draft.rules.ts'
import { isNamed } from './pool.rules.ts'

// The part of a change of a published event's pools that waits for approval: their quantities, new
// and removed pools, and names that an admin must allow.

type Pool = { id?: string | null | undefined; name: string; quantity: number }
type Waiting = Pick<PendingChange, 'pools' | 'removed_pools'>

/** Divides the sent pools into pools to save now and the part that waits for approval. */
export function dividePools(
  stored: readonly Pool[],
  sent: readonly Pool[],
  defersName: (name: string) => boolean,
): { now: Pool[]; waiting: Waiting } {
  const sentFor = (old: Pool) => sent.find(({ id }) => id?.toLowerCase() === old.id)
  const nameNow = (old: Pool) => {
    const name = cleanLine(sentFor(old)?.name ?? old.name)
    return name !== old.name && defersName(name) ? old.name : name
  }
  const pools = sent.flatMap((pool): NonNullable<Waiting['pools']> => {
    const old = stored.find(({ id }) => id === pool.id?.toLowerCase())
    const name = cleanLine(pool.name)
    if (!old) return [{ name, quantity: pool.quantity }]
    const isKept = name === nameNow(old) && pool.quantity === old.quantity
    if (isKept) return []
    return [
      {
        id: old.id!,
        ...(name !== nameNow(old) && { name }),
        ...(pool.quantity !== old.quantity && { quantity: pool.quantity }),
      },
    ]
  })
  const removed_pools = stored.filter((old) => !sentFor(old)).map(({ id }) => id!)
  return {
    now: stored.map((old) => ({ ...old, name: nameNow(old) })),
    waiting: {
      ...(pools.length > 0 && { pools }),
      ...(removed_pools.length > 0 && { removed_pools }),
    },
  }
}

/** The pools after a waiting change. A changed pool that a later save removed stays removed. */
export function poolsAfter(
  stored: readonly Pool[],
  { pools = [], removed_pools = [] }: Waiting,
): Pool[] {
  const kept = stored.filter(({ id }) => !removed_pools.includes(id!))
  return [
    ...kept.map((old) => ({ ...old, ...pools.find(({ id }) => id === old.id) })),
    ...pools.flatMap(({ id, name, quantity }) =>
      id === undefined ? [{ name: name!, quantity: quantity! }] : [],
    ),
  ]
}

type PoolChoice = { pool_id?: string | null | undefined; pool?: string | null | undefined }

/** Replaces a pool's name by its id. Only a pool that is added with the type has no id yet. */
export function withPoolId<T extends PoolChoice>(type: T, pools: readonly Pool[]): T {
  if (type.pool === undefined) return type
  const { pool, ...rest } = type
  if (pool === null) return rest as T
  const id = pools.find((one) => isNamed(one, pool))?.id
  return id ? ({ ...rest, pool_id: id.toLowerCase() } as unknown as T) : type
}

/** The pools of the form after the change that waits for approval. */
export function waitingPools(
  stored: readonly PoolDraft[],
  { pools = [], removed_pools = [] }: Waiting,
): PoolDraft[] {
  const kept = stored.filter(({ id }) => !removed_pools.includes(id!))
  return [
    ...kept.map((pool) => {
      const sent = pools.find(({ id }) => id === pool.id)
      const { name = pool.name, quantity = pool.quantity } = sent ?? {}
      return { ...pool, name, quantity: String(quantity) }
    }),
    ...pools
      .filter(({ id }) => id === undefined)
      .map(({ name = '', quantity = '' }, index) => ({
        ...addedPool(`waiting-pool-${index}`),
        name,
        quantity: String(quantity),
      })),
  ]
}

type WaitingType = NonNullable<PendingChange['ticket_types']>[number]

/** How a type of the form is sold, after the change that waits for approval. */
export function waitingUnits(
  waiting: WaitingType | undefined,
  { is_unit, sold_in, min_per_order, kind, pool }: UnitDraft,
  pools: readonly PoolDraft[],
): UnitDraft {
  const { sold_in: units, pool: name } = waiting ?? {}
  const named = name === undefined ? undefined : pools.find((one) => isNamed(one, name))
  const own = waiting?.pool_id === undefined ? pool : (waiting.pool_id ?? '')
  return {
    is_unit: units === undefined ? is_unit : units > 1,
    sold_in: units === undefined || units === 1 ? sold_in : String(units),
    min_per_order,
    kind: waiting?.kind ?? kind,
    pool: named?.key ?? own,
  }
}
