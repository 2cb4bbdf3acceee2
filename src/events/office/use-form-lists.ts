import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { NamedList } from '../events.contract.ts'

type Named = NamedList['data'][number]

/** The choices of the form. If a list fails to load, it is empty; the form works without it. */
export type FormLists = { categories: Named[]; gates: Named[] }

/** Null until both lists have loaded or failed. */
export function useFormLists(): FormLists | null {
  const categories = useNamed('/api/categories')
  const gates = useNamed('/api/gates')
  if ([categories, gates].some(({ data, problem }) => !data && !problem)) return null
  return { categories: categories.data?.data ?? [], gates: gates.data?.data ?? [] }
}

function useNamed(path: string) {
  return useQuery(path, (signal) => callApi<NamedList>(sessionFetch, path, { signal }))
}
