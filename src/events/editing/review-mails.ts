import { queueEmail } from '../../messages/outbox.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Difference } from './event-diff.rules.ts'
import { selectOwner } from './event-edit.sql.ts'
import { deleteReview } from './review.sql.ts'

type MailDeps = Pick<Deps, 'env'>
type Reviewed = { id: string; title: string; organizer_id: string | null; is_published: boolean }

/** Queues an email to support about a draft that its organizer has sent in. */
export async function mailSentIn(tx: Tx, deps: MailDeps, event: Reviewed, now: Date) {
  const text = 'has sent in a draft. Publish it or return it:'
  await mailSupport(tx, deps, event, { subject: `Sent in: ${event.title}`, text, now })
}

/** Queues an email to support that begins with the organizer's address. */
export async function mailSupport(
  tx: Tx,
  { env }: MailDeps,
  event: Omit<Reviewed, 'is_published'>,
  { subject, text, now }: { subject: string; text: string; now: Date },
) {
  const owner = event.organizer_id === null ? undefined : await selectOwner(tx, event.organizer_id)
  await queueEmail(tx, {
    to: env.support.email,
    from: env.mail.from,
    ...(owner && { replyTo: owner.email }),
    subject,
    text: [
      `${owner?.email ?? 'An organizer'} ${text}`,
      `${env.publicOrigin}/organizer/events/${event.id}`,
    ].join('\n\n'),
    dedupeKey: `event_review:${newId()}`,
    now,
  })
}

/** Queues an email to support about a change of a published event that waits for approval. */
export async function mailChange(
  tx: Tx,
  deps: MailDeps,
  event: Reviewed,
  { changes, now }: { changes: Difference[]; now: Date },
): Promise<void> {
  const list = changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`).join('\n')
  await mailSupport(tx, deps, event, {
    subject: `Change asked: ${event.title}`,
    text: `asks to change a published event. Approve it or return it:\n\n${list}`,
    now,
  })
}

/** Queues an email to the organizer of the event. */
export async function mailOrganizer(
  tx: Tx,
  { env }: MailDeps,
  event: Omit<Reviewed, 'is_published'>,
  mail: { subject: string; text: string; now: Date },
): Promise<void> {
  const owner = event.organizer_id === null ? undefined : await selectOwner(tx, event.organizer_id)
  if (!owner) return
  await queueEmail(tx, {
    ...mail,
    to: owner.email,
    from: env.mail.from,
    replyTo: env.support.email,
    text: `${mail.text}\n\n${env.publicOrigin}/organizer/events/${event.id}`,
    dedupeKey: `event_review:${newId()}`,
  })
}

/**
 * Ends the review of a draft that is published now, or of a change, and notifies the organizer.
 * `event` is the event before.
 */
export async function endReview(tx: Tx, deps: MailDeps, event: Reviewed, now: Date): Promise<void> {
  if (!(await deleteReview(tx, event.id))) return
  await mailOrganizer(tx, deps, event, {
    ...(event.is_published
      ? {
          subject: `Changed: ${event.title}`,
          text: 'Hello,\n\nWe made the change that you asked for.',
        }
      : {
          subject: `Published: ${event.title}`,
          text: 'Hello,\n\nYour event is public now, and its tickets are on sale.',
        }),
    now,
  })
}
