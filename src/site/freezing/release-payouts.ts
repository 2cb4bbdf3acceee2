import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { releasePayouts, selectReleasedAt } from '../../events/payout-plan/freeze.sql.ts'
import { queueEmail } from '../../messages/outbox.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { settleMissing } from './freezing.sql.ts'

/**
 * Releases the payouts of a frozen event permanently and notifies its organizer. Repeating the call
 * changes nothing. Throws not_found unless the event was frozen.
 */
export async function release(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  { id, words }: { id: string; words: string },
): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const event = await releasePayouts(tx, id, now)
    if (!event) {
      if ((await selectReleasedAt(tx, id)) === null) throw new AppError('not_found')
      return
    }
    await settleMissing(tx, id, now)
    const { title, email } = event
    await auditEvent(tx, viewer, { id, title }, { action: 'payouts_released', after: words, now })
    if (email === null) return
    const page = `${env.publicOrigin}/organizer/events/${id}/statement`
    await queueEmail(tx, {
      to: email,
      from: env.mail.from,
      replyTo: env.support.email,
      subject: `Payouts released: ${title}`,
      text: `Hello,\n\nwe've reviewed ${title}. Its money can be paid out again.\n\n${page}`,
      dedupeKey: `payout_stopped:released:${id}`,
      now,
    })
  })
}

/**
 * Takes an event without check-ins off the work list; `words` go to the audit log. If more complaints come, its payouts are
 * frozen nevertheless. Repeating the call changes nothing. Throws not_found if no such event was
 * noticed.
 */
export async function settleCheckIns(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { id, words }: { id: string; words: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const found = isUuid(id) ? await settleMissing(tx, id, now) : undefined
    if (!found) throw new AppError('not_found')
    if (found.isRepeated) return
    const entry = { action: 'missing_check_ins_settled', after: { words }, now }
    await auditEvent(tx, viewer, { id, title: found.title }, entry)
  })
}
