import type { Db } from '../platform/db.ts'
import type { Viewer } from '../platform/viewer.ts'

/** Undefined once the session has ended: what was given out in it is good no longer. */
export async function selectViewer(
  db: Db,
  session: { id: string; accountId: string; now: Date },
): Promise<Viewer | undefined> {
  return (await db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['a.id as accountId', 'a.role'])
    .where('s.id', '=', session.id)
    .where('s.account_id', '=', session.accountId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', session.now)
    .executeTakeFirst()) as Viewer | undefined
}
