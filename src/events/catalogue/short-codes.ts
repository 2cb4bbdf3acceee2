import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction, isUniqueViolation } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { isShortCode } from '../edit.rules.ts'
import { EventError } from '../errors.ts'
import type { ShortCodeInput } from './catalogue.contract.ts'
import {
  deleteShortCode,
  insertShortCode,
  lockShortCode,
  selectTitle,
  updateShortCode,
} from './short-codes.sql.ts'

/**
 * Adds a short code. If `isNew` is false, points the existing code to another event instead. Throws
 * AppError: not_found, event_not_found, duplicate.
 */
export async function saveShortCode(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  input: ShortCodeInput,
  isNew: boolean,
): Promise<string> {
  const code = input.code.trim().toLowerCase()
  if (isNew && !isShortCode(code)) {
    refuseField('code', 'code must have 1 to 40 letters a to z, digits or hyphens.')
  }
  const by = { accountId: viewer.accountId, at: deps.clock.now() }
  try {
    await inTransaction(deps.db, async (tx) => {
      const old = isNew || !isShortCode(code) ? undefined : await lockShortCode(tx, code)
      if (!isNew && !old) throw new AppError('not_found')
      const title = isUuid(input.event_id) ? await selectTitle(tx, input.event_id) : undefined
      if (title === undefined) {
        throw new EventError('event_not_found', { details: { field: 'event_id' } })
      }
      if (old?.event_id === input.event_id.toLowerCase()) return
      if (old) await updateShortCode(tx, code, input.event_id)
      else await insertShortCode(tx, { code, event_id: input.event_id, created_at: by.at })
      const action = old ? 'short_code_changed' : 'short_code_added'
      const entry = { action, subject: code, eventId: input.event_id, after: title }
      await insertAudit(tx, by, [{ ...entry, before: old?.title }])
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'short_code_pkey')) throw error
    throw new EventError('duplicate', {
      text: `The short code ${code} is already in use.`,
      details: { field: 'code' },
    })
  }
  return code
}

/**
 * Removes a short code: its address redirects to the home page from then on. Throws AppError:
 * not_found.
 */
export async function removeShortCode(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  typed: string,
): Promise<void> {
  const code = typed.toLowerCase()
  await inTransaction(deps.db, async (tx) => {
    const old = isShortCode(code) ? await lockShortCode(tx, code) : undefined
    if (!old) throw new AppError('not_found')
    await deleteShortCode(tx, code)
    await insertAudit(tx, { accountId: viewer.accountId, at: deps.clock.now() }, [
      { action: 'short_code_removed', subject: code, eventId: old.event_id, before: old.title },
    ])
  })
}
