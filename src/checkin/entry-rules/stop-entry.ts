import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { CheckInError } from '../errors.ts'
import { lockOwnEvent } from '../own-event.ts'
import { deleteStoppedGate, insertStoppedGate, lockGateName } from './stopped-gates.sql.ts'

type StopChange = { eventId: string; gateId: string | null; isStopped: boolean }

/** Stops entry at a gate, or opens the gate again. Repeating the call changes nothing. */
export async function stopEntry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { eventId, gateId, isStopped }: StopChange,
): Promise<void> {
  const now = clock.now()
  const by = viewer.accountId
  await inTransaction(db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const isGate = gateId === null || isUuid(gateId)
    const gate = !isGate ? undefined : gateId ? await lockGateName(tx, gateId) : DEFAULT_GATE
    if (!gate) throw new CheckInError('gate_not_found', { details: { field: 'gate_id' } })
    const place = { eventId: event.id, gateId }
    const isChanged = isStopped
      ? await insertStoppedGate(tx, { ...place, by, now })
      : await deleteStoppedGate(tx, place)
    if (!isChanged) return
    const action = isStopped ? 'entry_stopped' : 'entry_opened'
    await insertAudit(tx, { accountId: by, at: now }, [
      { action, subject: gate, eventId: event.id },
    ])
  })
}
