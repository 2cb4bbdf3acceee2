import { emailPage } from '../messages/email.rules.ts'
import { queueEmail } from '../messages/outbox.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { newId } from '../platform/ids.ts'
import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import { EMAILS } from './emails.text.ts'
import { endLinks, insertLink } from './links.sql.ts'
import { setSignUpLink } from './sign-ups.sql.ts'
import { drawToken } from './tokens.ts'

type MailDeps = Pick<Deps, 'env' | 'clock'>
type Recipient = { id: string; email: string }
type Link = { token: string; hash: Buffer }

/** The time for which a link works. */
export const LINK_MS = { confirm: 48 * 3600_000, reset: 3600_000 }

const LINK_PATHS = { confirm: '/organizer/confirm', reset: '/organizer/reset' }

/** Queues an email with a link that resets the password. Ends older links of the account. */
export async function queueResetLink(tx: Tx, deps: MailDeps, account: Recipient): Promise<void> {
  const now = deps.clock.now()
  const link = drawToken()
  await endLinks(tx, account.id, now)
  const expiresAt = new Date(now.getTime() + LINK_MS.reset)
  await insertLink(tx, { hash: link.hash, accountId: account.id, expiresAt, now })
  await queueLink(tx, deps, { purpose: 'reset', to: account.email, link })
}

/**
 * Queues an email with a link that confirms a sign-up. The sign-up's previous link stops working.
 */
export async function queueConfirmLink(tx: Tx, deps: MailDeps, signUp: Recipient): Promise<void> {
  const link = drawToken()
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_MS.confirm)
  // `setSignUpLink` returns false if the sign-up was deleted after the caller read it.
  if (!(await setSignUpLink(tx, { id: signUp.id, hash: link.hash, expiresAt }))) return
  await queueLink(tx, deps, { purpose: 'confirm', to: signUp.email, link })
}

async function queueLink(
  tx: Tx,
  deps: MailDeps,
  { purpose, to, link }: { purpose: keyof typeof LINK_PATHS; to: string; link: Link },
): Promise<void> {
  await queueEmail(tx, {
    // The token is behind a #, which browsers never send, so no log and no Referer header contains
    // it.
    ...writeEmail(deps, purpose, `${LINK_PATHS[purpose]}#${link.token}`),
    to,
    dedupeKey: `link:${link.hash.toString('hex')}`,
    forgetText: true,
    now: deps.clock.now(),
  })
}

type Notice = {
  to: string
  about: Exclude<keyof typeof EMAILS, keyof typeof LINK_PATHS>
  /** If a notice with this id was queued before, no second notice is sent. */
  id?: string
}

/** Queues an email about a change of the account, or about an attempt to use it. */
export async function queueNotice(
  tx: Tx,
  deps: MailDeps,
  { to, about, id = newId() }: Notice,
): Promise<void> {
  const path = about === 'factorDue' ? '/organizer/account' : '/organizer/forgot'
  await queueEmail(tx, {
    ...writeEmail(deps, about, path),
    to,
    dedupeKey: `account:${id}`,
    now: deps.clock.now(),
  })
}

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#b4430c;color:#fff;font-weight:600;text-decoration:none'

/**
 * Writes an email in plain text and as HTML, with a link to a page of ours. The email names no
 * person: the name may come from a stranger who signed up with the address of the recipient.
 */
function writeEmail({ env }: Pick<Deps, 'env'>, about: keyof typeof EMAILS, path: string) {
  const { subject, before, button, after } = EMAILS[about]
  const link = `${env.publicOrigin}${path}`
  const html = emailPage(
    subject,
    [
      `<p style="margin:0 0 16px">Hello,</p>`,
      `<p style="margin:0 0 16px">${escapeHtml(before)}</p>`,
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(button)}</a></p>`,
      `<p style="margin:0">${escapeHtml(after)}</p>`,
    ].join('\n'),
    `If the button does not work, open this address: <span style="word-break:break-all">${escapeHtml(link)}</span>`,
  )
  return {
    from: env.mail.from,
    replyTo: env.support.email,
    subject,
    text: ['Hello,', before, link, after].join('\n\n'),
    html,
  }
}
