import { hashToken } from '../../accounts/tokens.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { signPhoneOff } from '../gate-phones.sql.ts'
import { readGateBearer } from './gate-phone.rules.ts'

/**
 * A steward signs the phone off before handing it on. Its token ends, and a repeated call is
 * refused as for a revoked phone. The event's key stays, because the phone deleted it with the
 * rest. A new code for this gate phone replaces the key.
 */
export async function signOffPhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorization: string,
  { unsent }: { unsent: number },
): Promise<void> {
  const token = readGateBearer(authorization)
  if (token) await signPhoneOff(db, hashToken(token), { unsent, now: clock.now() })
}
