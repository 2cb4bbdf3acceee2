import { nairobiDate } from '../../platform/values/nairobi.rules.ts'

const DAY_MS = 24 * 3600_000

/** An event is listed as upcoming until the day after its date: it may last past midnight. */
export const upcomingSince = (now: Date): string => nairobiDate(new Date(now.getTime() - DAY_MS))

/** The most tickets that a look-up by phone lists. */
export const PHONE_TICKETS_MAX = 100

/** Sent for every phone number, so that a stranger learns nothing about the number's tickets. */
export const TICKETS_CODE_SENT =
  'If this number has tickets, we have sent a code to it by SMS. It works for 15 minutes.'
