import { sql } from 'kysely'

/** The setting that is true while an admin has stopped refunds and payouts. */
export const SENDING_STOPPED = 'refunds_stopped'

/** Whether sending is stopped. PostgreSQL evaluates it once for each statement. */
export const isSendingStopped = sql<boolean>`coalesce(
  (select value = 'true' from setting where name = ${SENDING_STOPPED}), false)`
