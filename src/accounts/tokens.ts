// The credentials of clients: signed bearers, which name their session, and random tokens, of which
// we store only the hash.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { ACCESS_TOKEN_S } from './session.rules.ts'

/** Returns 256 random bits for a cookie or a link, and the hash that we store. */
export function drawToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Hashes a token for storage. Tokens are long and random, so one round of hashing is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function drawNonce(): Buffer {
  return randomBytes(16)
}

/**
 * Derives the possible successors of a used refresh token, one with each of our secrets. Only one
 * of them is real: the first use derived it with the secret that signed at that time. We store only
 * hashes, so each call derives the successors again, from the client's token, a stored nonce and
 * our secrets.
 */
export function deriveSuccessors(
  { sessionSecrets }: Pick<Deps['env'], 'sessionSecrets'>,
  token: string,
  nonce: Buffer,
): string[] {
  return sessionSecrets.map((secret) => {
    const mac = createHmac('sha256', secret).update('refresh token').update(nonce)
    return mac.update(token).digest('base64url')
  })
}

/** The session of a bearer, and the account of the session. */
type BearerSession = { id: string; accountId: string }

/**
 * Returns a bearer for a session. The bearer works for ACCESS_TOKEN_S seconds or until the session
 * ends.
 */
export async function signBearer(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  session: BearerSession,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(session.accountId)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_S)
    .sign(bearerKey(env.sessionSecrets[0]!))
}

/** Returns the session of 'Bearer …', or null if the bearer is not ours or has expired. */
export async function readBearer(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  authorization: string,
): Promise<BearerSession | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (!token) return null
  for (const secret of env.sessionSecrets) {
    try {
      const { payload } = await jwtVerify(token, bearerKey(secret), {
        algorithms: ['HS256'],
        currentDate: clock.now(),
      })
      const { sub: accountId, sid: id } = payload
      if (typeof id !== 'string' || !accountId || ![id, accountId].every(isUuid)) return null
      return { id, accountId }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return null
}

function bearerKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
