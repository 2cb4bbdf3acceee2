// What a client shows to be let in: signed bearers, which name their session, and random tokens, of
// which only the hash is stored.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../platform/database/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { ACCESS_TOKEN_S } from './session.rules.ts'

/** 256 random bits for a cookie or a link, and what is stored of them. */
export function drawToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** As tokens are stored. They are long and random, so one round of hashing is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function drawNonce(): Buffer {
  return randomBytes(16)
}

/**
 * The one refresh token that follows a used one. Only hashes are stored, so it is made again each
 * time: from the token that was shown, a nonce that is stored, and our secret.
 */
export function succeedToken(
  { sessionSecret }: Pick<Deps['env'], 'sessionSecret'>,
  token: string,
  nonce: Buffer,
): string {
  const mac = createHmac('sha256', sessionSecret).update('refresh token').update(nonce)
  return mac.update(token).digest('base64url')
}

/** The session that a bearer belongs to, and whose it is. */
export type BearerSession = { id: string; accountId: string }

/** A bearer for one session; it works for ACCESS_TOKEN_S seconds or until the session ends. */
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
    .sign(bearerKey(env.sessionSecret))
}

/** The session that 'Bearer …' names; null if the bearer is not ours or has expired. */
export async function readBearer(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  authorization: string,
): Promise<BearerSession | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, bearerKey(env.sessionSecret), {
      algorithms: ['HS256'],
      currentDate: clock.now(),
    })
    const { sub: accountId, sid: id } = payload
    if (typeof id !== 'string' || !accountId || ![id, accountId].every(isUuid)) return null
    return { id, accountId }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function bearerKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
