import type { Deps } from '../platform/deps.ts'
import type { Viewer } from '../platform/viewer.ts'
import { readBearer } from './read-bearer.ts'
import { selectViewer } from './sessions.sql.ts'

/**
 * Who 'Bearer …' stands for. Session and role are read anew: what was ended or taken away is gone
 * at once.
 */
export async function authenticateBearer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  authorization: string,
): Promise<Viewer | null> {
  const session = await readBearer(deps, authorization)
  if (!session) return null
  return (await selectViewer(deps.db, { ...session, now: deps.clock.now() })) ?? null
}
