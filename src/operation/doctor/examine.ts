import type { Deps } from '../../platform/database/deps.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { checkAlerts } from './check-alerts.ts'
import {
  checkArchive,
  checkClock,
  checkDatabase,
  checkDatabaseRole,
  checkDatabaseSettings,
} from './check-database.ts'
import {
  checkBackup,
  checkBaseBackup,
  checkDisk,
  checkInitiator,
  checkStorage,
} from './check-machine.ts'
import { checkCallbackOrigin, checkCertificate, checkOrigin } from './check-origin.ts'
import { checkDaraja, checkMail, checkSms } from './check-providers.ts'

export type DoctorDeps = Pick<Deps, 'env' | 'db' | 'clock'> & { storage: Storage }

/** The result of a check. `fault` says what is wrong and what to do; null if nothing is wrong. */
export type Finding = { name: string; fault: string | null }

type Check = (deps: DoctorDeps) => Promise<string | null>

const DATABASE = 'database'
const CHECKS: Record<string, Check> = {
  'database role': checkDatabaseRole,
  'database settings': checkDatabaseSettings,
  clock: checkClock,
  Daraja: checkDaraja,
  'M-Pesa certificate': checkInitiator,
  'public address': checkOrigin,
  'callback address': checkCallbackOrigin,
  TLS: checkCertificate,
  SMS: checkSms,
  email: checkMail,
  uploads: checkStorage,
  disk: checkDisk,
  backup: checkBackup,
  'base backup': checkBaseBackup,
  'WAL archive': checkArchive,
  'test alert': checkAlerts,
}

/** Runs every check. A check that throws counts as a fault, and the other checks still run. */
export async function examine(deps: DoctorDeps): Promise<Finding[]> {
  const database = await checkDatabase(deps)
  const rest = Object.entries(CHECKS).map(async ([name, check]) => ({
    name,
    fault: await check(deps).catch((error: Error) => `the check failed: ${error.message}`),
  }))
  return [{ name: DATABASE, fault: database }, ...(await Promise.all(rest))]
}
