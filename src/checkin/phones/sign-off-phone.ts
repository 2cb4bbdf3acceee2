import { hashToken } from '../../accounts/tokens.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { signPhoneOff } from '../gate-phones.sql.ts'
import { readGateBearer } from './gate-phone.rules.ts'

/**
 * Ends the access of a phone at its steward's request; a second call is refused as for a revoked
 * phone. The signing key stays: the phone has deleted it, and a new code for this phone raises the
 * key version.
 */
export async function signOffPhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorization: string,
  { unsent }: { unsent: number },
): Promise<void> {
  const token = readGateBearer(authorization)
  if (token) await signPhoneOff(db, hashToken(token), { unsent, now: clock.now() })
}
