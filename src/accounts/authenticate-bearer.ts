import { errors, jwtVerify } from 'jose'
import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { Viewer } from '../platform/viewer.ts'
import { tokenKey } from './session.rules.ts'
import { selectViewer } from './sessions.sql.ts'

/**
 * Who 'Bearer …' stands for. Session and role are read anew: what was ended or taken away is gone
 * at once.
 */
export async function authenticateBearer(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  authorization: string,
): Promise<Viewer | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (!token) return null
  try {
    const now = clock.now()
    const { payload } = await jwtVerify(token, tokenKey(env.sessionSecret), {
      algorithms: ['HS256'],
      currentDate: now,
    })
    const { sub: accountId, sid: id } = payload
    if (typeof id !== 'string' || !accountId || ![id, accountId].every(isUuid)) return null
    return (await selectViewer(db, { id, accountId, now })) ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
