import { gsmName, gsmTitle, writeSms } from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { unitsInSms } from '../issuing/ticket-sms.rules.ts'

export type GiveBackFacts = {
  /** Whether the order is free: its buyer proved the phone number, and paid nothing. */
  isFree: boolean
  /** Whether the order has its tickets, and this ticket is not void. */
  isGood: boolean
  isCancelled: boolean
  /** People inside, plus people whom offline phones let in beyond the ticket. */
  inside: number
  admits: number
  /** How many people one unit of the ticket's type has, such as 10 for a table. */
  soldIn: number
  /** When the doors open: 6 hours before the event. */
  doorsAt: Date
}

type GiveBackStop =
  | 'ticket_not_free'
  | 'give_back_void'
  | 'people_inside'
  | 'returned_whole'
  | 'give_back_closed'

/**
 * The reason why a ticket cannot be given back; null if it can. Once the doors are open, a gate
 * phone without a network could let the holder in although the place was sold again.
 */
export function giveBackStop(ticket: GiveBackFacts, now: Date): GiveBackStop | null {
  if (!ticket.isFree) return 'ticket_not_free'
  if (!ticket.isGood || ticket.isCancelled) return 'give_back_void'
  if (ticket.inside > 0) return 'people_inside'
  // A part of a table could not be given to another party.
  if (ticket.soldIn > 1 && ticket.admits < ticket.soldIn) return 'returned_whole'
  return ticket.doorsAt <= now ? 'give_back_closed' : null
}

type GivenBack = {
  language: Language
  eventTitle: string
  ticketType: string
  soldIn: number
  kind: string
  people: number
}

/** 'You returned 2 x Regular (Derby Day). …', with the number of people left if there are any. */
export function givenBackSms({
  language,
  eventTitle,
  ticketType,
  soldIn,
  kind,
  people,
  left,
}: GivenBack & { left: number }): string {
  const title = gsmTitle(eventTitle, language)
  const type = gsmName(ticketType, SMS_PARTS.aTicket[language])
  const what = unitsInSms({ language, quantity: people, soldIn, kind }, type)
  const facts = { title, what }
  if (left === 0) return writeSms(SMS.givenBack, language, facts)
  return writeSms(SMS.partGivenBack, language, { ...facts, left: String(left) })
}
