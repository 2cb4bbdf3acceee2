import { type RawBuilder, sql } from 'kysely'

/**
 * For how long work that others stand behind waits for a lock before it lets them pass, in ms. Far
 * longer than any transaction of ours lasts: who holds one for as long may hold it for much longer.
 * Longer, too, than PostgreSQL takes to find a deadlock (1 s), which is another matter.
 */
const PATIENCE_MS = 2_000

/**
 * A condition that always holds: from where it is evaluated, before any row is read, to the end of
 * the transaction (which may be this statement) nothing waits longer for a lock. So it costs no
 * round trip.
 */
export const impatiently = (): RawBuilder<boolean> =>
  sql`(select set_config('lock_timeout', ${`${PATIENCE_MS}ms`}, true)) is not null`
