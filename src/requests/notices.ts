import { selectAccount, selectAdminPhones, selectPhone } from '../accounts/accounts.sql.ts'
import { collectTask, dropTask } from '../messages/budget/collected-notices.ts'
import { queueEmail, queueSms } from '../messages/outbox.ts'
import { writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { newId } from '../platform/ids.ts'
import type { KindName } from './requests.sql.ts'

export type RequestEvent = { id: string; title: string; organizer_id: string | null }

/**
 * A notice. The subject of the email and the SMS say '<what>: <title of the event>'. Only the email
 * contains `text`. Email and SMS end with a link to `page` of the back office, by default the
 * event's page. `also`: another account that gets the notice, with its own text. `except`: the
 * account that decided, which gets no notice about its own decision.
 */
export type Notice = {
  what: string
  text: string
  page?: string
  also?: Receiver
  except?: string
}

type Receiver = { accountId: string; text: string }

type Env = Pick<Deps, 'env'>

/**
 * Notifies admins of a request by an email to support, and by an SMS to each admin who wants SMS;
 * at most once an hour for each event and kind (`collectTask`). The text of the email begins with
 * the email address of the account that asks.
 */
export async function notifyAdmins(
  tx: Tx,
  deps: Env & Pick<Deps, 'clock'>,
  by: Viewer,
  { kind, event, notice }: { kind: KindName; event: RequestEvent; notice: Notice },
): Promise<void> {
  const { env } = deps
  const asker = await selectAccount(tx, by.accountId)
  const organizer =
    event.organizer_id === null ? asker : await selectAccount(tx, event.organizer_id)
  const who =
    asker!.id === organizer!.id ? organizer!.email : `${asker!.email}, for ${organizer!.email},`
  const { subject, link, body } = partsOf({ env }, event, notice)
  await collectTask(tx, deps, {
    thing: `request:${kind}:${event.id}`,
    organizerId: event.organizer_id ?? event.id,
    by,
    email: {
      to: env.support.email,
      from: env.mail.from,
      replyTo: organizer!.email,
      subject,
      text: `${who} ${notice.text}\n\n${link}`,
    },
    sms: { phones: await selectAdminPhones(tx), body },
  })
}

/** Drops the notice to admins that has not been sent yet, because the request has ended. */
export async function dropNotice(tx: Tx, kind: KindName, eventId: string): Promise<void> {
  await dropTask(tx, `request:${kind}:${eventId}`)
}

/**
 * Queues an email to the event's organizer and to the account in `also`, and an SMS to each of them
 * who wants SMS.
 */
export async function notifyOrganizer(
  tx: Tx,
  deps: Env,
  event: RequestEvent,
  notice: Notice & { now: Date },
): Promise<void> {
  const { text, also, except } = notice
  const { organizer_id: accountId } = event
  const receivers = [...(accountId === null ? [] : [{ accountId, text }]), ...(also ? [also] : [])]
  for (const receiver of receivers) {
    if (receiver.accountId !== except) await notify(tx, deps, event, { ...notice, ...receiver })
  }
}

async function notify(
  tx: Tx,
  { env }: Env,
  event: RequestEvent,
  { now, accountId, text, ...notice }: Notice & Receiver & { now: Date },
): Promise<void> {
  const account = await selectAccount(tx, accountId)
  if (!account) return
  const { subject, link, body } = partsOf({ env }, event, { ...notice, text })
  await queueEmail(tx, {
    to: account.email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject,
    text: `Hello,\n\n${text}\n\n${link}`,
    dedupeKey: `request_decided:${newId()}`,
    now,
  })
  const phone = await selectPhone(tx, accountId)
  if (phone) await queueSms(tx, { phone, body, dedupeKey: `request_decided:${newId()}`, now })
}

function partsOf({ env }: Env, { id, title }: RequestEvent, { what, page }: Notice) {
  const link = `${env.publicOrigin}/organizer/${page ?? `events/${id}`}`
  const body = writeSms(SMS.eventNews, 'en', { what, title, link })
  return { subject: `${what}: ${title}`, link, body }
}
