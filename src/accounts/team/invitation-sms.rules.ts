import { writeSms } from '../../messages/sms.rules.ts'
import { SMS } from '../../messages/sms.text.ts'

/**
 * The SMS of an invitation, in one part. In English, like the back office. An invitation to all
 * events names one of them.
 */
export const invitationSms = (about: { title: string; link: string }, isForAll: boolean): string =>
  writeSms(isForAll ? SMS.invitationToAll : SMS.invitation, 'en', about)
