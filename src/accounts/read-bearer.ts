import { errors, jwtVerify } from 'jose'
import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { tokenKey } from './session.rules.ts'

/** Which session 'Bearer …' was given out in; null where we did not, or it is over. */
export async function readBearer(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  authorization: string,
): Promise<{ id: string; accountId: string } | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, tokenKey(env.sessionSecret), {
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
