import { type AuditEntry, insertAudit } from '../accounts/audit-log.sql.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { post } from './entries.ts'
import { LedgerError } from './errors.ts'
import {
  type LedgerLine,
  type RecordedKind,
  recordedMovement,
  takenBackMovement,
} from './ledger.rules.ts'
import { lockEntry } from './ledger.sql.ts'

type RecordedEntry = {
  id: number
  amount_cents: number
  reference: string
  is_taken_back: boolean
}

/**
 * Finds the entry that was recorded under this reference and not reversed. Also returns the name
 * that a new entry under this reference must have.
 */
export async function findRecorded<T extends RecordedEntry>(
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
 * Runs `record`. If another caller records the same reference at the same time, runs `record` once
 * more. The second run finds the other caller's entry.
 */
export async function recordOnce<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record()
  } catch (error) {
    if (isUniqueViolation(error, 'ledger_entry_movement_key')) return await record()
    throw error
  }
}

/** The id of the entry to reverse, the reason, and the admin who reverses it. */
export type Reversal = { id: number; reason: string; by: string }

type Kind<T extends RecordedEntry> = {
  name: RecordedKind
  select: (tx: Tx, id: number) => Promise<T | undefined>
  contrary: (entry: T) => LedgerLine[]
  /** The entry's subject and event for the audit log. */
  about: (entry: T) => Pick<AuditEntry, 'subject' | 'eventId'>
}

/**
 * Reverses an entry recorded by mistake. The ledger is append-only, so this posts a contrary entry.
 * Afterwards the reference can be recorded again. An entry is reversed only once: a repeated call
 * changes nothing. Returns the reversed entry.
 */
export async function takeBackRecorded<T extends RecordedEntry>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, reason, by }: Reversal,
  kind: Kind<T>,
): Promise<T> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    await lockEntry(tx, id)
    // Read after locking, because another admin may have just reversed the entry.
    const entry = await kind.select(tx, id)
    if (!entry) throw new LedgerError(`${kind.name}_not_found`)
    if (entry.is_taken_back) return entry
    const { amount_cents, reference } = entry
    await post(tx, {
      movement: takenBackMovement(kind.name, id),
      kind: kind.name,
      at: now,
      reference,
      lines: kind.contrary(entry),
    })
    await insertAudit(tx, { accountId: by, at: now }, [
      {
        action: `${kind.name}_taken_back`,
        ...kind.about(entry),
        after: { amount: toKes(amount_cents), reference, words: reason },
      },
    ])
    return entry
  })
}
