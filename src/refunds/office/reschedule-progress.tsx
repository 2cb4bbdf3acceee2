import { useEffect, useEffectEvent } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { RescheduleReply } from '../reschedule/reschedule.contract.ts'
import { isEachNotified, rescheduledText } from './reschedule-notice.ts'

/**
 * After a reschedule, shows the new day and how many buyers were notified. After the cancellation
 * of one day, also shows whose tickets were voided. `onProgress` reloads the figures.
 */
export function RescheduleProgress({
  eventId,
  tell,
  isEarlier,
  onProgress,
}: {
  eventId: string
  tell: boolean
  /** The reschedule was before this visit: shown only while its buyers wait for their notice. */
  isEarlier: boolean
  onProgress: () => void
}) {
  const path = `/api/events/${eventId}/reschedule`
  const { data } = useQuery<RescheduleReply | null>(
    path,
    (signal) => callApi<RescheduleReply | null>(sessionFetch, path, { signal }),
    2000,
    (reply) => isEarlier || (reply !== null && isEachNotified(reply, tell)),
  )
  const notified = data?.notified ?? 0
  const reportProgress = useEffectEvent(onProgress)
  useEffect(() => {
    if (notified > 0 && !isEarlier) reportProgress()
  }, [notified, isEarlier])
  if (!data || (isEarlier && !data.notify_at)) return null
  return (
    <div className="mt-4">
      <Notice look="good" role="status">
        {rescheduledText(data, tell)}
      </Notice>
    </div>
  )
}
