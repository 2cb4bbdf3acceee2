import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { lockOwnEvent } from '../../events/check-event.ts'
import { replaceLinks } from '../../events/editing/event-edit.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { moveTicketsToGate } from '../../tickets/inside.sql.ts'
import type { TicketKind } from '../../tickets/number.rules.ts'
import { checkInTimes } from '../declarations.ts'
import { lockGateName } from '../entry-rules/entry-rules.sql.ts'
import { CheckInError } from '../errors.ts'
import {
  endEarlierMoves,
  insertGateMove,
  isGateOfOtherKind,
  selectMovableType,
} from './gate-moves.sql.ts'

const OTHER_KIND: Record<TicketKind, string> = {
  entry: 'This gate redeems add-ons. Choose an entrance.',
  add_on: 'This gate is an entrance. Choose a gate of its own for the add-on.',
}

type TypeMove = { eventId: string; typeId: string; gateId: string }

/**
 * Moves all tickets of a type to another gate. After the commit, ticket pages show the new gate.
 * Gate phones get it at their next sync. `noticeAfterMs` later, holders get an SMS about the last
 * gate, but at most one SMS per `noticeEveryMs`.
 */
export async function moveTicketType(
  { db, env, clock, timeScale }: Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>,
  viewer: Viewer,
  { eventId, typeId, gateId }: TypeMove,
): Promise<void> {
  const now = clock.now()
  const by = viewer.accountId
  await inTransaction(db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const type = isUuid(typeId) ? await selectMovableType(tx, event.id, typeId) : undefined
    if (!type) throw new CheckInError('ticket_type_not_found')
    const gate = isUuid(gateId) ? await lockGateName(tx, event.id, gateId) : undefined
    if (!gate) throw new CheckInError('gate_not_found', { details: { field: 'gate_id' } })
    if (await isGateOfOtherKind(tx, { eventId: event.id, gateId, kind: type.kind })) {
      refuseField('gate_id', OTHER_KIND[type.kind as TicketKind])
    }
    await replaceLinks(tx, [type.id], [{ ticket_type_id: type.id, gate_id: gateId }])
    // Counts only the tickets that exist now. Later buyers get tickets with the new gate and need
    // no SMS.
    const moved = await moveTicketsToGate(tx, type.id, gateId)
    if (moved > 0) {
      const organizerId = event.organizer_id ?? event.id
      await spend(tx, { env, clock }, viewer, { budget: 'moves', organizerId })
      const { noticeAfterMs, noticeEveryMs } = checkInTimes(timeScale)
      const next_at = await endEarlierMoves(tx, type.id, {
        soonest: new Date(now.getTime() + noticeAfterMs),
        everyMs: noticeEveryMs,
      })
      await insertGateMove(tx, {
        id: newId(),
        event_id: event.id,
        ticket_type_id: type.id,
        gate_id: gateId,
        moved_by: by,
        at: now,
        next_at,
      })
    }
    const after = { gate }
    await insertAudit(tx, { accountId: by, at: now }, [
      { action: 'ticket_type_gate_changed', subject: type.name, eventId: event.id, after },
    ])
  })
}
