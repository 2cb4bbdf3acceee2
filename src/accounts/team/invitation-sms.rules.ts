import { writeSms } from '../../messages/sms.rules.ts'
import { SMS } from '../../messages/sms.text.ts'

/**
 * The text of an SMS invitation, short enough for one SMS part. In English, like the back office.
 * An invitation to all events names one event as an example.
 */
export const invitationSms = (about: { title: string; link: string }, isForAll: boolean): string =>
  writeSms(isForAll ? SMS.invitationToAll : SMS.invitation, 'en', about)
