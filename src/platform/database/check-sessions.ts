import { setTimeout as delay } from 'node:timers/promises'
import { type Db, databaseErrorCode, inTransaction, SESSION_SETTINGS } from './db.ts'
import { selectSessionPid, selectSessionSettings } from './server.sql.ts'

const TRIES = 3
const WAIT_MS = 3000

/**
 * Throws an error for the operator if a pooler between us and PostgreSQL drops our session
 * settings, or if it loses prepared statements although `prepares` is true.
 */
export async function checkSessions(db: Db, prepares: boolean): Promise<void> {
  const names = Object.keys(SESSION_SETTINGS)
  const { role, settings } = await selectSessionSettings(db, names)
  const lost = Object.entries(SESSION_SETTINGS).filter(([name, value]) => settings[name] !== value)
  if (lost.length > 0) {
    const found = lost.map(([name]) => `${name} = ${settings[name]}`).join(', ')
    throw new Error(
      `DATABASE_URL: a pooler drops the settings of our sessions (found ${found}). Give them to the role, and restart the pooler: ${alterRole(role)}`,
    )
  }
  if (!prepares) return
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await losesStatements(db)) throw new Error(SHARED)
  }
}

const SHARED =
  'DATABASE_PREPARE=yes: a pooler gives our sessions to other connections between transactions and keeps no prepared statements. Set DATABASE_PREPARE=no, or let the pooler pool by session.'

const alterRole = (role: string) =>
  Object.entries(SESSION_SETTINGS)
    .map(([name, value]) => `alter role "${role}" set ${name} = '${value}';`)
    .join(' ')

/**
 * Whether a pooler loses prepared statements. Prepares a statement on one connection, lets another
 * connection use the same session, if the pooler allows that, and runs the statement again on the
 * first connection.
 */
async function losesStatements(db: Db): Promise<boolean> {
  try {
    await db.connection().execute(async (one) => {
      for (let times = 1; times <= 2; times++) await selectSessionPid(one)
      await inTransaction(db, async (other) => {
        await selectSessionPid(other)
        // If the pooler has a single session, this query cannot run before the transaction ends. So
        // the transaction waits for the query at most WAIT_MS.
        await Promise.race([selectSessionPid(one), delay(WAIT_MS)])
      })
    })
    return false
  } catch (error) {
    if (isStatementLost(error)) return true
    throw error
  }
}

const isStatementLost = (error: unknown) => /^(26000|42P05)$/.test(databaseErrorCode(error) ?? '')

/**
 * The error message for the operator if a pooler refuses our connections; null for other errors.
 * PgBouncer refuses the parameter with which the session settings are sent.
 */
export function poolerFault(error: unknown): string | null {
  if (!/unsupported startup parameter/.test((error as Error).message)) return null
  return `DATABASE_URL: the pooler refuses the settings of our sessions. Set ignore_startup_parameters = extra_float_digits,options in pgbouncer.ini, and give them to the role: ${alterRole('lango')}`
}
