import { useEffect, useSyncExternalStore } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { WorkCount } from '../work-list/work-list.contract.ts'

const PATH = '/api/work_list/count'
/** The interval in ms at which the number in the menu is loaded again. */
const EVERY_MS = 60_000

// The number is a variable of the document, because the side menu and the work list both know it:
// the list knows a newer number after each action.
let count = 0
const listeners = new Set<() => void>()

export function setWorkCount(next: number): void {
  count = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The number of tasks on the work list; 0 until it is known. */
export const useWorkCount = () =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )

/** Loads the number for the menu of an admin, and renders nothing. */
export function WorkCountLoader() {
  const { data } = useQuery(
    'number of tasks',
    (signal) => callApi<WorkCount>(sessionFetch, PATH, { signal }),
    EVERY_MS,
  )
  useEffect(() => {
    if (data) setWorkCount(data.count)
  }, [data])
  return null
}
