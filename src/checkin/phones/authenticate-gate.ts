import { hashToken } from '../../accounts/tokens.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { GatePhone } from '../../platform/http/gate-phone.ts'
import { CheckInError } from '../errors.ts'
import { isEndedToken, type PhoneOfToken, selectPhoneOfToken } from '../gate-phones.sql.ts'
import { readGateBearer } from './gate-phone.rules.ts'

/**
 * The gate phone that an Authorization header stands for; null if it is none. Read anew each time,
 * so that one which was revoked is refused at once, and told so, that it may wipe itself.
 */
export async function authenticateGate(
  { db }: Pick<Deps, 'db'>,
  authorization: string,
): Promise<GatePhone | null> {
  const token = readGateBearer(authorization)
  if (token === null) return null
  const hash = hashToken(token)
  const row = await selectPhoneOfToken(db, hash)
  if (!row && !(await isEndedToken(db, hash))) return null
  if (!row || row.revoked_at !== null || row.signed_off_at !== null)
    throw new CheckInError('gate_phone_revoked')
  return gatePhone(row)
}

function gatePhone(row: PhoneOfToken): GatePhone {
  const { id, name, event_id: eventId, gate_id: gateId, may_sell: maySell } = row
  const { paired_at: pairedAt, clock_ms, seen_at: seenAt } = row
  const clockMs = clock_ms === null ? null : Number(clock_ms)
  return { id, name, eventId, gateId, maySell, pairedAt, clockMs, seenAt }
}
