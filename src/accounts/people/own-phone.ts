import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { within } from '../../platform/limits/limits.ts'
import { normalisePhone, phoneError } from '../../platform/values/phone.rules.ts'
import type { OwnPhone } from '../accounts.contract.ts'
import { selectPhone, setPhone } from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'

/**
 * The daily limit of changes. Without a limit, an account could have SMS sent to many strangers.
 */
const CHANGES = { max: 5, windowMs: 24 * 3600_000 }

export async function readOwnPhone(
  { db }: Pick<Deps, 'db'>,
  { accountId }: Viewer,
): Promise<OwnPhone> {
  return { phone: (await selectPhone(db, accountId)) ?? '' }
}

/**
 * Sets the number to which the caller gets SMS about events, in addition to emails. An empty text
 * removes the number. Throws 422 at `phone` if the text is no phone number, and 429 after five
 * changes a day.
 */
export async function setOwnPhone(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  { accountId }: Viewer,
  typed: string,
): Promise<OwnPhone> {
  const phone = typed.trim() === '' ? null : normalisePhone(typed)
  if (phone === null && typed.trim() !== '') refuseField('phone', phoneError(typed))
  const limit = { key: `own_phone:${accountId}`, ...CHANGES }
  await within(deps, [limit], async () => {
    const now = deps.clock.now()
    await inTransaction(deps.db, async (tx) => {
      await setPhone(tx, accountId, phone, now)
      const action = phone === null ? 'phone_removed' : 'phone_changed'
      await insertAudit(tx, { accountId, at: now }, [{ action, subject: accountId }])
    })
  })
  return { phone: phone ?? '' }
}
