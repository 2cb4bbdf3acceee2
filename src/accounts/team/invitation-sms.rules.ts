import { writeSms } from '../../messages/sms.rules.ts'
import { SMS } from '../../messages/sms.text.ts'

/** The SMS of an invitation, in one part. In English, like the back office. */
export const invitationSms = (about: { title: string; link: string }): string =>
  writeSms(SMS.invitation, 'en', about)
