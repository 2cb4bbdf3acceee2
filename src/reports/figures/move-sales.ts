import { movePaidLines } from '../../orders/sales/sales.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import { addDaysToOrganizer } from './roll-up.sql.ts'

/**
 * Moves the sales of an event to its present organizer. `organizer_id` is the previous organizer.
 * Call it in the transaction that has set the organizer, while the event and its ticket types are
 * locked. Sales are counted only if there was no previous organizer; other events may list late
 * payments that bought nothing.
 */
export async function moveSales(
  tx: Tx,
  event: { id: string; organizer_id: string | null },
): Promise<void> {
  await movePaidLines(tx, event)
  await addDaysToOrganizer(tx, event)
}
