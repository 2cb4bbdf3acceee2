import { refuseField } from '../platform/errors.ts'

/** Blanks at its ends or doubled are a slip of the hand, and no other reference. */
export function readReference(typed: string): string {
  const reference = typed.trim().replace(/\s+/g, ' ')
  if (reference !== '') return reference
  const text = 'reference is required.'
  refuseField('reference', text)
}

/** The id of an entry in the books. For text that is not a number: 0, which no entry has. */
export function readEntryId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
