import type { Deps } from '../src/platform/database/deps.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { loadSampleAccounts } from './load-sample-accounts.ts'
import { loadSampleEvents } from './load-sample-events.ts'
import { loadSampleSales } from './load-sample-sales.ts'

/** Loads all sample data of a sandbox, once for each database. Never in production. */
export async function loadSample(deps: Deps & { storage: Storage }): Promise<void> {
  await loadSampleAccounts(deps)
  await loadSampleEvents(deps)
  await loadSampleSales(deps)
}
