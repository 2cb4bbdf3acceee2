import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { drawToken } from '../../accounts/tokens.ts'
import { lockVisibleEvent } from '../../events/cancel.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { raiseGateKey } from '../../tickets/issuing/gate-keys.ts'
import { CheckInError } from '../errors.ts'
import type { MadeGatePhone } from '../gate.contract.ts'
import { lockGatePhone, replaceCode } from '../gate-phones.sql.ts'
import { CODE_MS } from '../gate-times.rules.ts'

/** Issues a new code for a gate phone; a phone paired with the old code loses access. */
export async function renewGateCode(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<MadeGatePhone> {
  const now = clock.now()
  const { token: code, hash } = drawToken()
  const until = new Date(now.getTime() + CODE_MS)
  await inTransaction(db, async (tx) => {
    const phone = isUuid(id) ? await lockGatePhone(tx, viewer, id) : undefined
    if (!phone || phone.revoked_at !== null) throw new CheckInError('gate_phone_not_found')
    await lockVisibleEvent(tx, viewer, phone.event_id)
    // The phone knew the signing key.
    if (phone.paired_at !== null) await raiseGateKey(tx, phone.event_id)
    assert(await replaceCode(tx, phone.id, { hash, until, now }), 'a phone under lock was revoked')
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'gate_phone_code_added', subject: phone.name, eventId: phone.event_id },
    ])
  })
  const url = `${env.publicOrigin}/gate/#${code}`
  return { id: id.toLowerCase(), code, url, expires_at: until.toISOString() }
}
