import { dropNotice, mailOrganizer } from '../../events/editing/review-mails.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { deleteRequest } from './measure-requests.sql.ts'

type Event = { id: string; title: string; organizer_id: string | null }

const TEXTS = {
  cancel: [
    'Cancelled',
    'The event is cancelled, as you asked. Every buyer is notified and refunded.',
  ],
  reschedule: [
    'Rescheduled',
    'The event is rescheduled, as you asked. Every buyer is notified, and may ask for a refund.',
  ],
} as const

/**
 * Ends the request for a measure that was carried out, and notifies the organizer. Does nothing if
 * no request waits.
 */
export async function endRequest(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  event: Event,
  { kind, now }: { kind: keyof typeof TEXTS; now: Date },
): Promise<void> {
  if ((await deleteRequest(tx, event.id)) !== 'sent') return
  await dropNotice(tx, 'measure_asked', event.id)
  const [what, text] = TEXTS[kind]
  await mailOrganizer(tx, deps, event, {
    what,
    text: `Hello,\n\n${text}`,
    now,
  })
}
