import type { Db } from '../platform/db.ts'
import type { Viewer } from '../platform/viewer.ts'

export async function selectViewer(db: Db, accountId: string): Promise<Viewer | undefined> {
  return (await db
    .selectFrom('account')
    .select(['id as accountId', 'role'])
    .where('id', '=', accountId)
    .executeTakeFirst()) as Viewer | undefined
}
