import { refuseField } from '../platform/errors.ts'
import { toCents } from '../platform/values/money.rules.ts'

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

/**
 * Converts shillings to cents. Throws invalid_field for `field` if the amount has fractions of a
 * cent.
 */
export function centsOf(shillings: number, field: string): number {
  const cents = toCents(shillings)
  if (cents !== null) return cents
  const text = `${field} must be shillings with at most two decimals.`
  refuseField(field, text)
}
