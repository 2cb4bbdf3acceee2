import { SignJWT } from 'jose'
import type { Deps } from '../platform/deps.ts'
import { ACCESS_TOKEN_S, tokenKey } from './session.rules.ts'

/** A bearer for one account, good for ACCESS_TOKEN_S seconds or until its session ends. */
export async function signAccessToken(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  session: { id: string; accountId: string },
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(session.accountId)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_S)
    .sign(tokenKey(env.sessionSecret))
}
