import { formatDate, formatTime } from '../../ui/dates.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import type { EventReply } from '../events.contract.ts'
import type { Schedule } from '../reschedule.rules.ts'

/**
 * Shows the changes of the latest reschedule at the top of the page. On a phone, the notice is
 * above the bar at the foot of the screen, so it is visible without scrolling.
 */
export function MovedNotice({
  event: { date, time, location },
  before,
}: {
  event: EventReply
  before: Schedule
}) {
  const isSameYear = before.date.slice(0, 4) === date.slice(0, 4)
  const day = formatDate(before.date).replace(isSameYear ? /,? \d{4}$/ : '', '')
  return (
    // The class `moved` makes space for the notice above a portrait poster (ui/site.css).
    <div className="moved my-4 font-semibold low:my-1 low:text-small">
      <Notice>
        <div className="low:flex low:flex-wrap low:gap-x-6">
          {before.date !== date && <p>{`New date: ${formatDate(date)} (was ${day})`}</p>}
          {before.time !== time && (
            <p>{`New time: ${formatTime(time)} (was ${formatTime(before.time)})`}</p>
          )}
          {before.location !== location && (
            <p>{`New place: ${location} (was ${before.location})`}</p>
          )}
        </div>
      </Notice>
    </div>
  )
}
