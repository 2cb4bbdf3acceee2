import { useEffect } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Toast } from '../../ui/office/toast.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { WorkList } from '../work-list/work-list.contract.ts'

const NEXT = '/api/work_list?group=drafts&limit=1'

/**
 * Says that the admin's decision was carried out, at the top of the page, and links to the next draft
 * or change that waits.
 */
export function DecidedToast({ what, onClose }: { what: string; onClose: () => void }) {
  const { data, problem } = useQuery(`${NEXT} after ${what}`, (signal) =>
    callApi<WorkList>(sessionFetch, NEXT, { signal }),
  )
  const event = data?.data[0]?.event
  useEffect(() => window.scrollTo(0, 0), [])
  const link =
    event == null
      ? { to: '/organizer/work-list', label: 'Work list' }
      : { to: `/organizer/events/${event.id}`, label: `Next: ${event.title}` }
  return (
    <Toast look="good" link={data || problem ? link : undefined} onClose={onClose}>
      {what}
    </Toast>
  )
}
