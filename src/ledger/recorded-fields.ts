import { refuseField } from '../platform/errors.ts'

/**
 * Trims the reference and replaces each run of spaces by one space, because such typing mistakes
 * do not make a different reference. Throws invalid_field if the reference is empty.
 */
export function readReference(typed: string): string {
  const reference = typed.trim().replace(/\s+/g, ' ')
  if (reference !== '') return reference
  const text = 'reference is required.'
  refuseField('reference', text)
}

/**
 * The id of an entry in the ledger. Returns 0 for text that is not a number. No entry has the id
 * 0.
 */
export function readEntryId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
