import type { EventReply } from '../../events/events.contract.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import { chosenDay, formatCount } from '../../ui/office/formats.rules.ts'
import type { RescheduleReply } from '../reschedule/reschedule.contract.ts'

/** Whether the event or one of its days was moved at some time. */
export const wasMoved = ({ moved_from, days = [] }: Pick<EventReply, 'moved_from' | 'days'>) =>
  Boolean(moved_from) || days.some(({ before }) => before !== undefined)

type Notified = Pick<RescheduleReply, 'buyers' | 'notified'>

/** Whether all buyers were notified. Also true if buyers should not be notified. */
export const isEachNotified = ({ buyers, notified }: Notified, tell: boolean) =>
  !tell || notified >= buyers

/** The notice after a reschedule, or after the cancellation of one day. */
export function rescheduledText(
  reply: RescheduleReply,
  tell: boolean,
  now: number = Date.now(),
): string {
  const { buyers, notified, notify_at: at } = reply
  const done = doneText(reply)
  if (!tell || buyers === 0) return done
  if (at) return `${done} ${laterText(at, now)}`
  if (!isEachNotified({ buyers, notified }, tell)) {
    return `${done} ${formatCount(notified)} of ${formatCount(buyers)} buyers notified...`
  }
  return buyers === 1
    ? `${done} The buyer is notified.`
    : `${done} All ${formatCount(buyers)} buyers are notified.`
}

/** Says when buyers will be notified, because they were notified of another schedule just before. */
export const laterText = (at: string, now: number): string =>
  `Buyers get at most one notice an hour, so they are notified ${formatMoment(at, new Date(now))}.`

/** 'Saturday, December 19, 2026 is now Monday, December 21, 2026.' if only one day was moved. */
function doneText({ date, day_was: was, is_day_cancelled: isCancelled }: RescheduleReply): string {
  const words = (one: string) => chosenDay(one) ?? one
  if (isCancelled) return `${words(date)} is cancelled.`
  if (!was) return `Rescheduled to ${words(date)}.`
  return was === date ? `${words(date)} has a new time.` : `${words(was)} is now ${words(date)}.`
}
