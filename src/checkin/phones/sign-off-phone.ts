import { hashToken } from '../../accounts/tokens.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { signPhoneOff } from '../gate-phones.sql.ts'
import { readGateBearer } from './gate-phone.rules.ts'

/**
 * Its steward hands the phone on: what it had ends, and the same again is refused as a revoked phone's
 * is. The key stays: it was wiped with the rest, and another code for this phone raises it.
 */
export async function signOffPhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorization: string,
  { unsent }: { unsent: number },
): Promise<void> {
  const token = readGateBearer(authorization)
  if (token) await signPhoneOff(db, hashToken(token), { unsent, now: clock.now() })
}
