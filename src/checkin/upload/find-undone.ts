import { hashedId } from '../../platform/ids.ts'
import type { GateAsked } from './gate-request.ts'
import type { OwnRow } from './steps.sql.ts'

/**
 * Nonce of the row that corrects a check-in which the phone decided by itself before the response
 * came. It is derived from the nonce of the check-in.
 */
export function followingNonce(nonce: string): string {
  return hashedId(`after ${nonce}`)
}

/** The nonces of all rows that `findUndone` needs. */
export const noncesOf = (of: string | null) => (of === null ? [] : [of, followingNonce(of)])

type Undone = { row: OwnRow; people: number }

/**
 * Finds what an undo reverses: the people who went in by a check-in and by the row that corrected
 * it. Returns the row by which they went in, or null if there is none or it was undone before.
 */
export function findUndone(
  told: ReadonlyMap<string, OwnRow>,
  { of, number }: Pick<GateAsked, 'of' | 'number'>,
): Undone | null {
  const first = of === null ? undefined : told.get(of)
  if (first?.kind !== 'in' || first.ticket_number !== number) return null
  const more = told.get(followingNonce(first.nonce))
  if (first.is_undone || more?.is_undone) return null
  if (!more) return { row: first, people: first.let_in }
  const people = first.let_in + (more.kind === 'in' ? more.let_in : -more.let_in)
  return { row: first.let_in > 0 ? first : more, people }
}
