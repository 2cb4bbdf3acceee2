import { expect, test } from 'vitest'
import { posterOf } from '../../messages/email.rules.ts'
import { CANCELLED_EMAIL, MOVED_EMAIL } from '../../messages/emails.text.ts'
import { movedEmail } from '../reschedule/reschedule-messages.rules.ts'
import { cancelledEmail } from './cancellation.rules.ts'

const SUPPORT = {
  imageKey: 'derby-0a',
  supportEmail: 'help@lango.example',
  supportPhone: '0712 000 000',
}
const CANCELLED = { eventTitle: 'Derby', amountKes: 2400, code: 'TKT4K7QX', by: '2026-12-12' }
const PLACE = { date: '2026-12-12', time: '15:00', location: 'Nyayo' }
const MOVED = {
  eventTitle: 'Derby',
  old: PLACE,
  now: { ...PLACE, date: '2026-12-20' },
  until: '2026-12-05',
  link: 'https://lango.example/sw/r/0123456789ABCDEF',
}

const sayings = (catalogue: Record<string, { en: string }>) =>
  Object.values(catalogue).flatMap(({ en }) =>
    en.split(/\{\w+\}/).filter((words) => words.length > 8),
  )

// spec: swahili-emails
test("messages about a cancelled and a rescheduled event are in the order's language only", () => {
  const mails = [
    { mail: cancelledEmail({ ...CANCELLED, ...SUPPORT, language: 'sw' }), words: CANCELLED_EMAIL },
    {
      mail: movedEmail({ ...MOVED, refund: MOVED, ...SUPPORT, language: 'sw' }),
      words: MOVED_EMAIL,
    },
  ]
  for (const { mail, words } of mails) {
    expect(mail.html).toContain('<html lang="sw">')
    for (const english of sayings(words)) {
      for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toContain(english)
    }
  }
  const [cancelled, moved] = mails.map(({ mail }) => mail.text)
  expect(cancelled).toContain('KES 2,400 zitarudishwa kufikia 12 Desemba 2026')
  expect(moved).toContain('Tarehe mpya: 20 Desemba 2026\n')
  expect(moved).toContain(MOVED.link)
})

test('English messages are unchanged', () => {
  const { subject, text } = cancelledEmail({ ...CANCELLED, ...SUPPORT, language: 'en' })
  expect(subject).toBe('Cancelled: Derby')
  expect(text).toContain('KES 2,400 will be refunded by December 12, 2026 to the M-PESA number')
})

// spec: emails-poster-changed
test('the email about a reschedule has the poster, and names only what changed', () => {
  const now = { ...PLACE, time: '18:30', location: 'Kasarani' }
  const { text, html } = movedEmail({ ...MOVED, refund: MOVED, now, ...SUPPORT, language: 'en' })
  expect(text).toContain('New time: 6:30 PM, Kasarani\n')
  expect(text).toContain('Was: 3:00 PM, Nyayo\n')
  expect(text).not.toContain('December 12')
  expect(text).toContain('Request a refund')
  const free = movedEmail({ ...MOVED, refund: null, now, ...SUPPORT, language: 'en' })
  expect(free.text + free.html).not.toMatch(/refund|\/r\//i)
  expect(posterOf(html)).toEqual({ imageKey: 'derby-0a', file: 'images/derby-0a-800.jpg' })
  const cancelled = cancelledEmail({ ...CANCELLED, ...SUPPORT, language: 'en' })
  expect(posterOf(cancelled.html)?.imageKey).toBe('derby-0a')
  expect(
    posterOf(cancelledEmail({ ...CANCELLED, ...SUPPORT, imageKey: null, language: 'en' }).html),
  ).toBeNull()
})
