import { type Db, inTransaction } from '../database/db.ts'
import { insertSetting, lockSettings, selectSetting } from '../database/setting.sql.ts'

export type Mode = 'sandbox' | 'production'

const SETTING = 'mode'

const REFUSALS: Record<Mode, string> = {
  sandbox:
    "DATABASE_URL or DATA_DIR: this database is a sandbox's, with accounts whose password is published; it never becomes production. Name another one.",
  production:
    "DATABASE_URL or DATA_DIR: this database is production's; a sandbox never runs on it. Name another one.",
}

/**
 * The first start says what the database is, and it stays that. Throws if it is the other thing,
 * with one line for whoever started it.
 */
export async function claimMode(db: Db, mode: Mode): Promise<void> {
  const known = await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const found = await selectSetting(tx, SETTING)
    if (found === undefined) await insertSetting(tx, SETTING, mode)
    return (found ?? mode) as Mode
  })
  if (known !== mode) throw new Error(REFUSALS[known])
}
