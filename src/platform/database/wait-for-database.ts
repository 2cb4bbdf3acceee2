import { setTimeout as delay } from 'node:timers/promises'
import { poolerFault } from './check-sessions.ts'
import { type Db, isDatabaseAbsent } from './db.ts'
import { selectTime } from './server.sql.ts'

const RETRY_MS = 1000

/** Calls `report` for each failed attempt. Throws if waiting does not help (a wrong password). */
export async function waitForDatabase(db: Db, report: (reason: string) => void): Promise<void> {
  for (;;) {
    try {
      await selectTime(db)
      return
    } catch (error) {
      const fault = poolerFault(error)
      if (fault !== null) throw new Error(fault, { cause: error })
      if (!isDatabaseAbsent(error)) throw error
      const { code, message } = error as { code?: string; message: string }
      report(message || code || 'no connection')
    }
    await delay(RETRY_MS)
  }
}
