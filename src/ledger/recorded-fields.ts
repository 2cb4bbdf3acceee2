import { AppError } from '../platform/errors.ts'

/** Blanks at its ends or doubled are a slip of the hand, and no other reference. */
export function readReference(typed: string): string {
  const reference = typed.trim().replace(/\s+/g, ' ')
  if (reference !== '') return reference
  const text = 'reference is required.'
  throw new AppError('invalid_field', { text, details: { field: 'reference' } })
}

/** Of an entry in the books; 0, which none has, of what is no number. */
export function readEntryId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
