import { queueEmail, queueSms } from '../../messages/outbox.ts'
import { writeSms } from '../../messages/sms.rules.ts'
import { SMS } from '../../messages/sms.text.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Difference } from './event-diff.rules.ts'
import { selectAdminPhones, selectOwner } from './event-edit.sql.ts'
import { deleteReview } from './review.sql.ts'

type MailDeps = Pick<Deps, 'env'>
type Reviewed = { id: string; title: string; organizer_id: string | null; is_published: boolean }

/** Queues an email to support about a draft that its organizer has sent in. */
export async function mailSentIn(tx: Tx, deps: MailDeps, event: Reviewed, now: Date) {
  const text = 'has sent in a draft. Publish it or return it:'
  await mailSupport(tx, deps, event, { what: 'Sent in', text, now })
}

/**
 * A notice. The subject of the email and the SMS say '<what>: <title of the event>'. Only the email
 * contains `text`.
 */
type Notice = { what: string; text: string; now: Date }

/**
 * Queues an email to support, and an SMS to each admin who wants SMS about reviews. The text of the
 * email begins with the organizer's email address.
 */
export async function mailSupport(
  tx: Tx,
  { env }: MailDeps,
  event: Omit<Reviewed, 'is_published'>,
  { what, text, now }: Notice,
) {
  const owner = event.organizer_id === null ? undefined : await selectOwner(tx, event.organizer_id)
  await queueEmail(tx, {
    to: env.support.email,
    from: env.mail.from,
    ...(owner && { replyTo: owner.email }),
    subject: `${what}: ${event.title}`,
    text: [
      `${owner?.email ?? 'An organizer'} ${text}`,
      `${env.publicOrigin}/organizer/events/${event.id}`,
    ].join('\n\n'),
    dedupeKey: `event_review:${newId()}`,
    now,
  })
  await sendSms(tx, await selectAdminPhones(tx), smsText({ env }, event, what), now)
}

/** 'Lango: Published: Derby Day. <link>' */
function smsText(
  { env }: MailDeps,
  { id, title }: Pick<Reviewed, 'id' | 'title'>,
  what: string,
): string {
  const link = `${env.publicOrigin}/organizer/events/${id}`
  return writeSms(SMS.eventNews, 'en', { what, title, link })
}

async function sendSms(tx: Tx, phones: string[], body: string, now: Date): Promise<void> {
  for (const phone of phones) {
    await queueSms(tx, { phone, body, dedupeKey: `event_review:${newId()}`, now })
  }
}

/** Queues an email to support about a change of a published event that waits for approval. */
export async function mailChange(
  tx: Tx,
  deps: MailDeps,
  event: Reviewed,
  { changes, now }: { changes: Difference[]; now: Date },
): Promise<void> {
  const list = changes
    .map(({ what, before, after }) =>
      before === after ? `${what} changed` : `${what}: ${before} → ${after}`,
    )
    .join('\n')
  await mailSupport(tx, deps, event, {
    what: 'Change asked',
    text: `asks to change a published event. Approve it or return it:\n\n${list}`,
    now,
  })
}

/**
 * Queues an email to the event's organizer, and an SMS if the organizer wants SMS. Does nothing if
 * the event has no organizer.
 */
export async function mailOrganizer(
  tx: Tx,
  { env }: MailDeps,
  event: Omit<Reviewed, 'is_published'>,
  { what, text, now }: Notice,
): Promise<void> {
  const owner = event.organizer_id === null ? undefined : await selectOwner(tx, event.organizer_id)
  if (!owner) return
  await queueEmail(tx, {
    to: owner.email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject: `${what}: ${event.title}`,
    text: `${text}\n\n${env.publicOrigin}/organizer/events/${event.id}`,
    dedupeKey: `event_review:${newId()}`,
    now,
  })
  if (owner.phone) await sendSms(tx, [owner.phone], smsText({ env }, event, what), now)
}

/**
 * Ends the review of a draft that is published now, or of a change that is made now, and notifies
 * the organizer. `event` is the event before the save. Does nothing if there is no review.
 */
export async function endReview(tx: Tx, deps: MailDeps, event: Reviewed, now: Date): Promise<void> {
  if (!(await deleteReview(tx, event.id))) return
  await mailOrganizer(tx, deps, event, {
    ...(event.is_published
      ? {
          what: 'Changed',
          text: 'Hello,\n\nWe made the change that you asked for.',
        }
      : {
          what: 'Published',
          text: 'Hello,\n\nYour event is public now, and its tickets are on sale.',
        }),
    now,
  })
}
