import { isUniqueViolation } from '../platform/database/db.ts'
import { type Recorded, recordedMovement } from './ledger.rules.ts'

type Entry = { id: number; is_taken_back: boolean }

/**
 * The entry recorded under this reference and not reversed, and the name of the next entry under
 * it.
 */
export async function findStanding<T extends Entry>(
  kind: Recorded,
  reference: string,
  select: (movement: string) => Promise<T | undefined>,
): Promise<{ standing: T | undefined; movement: string }> {
  for (let after: number | null = null; ; ) {
    const movement = recordedMovement(kind, reference, after)
    const found = await select(movement)
    if (!found?.is_taken_back) return { standing: found, movement }
    after = found.id
  }
}

/**
 * Runs `record` again if another caller recorded the same reference at this moment, so that the
 * entry is found.
 */
export async function recordOnce<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record()
  } catch (error) {
    if (isUniqueViolation(error, 'ledger_entry_movement_key')) return await record()
    throw error
  }
}
