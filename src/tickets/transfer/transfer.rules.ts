import { REPLIES } from '../../messages/replies.text.ts'
import { gsmName, gsmTitle, SMS_AIM_SEPTETS, shorten, writeSms } from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { localPhone, maskPhone } from '../../platform/values/phone.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { unitsInSms } from '../issuing/ticket-sms.rules.ts'
import { formatTicketNumber } from '../number.rules.ts'

export const CODE_LENGTH = 6
export const CODE_TRIES = 5
export const CODE_MS = 15 * 60_000

export type Share = { phone: string; admits: number }

export type TransferFacts = {
  state: string
  voidReason: string | null
  /** True if the payment is neither refunded nor to be refunded. */
  isPaid: boolean
  isCancelled: boolean
  /** True from the morning after the event. */
  isOver: boolean
  admits: number
  admitted: number
  /** Transfers so far, and their maximum; null sets no limit. */
  timesSent: number
  limit: number | null
  /** The end of transfers. Null if the organizer sets no end. */
  endsAt: Date | null
}

type TransferStop =
  | 'ticket_void'
  | 'ticket_used'
  | 'transfer_limit'
  | 'transfers_closed'
  | 'ticket_cancelled'

/** The reason why the ticket cannot be transferred. Null if a transfer is possible. */
export function transferStop(ticket: TransferFacts, now: Date): TransferStop | null {
  if (ticket.isCancelled) return 'ticket_cancelled'
  if (ticket.state === 'void' || !ticket.isPaid) return 'ticket_void'
  if (ticket.admits - ticket.admitted < 1) return 'ticket_used'
  const isClosed = ticket.endsAt !== null && ticket.endsAt <= now
  if (isClosed || ticket.isOver) return 'transfers_closed'
  if (ticket.limit !== null && ticket.timesSent >= ticket.limit) return 'transfer_limit'
  return null
}

/** The people for each phone. Null if not enough people are left. A repeated phone counts once. */
export function sharesOf(
  request: { phones: readonly string[]; admits: number | null },
  left: number,
): Share[] | null {
  const phones = [...new Set(request.phones)]
  const shares =
    phones.length === 1
      ? [{ phone: phones[0]!, admits: request.admits ?? (request.phones.length > 1 ? 1 : left) }]
      : phones.map((phone) => ({ phone, admits: 1 }))
  const sum = shares.reduce((total, { admits }) => total + admits, 0)
  return sum <= left ? shares : null
}

type CodeSms = {
  language: Language
  code: string
  eventTitle: string
  ticketType: string
  /** The people of a unit: 10 of a table. */
  soldIn: number
  kind: string
  shares: readonly Share[]
}

/**
 * '123456 is your code to send 2 x VIP (Derby Day) to 0712 345 678. …'. The holder can check the
 * receiver's number.
 */
export const codeSms = (sms: CodeSms): string => writeCode(SMS.transferCode, sms)

export const takeBackCodeSms = (sms: CodeSms): string => writeCode(SMS.takeBackCode, sms)

export const giveBackCodeSms = (sms: CodeSms): string => writeCode(SMS.giveBackCode, sms)

export function takenBackSms({
  language,
  eventTitle: title,
  number,
}: Pick<CodeSms, 'language' | 'eventTitle'> & { number: string }): string {
  return writeSms(SMS.takenBack, language, { title, number: formatTicketNumber(number) })
}

function writeCode(
  text: typeof SMS.transferCode | typeof SMS.takeBackCode | typeof SMS.giveBackCode,
  { language, code, eventTitle, ticketType, soldIn, kind, shares }: CodeSms,
): string {
  const quantity = shares.reduce((sum, { admits }) => sum + admits, 0)
  const to =
    shares.length === 1
      ? localPhone(shares[0]!.phone)
      : fill(SMS_PARTS.phones, language, { count: shares.length })
  const write = (type: string, title: string) =>
    fill(text, language, {
      ...{ code, title, to },
      what: unitsInSms({ language, quantity, soldIn, kind }, type),
    })
  const room = SMS_AIM_SEPTETS - write('', '').length
  const name = gsmName(ticketType, SMS_PARTS.aTicket[language])
  const type = shorten(name, Math.max(5, Math.floor(room / 2)))
  const title = shorten(gsmTitle(eventTitle, language), Math.max(8, room - type.length))
  return write(type, title)
}

/** '1 sent to 07•• ••• 001, Wed, Nov 25, 7:14 AM', in Nairobi time. */
export function sentText(
  { people, phone, at }: { people: number; phone: string; at: Date },
  language: Language,
  now: Date,
): string {
  const when = formatMoment(at, now, language)
  return fill(REPLIES.sentTo, language, { people, phone: maskPhone(phone), at: when })
}

/** "Opened on Mon, Nov 30, 5:08 PM. You can't take it back any more." */
export function takeBackText(
  { canTakeBack, openedAt }: { canTakeBack: boolean; openedAt: Date | null },
  language: Language,
  now: Date,
): string {
  if (canTakeBack) return REPLIES.takeBackOpen[language]
  if (!openedAt) return REPLIES.takeBackEnded[language]
  return fill(REPLIES.takeBackOpened, language, { at: formatMoment(openedAt, now, language) })
}
