import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'

type Gate = { id: string; name: string }

export function useGates(): Gate[] {
  const { data } = useQuery('gates', (signal) =>
    callApi<{ data: Gate[] }>(sessionFetch, '/api/gates', { signal }),
  )
  return data?.data ?? []
}
