import { type Db, inTransaction } from './db.ts'
import { insertSetting, lockSettings, selectSetting } from './setting.sql.ts'

export type Mode = 'sandbox' | 'production'

export const MODE = 'mode'

const REFUSALS: Record<Mode, string> = {
  sandbox:
    "DATABASE_URL or DATA_DIR: this database is a sandbox's, with accounts whose password is published; it never becomes production. Name another one.",
  production:
    "DATABASE_URL or DATA_DIR: this database is production's; a sandbox never runs on it. Name another one.",
}

/** Whether a shop has started on this database before, and so has run its migrations. */
export function isModeFixed(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => (await selectSetting(tx, MODE)) !== undefined)
}

/**
 * Records whether this database belongs to a sandbox or to production, at the first start. Throws
 * at a later start in the other mode, with a message for the operator.
 */
export async function fixMode(db: Db, mode: Mode): Promise<void> {
  const known = await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const found = await selectSetting(tx, MODE)
    if (found === undefined) await insertSetting(tx, MODE, mode)
    return (found ?? mode) as Mode
  })
  if (known !== mode) throw new Error(REFUSALS[known])
}
