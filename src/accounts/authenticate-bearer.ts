import { errors, jwtVerify } from 'jose'
import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { Viewer } from '../platform/viewer.ts'
import { selectViewer } from './accounts.sql.ts'
import { tokenKey } from './session.rules.ts'

/** Who 'Bearer …' stands for. The role is read anew: what was taken away is gone at once. */
export async function authenticateBearer(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  authorization: string,
): Promise<Viewer | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, tokenKey(env.sessionSecret), {
      algorithms: ['HS256'],
      currentDate: clock.now(),
    })
    const { sub } = payload
    return sub && isUuid(sub) ? ((await selectViewer(db, sub)) ?? null) : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
