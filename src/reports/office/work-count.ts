import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { WorkCount } from '../work-list/work-list.contract.ts'

const PATH = '/api/work_list/count'
/** The interval in ms at which the number in the menu is loaded again. */
const EVERY_MS = 60_000

// The number is a variable of this module, because the side menu and the work list both know it:
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
  const { data, reload } = useQuery(
    'number of tasks',
    (signal) => callApi<WorkCount>(sessionFetch, PATH, { signal }),
    EVERY_MS,
  )
  // An action on another page, such as 'Publish', may have ended a task.
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current !== pathname) reload()
    shownAt.current = pathname
  }, [pathname, reload])
  useEffect(() => {
    if (data) setWorkCount(data.count)
  }, [data])
  return null
}
