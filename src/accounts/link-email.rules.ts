import { emailPage, escapeHtml } from '../messages/email.rules.ts'

export const LINK_PATHS = { confirm: '/organizer/confirm', reset: '/organizer/reset' }

/** How long a link is good. */
export const LINK_MS = { confirm: 48 * 3600_000, reset: 3600_000 }

type Words = { subject: string; before: string; button: string; after: string }

const WORDS: Record<'confirm' | 'reset' | 'known' | 'changed', Words> = {
  confirm: {
    subject: 'Confirm your address for Lango',
    before:
      'Welcome to Lango. Confirm that this address is yours, so that events can be listed in your name:',
    button: 'Confirm my address',
    after:
      'The link is good for 48 hours. If you did not sign up at Lango, do not use it: somebody typed your address.',
  },
  reset: {
    subject: 'A new password for Lango',
    before: 'Somebody asked for a new password for your Lango account. Choose one here:',
    button: 'Choose a new password',
    after:
      'The link is good for one hour and once. If it was not you, leave it: your password stays as it is.',
  },
  known: {
    subject: 'You already have a Lango account',
    before:
      'Somebody tried to sign up at Lango with your address, which has an account already. Nothing was changed. If it was you and the password is forgotten, ask for a new one here:',
    button: 'Forgot password',
    after: 'If it was not you, there is nothing to do.',
  },
  changed: {
    subject: 'Your Lango password was changed',
    before:
      'The password of your Lango account was changed, and all other devices were signed out. If it was you, there is nothing to do. If it was not, take your account back here:',
    button: 'Forgot password',
    after: 'You can also answer this e-mail.',
  },
}

/** Plain, and the same as HTML; the link is ours. */
export function accountEmail(about: keyof typeof WORDS, fullName: string, link: string) {
  const { subject, before, button, after } = WORDS[about]
  const greeting = `Hello ${fullName},`
  const text = [greeting, before, link, after].join('\n\n')
  const style =
    'display:inline-block;padding:12px 24px;border-radius:8px;background:#b4430c;color:#fff;font-weight:600;text-decoration:none'
  const html = emailPage(
    subject,
    [
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>`,
      `<p style="margin:0 0 16px">${escapeHtml(before)}</p>`,
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="${style}">${escapeHtml(button)}</a></p>`,
      `<p style="margin:0">${escapeHtml(after)}</p>`,
    ].join('\n'),
    `If the button does not work, open this address: ${escapeHtml(link)}`,
  )
  return { subject, text, html }
}
