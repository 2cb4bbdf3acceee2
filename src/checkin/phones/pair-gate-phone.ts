import { drawToken, hashToken } from '../../accounts/tokens.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { takeGateKey } from '../../tickets/issuing/gate-keys.ts'
import type { Paired } from '../gate.contract.ts'
import { selectGateName, takeCode } from '../gate-phones.sql.ts'
import { readGateEvent } from '../list/gate-event.ts'
import { BEARER } from './gate-phone.rules.ts'

/**
 * Pairs the calling phone with the gate phone of this code, once. Null if the code is used, expired
 * or unknown.
 */
export async function pairGatePhone(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  code: string,
): Promise<Paired | null> {
  const now = clock.now()
  const token = `${BEARER}${drawToken().token}`
  return await inTransaction(db, async (tx) => {
    const phone = await takeCode(tx, {
      codeHash: hashToken(code),
      tokenHash: hashToken(token),
      now,
    })
    if (!phone) return null
    const { id, name, may_sell, event_id, gate_id } = phone
    const { key, version } = await takeGateKey(tx, event_id)
    const gate = gate_id === null ? null : await selectGateName(tx, gate_id)
    return {
      token,
      phone: { id, name, may_sell },
      event: await readGateEvent(tx, event_id),
      gate: gate_id === null ? null : { id: gate_id, name: gate ?? '' },
      key: key.toString('base64url'),
      version,
      proof_limit: env.gateProofLimit,
      server_time: now.toISOString(),
    }
  })
}
