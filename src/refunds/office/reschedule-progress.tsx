import { useEffect, useEffectEvent } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { chosenDay, formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { RescheduleReply } from '../reschedule/reschedule.contract.ts'

/**
 * After a reschedule: the new day, and how many buyers were notified. After the cancellation of one
 * day, also whose tickets were taken back: `onProgress` reloads the figures.
 */
export function RescheduleProgress({
  eventId,
  tell,
  onProgress,
}: {
  eventId: string
  tell: boolean
  onProgress: () => void
}) {
  const path = `/api/events/${eventId}/reschedule`
  const { data } = useQuery<RescheduleReply | null>(
    path,
    (signal) => callApi<RescheduleReply | null>(sessionFetch, path, { signal }),
    2000,
    (reply) => reply !== null && isEachNotified(reply, tell),
  )
  const notified = data?.notified ?? 0
  const reportProgress = useEffectEvent(onProgress)
  useEffect(() => {
    if (notified > 0) reportProgress()
  }, [notified])
  if (!data) return null
  return (
    <div className="mt-4">
      <Notice look="good" role="status">
        {rescheduledText(data, tell)}
      </Notice>
    </div>
  )
}

type Notified = Pick<RescheduleReply, 'buyers' | 'notified'>

const isEachNotified = ({ buyers, notified }: Notified, tell: boolean) =>
  !tell || notified >= buyers

export function rescheduledText(reply: RescheduleReply, tell: boolean): string {
  const { buyers, notified } = reply
  const done = doneText(reply)
  if (!tell || buyers === 0) return done
  if (!isEachNotified({ buyers, notified }, tell)) {
    return `${done} ${formatCount(notified)} of ${formatCount(buyers)} buyers notified...`
  }
  return buyers === 1
    ? `${done} The buyer is notified.`
    : `${done} All ${formatCount(buyers)} buyers are notified.`
}

/** 'Saturday, December 19, 2026 is now Monday, December 21, 2026.' if only that day was moved. */
function doneText({ date, day_was: was, is_day_cancelled: isCancelled }: RescheduleReply): string {
  const words = (one: string) => chosenDay(one) ?? one
  if (isCancelled) return `${words(date)} is cancelled.`
  if (!was) return `Rescheduled to ${words(date)}.`
  return was === date ? `${words(date)} has a new time.` : `${words(was)} is now ${words(date)}.`
}
