import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { EventError } from '../errors.ts'
import { countEventsOf, deleteCategory, lockCategory } from './catalogue.sql.ts'

/** Removes a category that no event has. Throws AppError: not_found, in_use. */
export async function removeCategory(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const category = isUuid(id) ? await lockCategory(tx, id) : undefined
    if (!category) throw new AppError('not_found')
    const events = await countEventsOf(tx, id)
    if (events > 0) {
      const text = `${category.name} still has ${events === 1 ? '1 event' : `${events} events`}. Give them another category first.`
      throw new EventError('in_use', { text })
    }
    await deleteCategory(tx, id)
    await insertAudit(tx, { accountId: viewer.accountId, at: deps.clock.now() }, [
      { action: 'category_removed', subject: category.name, before: category.name },
    ])
  })
}
