import { hashedId } from '../../platform/ids.ts'
import type { ParsedGateCheckIn } from './gate-request.ts'
import type { OwnRow } from './movements.sql.ts'

/** The nonce of the row that corrects a check-in if the phone decided before the response came. */
export function followingNonce(nonce: string): string {
  return hashedId(`after ${nonce}`)
}

export const noncesOf = (of: string | null) => (of === null ? [] : [of, followingNonce(of)])

type Undone = { row: OwnRow; people: number }

/**
 * Finds the check-in that an undo reverses. `people` is the number of people let in by the check-in
 * and by the row that corrected it. Null if there is no such check-in, or if it was undone before.
 */
export function findUndone(
  ownRows: ReadonlyMap<string, OwnRow>,
  { of, number }: Pick<ParsedGateCheckIn, 'of' | 'number'>,
): Undone | null {
  const first = of === null ? undefined : ownRows.get(of)
  if (first?.kind !== 'in' || first.ticket_number !== number) return null
  const more = ownRows.get(followingNonce(first.nonce))
  if (first.is_undone || more?.is_undone) return null
  if (!more) return { row: first, people: first.let_in }
  const people = first.let_in + (more.kind === 'in' ? more.let_in : -more.let_in)
  return { row: first.let_in > 0 ? first : more, people }
}
