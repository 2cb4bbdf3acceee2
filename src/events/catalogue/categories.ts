import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction, isUniqueViolation } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isRefusedBy } from '../../platform/database/refused-by.sql.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { CATEGORY_NAME_MAX } from '../edit.rules.ts'
import { readName } from '../editing/parse-event.ts'
import { EventError } from '../errors.ts'
import type { CategoryInput, CategoryReply } from './catalogue.contract.ts'
import {
  countEventsOf,
  deleteCategory,
  insertCategory,
  lockCategory,
  updateCategory,
} from './catalogue.sql.ts'

/** Adds a category, or renames a category. Throws AppError: not_found, duplicate. */
export async function saveCategory(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string | null,
  input: CategoryInput,
): Promise<CategoryReply> {
  const name = readName(input.name, CATEGORY_NAME_MAX)
  const by = { accountId: viewer.accountId, at: deps.clock.now() }
  try {
    return await inTransaction(deps.db, async (tx) => {
      const old = id === null || !isUuid(id) ? undefined : await lockCategory(tx, id)
      if (id !== null && !old) throw new AppError('not_found')
      const saved = { id: old?.id ?? newId(), name }
      if (old) await updateCategory(tx, saved)
      else await insertCategory(tx, saved)
      if (old?.name === name) return saved
      const action = old ? 'category_renamed' : 'category_added'
      await insertAudit(tx, by, [{ action, subject: name, before: old?.name, after: name }])
      return saved
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'category__name', 'category_name_key')) throw error
    throw new EventError('duplicate', {
      text: `There is already a category named ${name}.`,
      details: { field: 'name' },
    })
  }
}

/** Removes a category that no event has. Throws AppError: not_found, in_use. */
export async function removeCategory(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const category = isUuid(id) ? await lockCategory(tx, id) : undefined
    if (!category) throw new AppError('not_found')
    if (await isRefusedBy(tx, ['event_category_id_fkey'], () => deleteCategory(tx, id))) {
      const events = await countEventsOf(tx, id)
      const text = `${category.name} still has ${events === 1 ? '1 event' : `${events} events`}. Give them another category first.`
      throw new EventError('in_use', { text })
    }
    await insertAudit(tx, { accountId: viewer.accountId, at: deps.clock.now() }, [
      { action: 'category_removed', subject: category.name, before: category.name },
    ])
  })
}
