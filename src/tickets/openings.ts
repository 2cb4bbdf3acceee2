import type { Deps } from '../platform/database/deps.ts'
import { markOpened } from './openings.sql.ts'

type SentTicket = { id: string; sent_from: string | null; opened_at: Date | null; state: string }

/** A transferred ticket that no person has opened yet. */
export const isUnopened = ({ sent_from, opened_at, state }: Omit<SentTicket, 'id'>): boolean =>
  sent_from !== null && opened_at === null && state !== 'void'

/**
 * Records that a person sees the ticket: its sender can then no longer take it back. Callers must
 * not call this for robots (`isByRobot`).
 */
export async function openTicket<T extends SentTicket>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  read: () => Promise<T>,
): Promise<T> {
  const ticket = await read()
  if (!isUnopened(ticket)) return ticket
  await markOpened(db, ticket.id, clock.now())
  // The sender may have just taken the ticket back.
  return await read()
}
