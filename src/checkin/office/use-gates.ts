import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'

type Gate = { id: string; name: string }

/** The gates of an event: first the event's own gates, then the common gates. */
export function useGates({ gates = [] }: { gates?: readonly Gate[] | undefined }): Gate[] {
  const { data } = useQuery('gates', (signal) =>
    callApi<{ data: Gate[] }>(sessionFetch, '/api/gates', { signal }),
  )
  return [...gates, ...(data?.data ?? [])]
}
