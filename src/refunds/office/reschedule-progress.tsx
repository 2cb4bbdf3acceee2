import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { chosenDay, formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { RescheduleReply } from '../reschedule/reschedule.contract.ts'

/** After a reschedule: the new day, and how many buyers were notified. */
export function RescheduleProgress({ eventId, tell }: { eventId: string; tell: boolean }) {
  const path = `/api/events/${eventId}/reschedule`
  const { data } = useQuery<RescheduleReply | null>(
    path,
    (signal) => callApi<RescheduleReply | null>(sessionFetch, path, { signal }),
    2000,
    (reply) => reply !== null && isEachNotified(reply, tell),
  )
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

function rescheduledText(
  { date, buyers, notified, is_day_cancelled: isCancelled }: RescheduleReply,
  tell: boolean,
): string {
  const day = chosenDay(date) ?? date
  const done = isCancelled ? `${day} is cancelled.` : `Rescheduled to ${day}.`
  if (!tell || buyers === 0) return done
  if (!isEachNotified({ buyers, notified }, tell)) {
    return `${done} ${formatCount(notified)} of ${formatCount(buyers)} buyers notified...`
  }
  return buyers === 1
    ? `${done} The buyer is notified.`
    : `${done} All ${formatCount(buyers)} buyers are notified.`
}
