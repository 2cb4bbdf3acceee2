import { refuseField } from '../platform/errors.ts'

/**
 * Removes spaces at the ends and doubled spaces, which are typing mistakes and do not make a
 * different reference. Throws invalid_field if nothing is left.
 */
export function readReference(typed: string): string {
  const reference = typed.trim().replace(/\s+/g, ' ')
  if (reference !== '') return reference
  const text = 'reference is required.'
  refuseField('reference', text)
}

/**
 * The id of an entry in the ledger. Text that is not a number becomes 0, which is the id of no
 * entry.
 */
export function readEntryId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
