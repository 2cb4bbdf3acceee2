import { isUniqueViolation } from '../platform/database/db.ts'
import { type RecordedKind, recordedMovement } from './ledger.rules.ts'

type Entry = { id: number; is_taken_back: boolean }

/**
 * Finds the entry that was recorded under this reference and not reversed. Also returns the name
 * that the next entry under this reference must have.
 */
export async function findRecorded<T extends Entry>(
  kind: RecordedKind,
  reference: string,
  select: (movement: string) => Promise<T | undefined>,
): Promise<{ recorded: T | undefined; movement: string }> {
  for (let after: number | null = null; ; ) {
    const movement = recordedMovement(kind, reference, after)
    const found = await select(movement)
    if (!found?.is_taken_back) return { recorded: found, movement }
    after = found.id
  }
}

/**
 * Runs `record`, and runs it once more if another caller recorded the same reference at the same
 * moment: the second run finds that entry.
 */
export async function recordOnce<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record()
  } catch (error) {
    if (isUniqueViolation(error, 'ledger_entry_movement_key')) return await record()
    throw error
  }
}
