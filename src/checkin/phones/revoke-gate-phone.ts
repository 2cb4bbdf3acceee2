import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { lockVisibleEvent } from '../../events/cancel.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { raiseGateKey } from '../../tickets/issuing/gate-keys.ts'
import { CheckInError } from '../errors.ts'
import { lockGatePhone, revokePhone } from '../gate-phones.sql.ts'

/**
 * Revokes a gate phone: every request after this commit is refused. The phone knew the signing key,
 * so the event gets a new key version. Repeating the call changes nothing.
 */
export async function revokeGatePhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const phone = isUuid(id) ? await lockGatePhone(tx, viewer, id) : undefined
    if (!phone) throw new CheckInError('gate_phone_not_found')
    if (phone.revoked_at !== null) return
    // The event lock runs concurrent revocations one after the other: each needs a key that neither
    // phone knew.
    await lockVisibleEvent(tx, viewer, phone.event_id)
    assert(await revokePhone(tx, phone.id, now), 'a phone under lock was revoked')
    await raiseGateKey(tx, phone.event_id)
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'gate_phone_revoked', subject: phone.name, eventId: phone.event_id },
    ])
  })
}
