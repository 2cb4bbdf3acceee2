import { AppError } from '../platform/errors.ts'
import { cleanLine } from './edit.rules.ts'

/** A name as it is stored. Throws AppError that names the field where there is none, or too much. */
export function readName(typed: string | undefined, max: number, field = 'name'): string {
  const name = cleanLine(typed ?? '')
  if (name !== '' && name.length <= max) return name
  throw new AppError('invalid_field', {
    text: name === '' ? `${field} is required.` : `${field} must have at most ${max} characters.`,
    details: { field },
  })
}
