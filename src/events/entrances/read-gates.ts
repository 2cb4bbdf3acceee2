import type { Tx } from '../../platform/database/db.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { lockGates } from './own-gates.sql.ts'

/**
 * The gates of each type as stored ids without duplicates. Throws an AppError if a gate does not
 * exist, or belongs to another event.
 */
export async function readGates(
  tx: Tx,
  eventId: string,
  gates: readonly { gateIds: string[]; index: number }[],
): Promise<string[][]> {
  const read = gates.map(({ gateIds }) => [...new Set(gateIds.map((id) => id.toLowerCase()))])
  const all = [...new Set(read.flat())].filter(isUuid)
  const known = all.length > 0 ? await lockGates(tx, all) : []
  for (const [at, ids] of read.entries()) {
    const { index } = gates[at]!
    const found = known.filter(({ id }) => ids.includes(id))
    if (found.some(({ event_id }) => event_id !== null && event_id !== eventId)) {
      refuseField(`ticket_types.${index}.gate_ids`, 'This gate belongs to another event.')
    }
    if (found.length === ids.length) continue
    throw new AppError('not_found', {
      text: 'This gate no longer exists. Reload the page and choose again.',
      details: { field: `ticket_types.${index}.gate_ids` },
    })
  }
  return read
}
