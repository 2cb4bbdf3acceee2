import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { NamedList } from '../events.contract.ts'

type Named = NamedList['data'][number]
/** `may_edit` is absent in the list of admins. */
type Payer = { id: string; service_fee: ServiceFee; may_edit?: boolean }

/**
 * The choices of the form, and the service fees of the organizers that can be chosen. If a list
 * fails to load, it is empty; the form works without it.
 */
export type FormLists = { categories: Named[]; gates: Named[]; payers: Payer[] }

/** Null until all lists have loaded or failed. */
export function useFormLists(): FormLists | null {
  const isAdmin = useSession().user?.role === 'admin'
  const categories = useList<Named>('/api/categories')
  const gates = useList<Named>('/api/gates')
  const payers = useList<Payer>(isAdmin ? '/api/organizers?limit=100&q=' : '/api/organizations')
  if ([categories, gates, payers].some(({ data, problem }) => !data && !problem)) return null
  return {
    categories: categories.data?.data ?? [],
    gates: gates.data?.data ?? [],
    payers: payers.data?.data ?? [],
  }
}

function useList<T>(path: string) {
  return useQuery(path, (signal) => callApi<{ data: T[] }>(sessionFetch, path, { signal }))
}
