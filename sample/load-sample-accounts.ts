import { insertAccount } from '../src/accounts/accounts.sql.ts'
import { upsertFee } from '../src/accounts/fees/fees.sql.ts'
import { makePasswordHasher } from '../src/accounts/passwords.ts'
import { assert } from '../src/platform/assert.ts'
import { inTransaction } from '../src/platform/database/db.ts'
import type { Deps } from '../src/platform/database/deps.ts'
import { hasSetting, insertSetting, lockSettings } from '../src/platform/database/setting.sql.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from './accounts.ts'

const SETTING = 'sample_accounts'
/** The service fee of the account `other`, in hundredths of a percent. */
const OTHER_FEE = 500

/** Creates the accounts that `npm start` prints, once for each database. Never in production. */
export async function loadSampleAccounts({
  db,
  clock,
  env,
}: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<void> {
  if (env.production) throw new Error('sample accounts have a published password')
  if (await inTransaction(db, (tx) => hasSetting(tx, SETTING))) return
  const passwordHash = await makePasswordHasher().hash(SAMPLE_PASSWORD, 'sample')
  await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    if (await hasSetting(tx, SETTING)) return
    const now = clock.now()
    for (const account of Object.values(SAMPLE_ACCOUNTS)) {
      const isNew = await insertAccount(tx, { ...account, passwordHash, confirmedAt: now, now })
      assert(isNew, 'a sample account was there before the sample')
    }
    const accountId = SAMPLE_ACCOUNTS.other.id
    await upsertFee(tx, { accountId, fee: { basis_points: OTHER_FEE, fixed_cents: 0 }, now })
    await insertSetting(tx, SETTING, Object.keys(SAMPLE_ACCOUNTS).length)
  })
}
