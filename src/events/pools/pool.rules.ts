import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { isPositive } from '../types/type-draft.rules.ts'
import type { PoolDraft } from '../types/unit-draft.rules.ts'

/** The maximum number of pools of an event. */
export const POOLS_MAX = 8

/** Whether the pool has this name, as typed. Ignores upper and lower case. */
export const isNamed = (pool: { name: string }, name: string): boolean =>
  cleanLine(pool.name).toLowerCase() === cleanLine(name).toLowerCase()

/** The faults of the pools in the form, with fields as the API names them. */
export const poolFaults = (pools: readonly PoolDraft[]): { text: string; field: string }[] =>
  pools.flatMap(({ name, quantity }, index) => {
    const isUnnamed = cleanLine(name) === ''
    const isTwin = pools.slice(0, index).some((other) => isNamed(other, name))
    const text = isUnnamed
      ? 'Name each shared capacity, or remove it'
      : 'Give each shared capacity a name of its own'
    const least = 'A shared capacity must be 1 or more'
    return [
      ...(isUnnamed || isTwin ? [{ text, field: `pools.${index}.name` }] : []),
      ...(isPositive(quantity) ? [] : [{ text: least, field: `pools.${index}.quantity` }]),
    ]
  })
