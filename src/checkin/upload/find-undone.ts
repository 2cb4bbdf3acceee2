import { hashedId } from '../../platform/ids.ts'
import type { GateAsked } from './gate-request.ts'
import type { OwnRow } from './steps.sql.ts'

/** Of the row that says what a phone did before an answer came: it follows from its check-in's nonce. */
export function followingNonce(nonce: string): string {
  return hashedId(`after ${nonce}`)
}

/** The nonces of all rows by which `findUndone` goes. */
export const noncesOf = (of: string | null) => (of === null ? [] : [of, followingNonce(of)])

type Undone = { row: OwnRow; people: number }

/**
 * What an undo takes back, once: who went in by a check-in and by the row that corrected it, as the
 * phone says. It is the row by which they went in that is undone.
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
