import { emailPage } from '../messages/email.rules.ts'
import { queueEmail } from '../messages/outbox.ts'
import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { escapeHtml } from '../platform/escape-html.rules.ts'
import { newId } from '../platform/ids.ts'
import { EMAILS } from './emails.text.ts'
import { endLinks, insertLink, type LinkPurpose } from './links.sql.ts'
import { drawToken } from './tokens.ts'

type MailDeps = Pick<Deps, 'env' | 'clock'>
type Reader = { id: string; email: string; full_name: string }

/** How long a link works. */
export const LINK_MS = { confirm: 48 * 3600_000, reset: 3600_000 }

const LINK_PATHS = { confirm: '/organizer/confirm', reset: '/organizer/reset' }

/** Makes a link and queues its mail; older links for the same purpose no longer work. */
export async function queueLink(
  tx: Tx,
  deps: MailDeps,
  reader: Reader,
  purpose: LinkPurpose,
): Promise<void> {
  const now = deps.clock.now()
  const { token, hash } = drawToken()
  await endLinks(tx, reader.id, purpose, now)
  const expiresAt = new Date(now.getTime() + LINK_MS[purpose])
  await insertLink(tx, { hash, accountId: reader.id, purpose, expiresAt, now })
  await queueEmail(tx, {
    // Behind a #, which browsers never send: so it appears in no log and no Referer.
    ...writeEmail(deps, purpose, reader, `${LINK_PATHS[purpose]}#${token}`),
    dedupeKey: `link:${hash.toString('hex')}`,
    forgetText: true,
    now,
  })
}

/** Tells the owner by e-mail what was done, or tried, with the account. */
export async function queueNotice(
  tx: Tx,
  deps: MailDeps,
  reader: Omit<Reader, 'id'>,
  about: 'known' | 'changed',
): Promise<void> {
  await queueEmail(tx, {
    ...writeEmail(deps, about, reader, '/organizer/forgot'),
    dedupeKey: `account:${newId()}`,
    now: deps.clock.now(),
  })
}

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#b4430c;color:#fff;font-weight:600;text-decoration:none'

/** In plain text and as HTML, with a link to one of our pages. */
function writeEmail(
  { env }: Pick<Deps, 'env'>,
  about: keyof typeof EMAILS,
  reader: Omit<Reader, 'id'>,
  path: string,
) {
  const { subject, before, button, after } = EMAILS[about]
  const link = `${env.publicOrigin}${path}`
  const greeting = `Hello ${reader.full_name},`
  const html = emailPage(
    subject,
    [
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>`,
      `<p style="margin:0 0 16px">${escapeHtml(before)}</p>`,
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(button)}</a></p>`,
      `<p style="margin:0">${escapeHtml(after)}</p>`,
    ].join('\n'),
    `If the button does not work, open this address: ${escapeHtml(link)}`,
  )
  return {
    to: reader.email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject,
    text: [greeting, before, link, after].join('\n\n'),
    html,
  }
}
