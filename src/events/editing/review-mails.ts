import type { Spender } from '../../messages/budget/budget.ts'
import { collectTask, dropTask } from '../../messages/budget/collected-notices.ts'
import { queueEmail, queueSms } from '../../messages/outbox.ts'
import { writeSms } from '../../messages/sms.rules.ts'
import { SMS } from '../../messages/sms.text.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { Difference } from './event-diff.rules.ts'
import { selectAdminPhones, selectOwner } from './event-edit.sql.ts'
import { deleteReview } from './review.sql.ts'

type MailDeps = Pick<Deps, 'env' | 'clock'>
type Reviewed = { id: string; title: string; organizer_id: string | null; is_published: boolean }

/** Notifies admins of a draft that its organizer has sent in. */
export async function mailSentIn(tx: Tx, deps: MailDeps, event: Reviewed, by: Spender) {
  const text = 'has sent in a draft. Publish it or return it:'
  await mailSupport(tx, deps, event, { about: 'event_review', by, what: 'Sent in', text })
}

/**
 * A notice. The subject of the email and the SMS say '<what>: <title of the event>'. Only the email
 * contains `text`.
 */
type Notice = { what: string; text: string }

/** The tasks for admins about one event: a review, or a request to cancel or reschedule. */
type TaskKind = 'event_review' | 'measure_asked'

/**
 * Notifies admins of a task by an email to support, and by an SMS to each admin who wants SMS about
 * reviews; at most once an hour for each event and kind (`collectTask`). The text of the email
 * begins with the organizer's email address.
 */
export async function mailSupport(
  tx: Tx,
  deps: MailDeps,
  event: Omit<Reviewed, 'is_published'>,
  { about, by, what, text }: Notice & { about: TaskKind; by: Spender },
) {
  const { env } = deps
  const owner = event.organizer_id === null ? undefined : await selectOwner(tx, event.organizer_id)
  await collectTask(tx, deps, {
    thing: `${about}:${event.id}`,
    organization: event.organizer_id ?? event.id,
    by,
    email: {
      to: env.support.email,
      from: env.mail.from,
      ...(owner && { replyTo: owner.email }),
      subject: `${what}: ${event.title}`,
      text: [
        `${owner?.email ?? 'An organizer'} ${text}`,
        `${env.publicOrigin}/organizer/events/${event.id}`,
      ].join('\n\n'),
    },
    sms: { phones: await selectAdminPhones(tx), body: smsText(deps, event, what) },
  })
}

/** Drops the notice to admins that waits, because the task is settled. */
export async function dropNotice(tx: Tx, about: TaskKind, eventId: string): Promise<void> {
  await dropTask(tx, `${about}:${eventId}`)
}

/** 'Lango: Published: Derby Day. <link>' */
function smsText(
  { env }: Pick<MailDeps, 'env'>,
  { id, title }: Pick<Reviewed, 'id' | 'title'>,
  what: string,
): string {
  const link = `${env.publicOrigin}/organizer/events/${id}`
  return writeSms(SMS.eventNews, 'en', { what, title, link })
}

/** Notifies admins of a change of a published event that waits for approval. */
export async function mailChange(
  tx: Tx,
  deps: MailDeps,
  event: Reviewed,
  { changes, by }: { changes: Difference[]; by: Spender },
): Promise<void> {
  const list = changes
    .map(({ what, before, after }) =>
      before === after ? `${what} changed` : `${what}: ${before} → ${after}`,
    )
    .join('\n')
  await mailSupport(tx, deps, event, {
    about: 'event_review',
    by,
    what: 'Change asked',
    text: `asks to change a published event. Approve it or return it:\n\n${list}`,
  })
}

/**
 * Queues an email to the event's organizer, and an SMS if the organizer wants SMS. Does nothing if
 * the event has no organizer.
 */
export async function mailOrganizer(
  tx: Tx,
  { env }: Pick<MailDeps, 'env'>,
  event: Omit<Reviewed, 'is_published'>,
  { what, text, now }: Notice & { now: Date },
): Promise<void> {
  const owner = event.organizer_id === null ? undefined : await selectOwner(tx, event.organizer_id)
  if (!owner) return
  await queueEmail(tx, {
    to: owner.email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject: `${what}: ${event.title}`,
    text: `${text}\n\n${env.publicOrigin}/organizer/events/${event.id}`,
    dedupeKey: `event_decided:${newId()}`,
    now,
  })
  if (!owner.phone) return
  const body = smsText({ env }, event, what)
  await queueSms(tx, { phone: owner.phone, body, dedupeKey: `event_decided:${newId()}`, now })
}

/**
 * Ends the review of a draft that is published now, or of a change that is made now, and notifies
 * the organizer. `event` is the event before the save. Does nothing if there is no review.
 */
export async function endReview(
  tx: Tx,
  deps: Pick<MailDeps, 'env'>,
  event: Reviewed,
  now: Date,
): Promise<void> {
  if (!(await deleteReview(tx, event.id))) return
  await dropNotice(tx, 'event_review', event.id)
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
