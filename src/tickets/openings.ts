import type { Deps } from '../platform/database/deps.ts'
import { markOpened } from './openings.sql.ts'

type SentTicket = { id: string; sent_from: string | null; opened_at: Date | null; state: string }

/** A transferred ticket that no person has opened yet. */
export const isUnopened = ({ sent_from, opened_at, state }: Omit<SentTicket, 'id'>): boolean =>
  sent_from !== null && opened_at === null && state !== 'void'

/**
 * Records the look: the sender can no longer take the ticket back. Callers leave out robots
 * (`isByRobot`).
 */
export async function openTicket<T extends SentTicket>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  read: () => Promise<T>,
): Promise<T> {
  const ticket = await read()
  if (!isUnopened(ticket)) return ticket
  await markOpened(db, ticket.id, clock.now())
  // The sender may just have taken it back.
  return await read()
}
