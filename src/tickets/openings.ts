import type { Deps } from '../platform/database/deps.ts'
import { markOpened } from './openings.sql.ts'

type SentTicket = { id: string; sent_from: string | null; opened_at: Date | null; state: string }

/** Whether the ticket came from a friend and no person has looked at it by its number yet. */
export const isUnopened = ({ sent_from, opened_at, state }: Omit<SentTicket, 'id'>): boolean =>
  sent_from !== null && opened_at === null && state !== 'void'

/**
 * Reads a ticket for a person who has its number, and records that the ticket was opened: from then
 * on its sender cannot take it back. Callers leave out requests by robots (`isByRobot`).
 */
export async function openTicket<T extends SentTicket>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  read: () => Promise<T>,
): Promise<T> {
  const ticket = await read()
  if (!isUnopened(ticket)) return ticket
  await markOpened(db, ticket.id, clock.now())
  // The sender may have taken the ticket back just before.
  return await read()
}
