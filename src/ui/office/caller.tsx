import { createContext, useContext } from 'react'
import type { FetchApi } from '../api.ts'

/** Who asks the API from the back office, and how: the layout around its pages hands it in. */
export type Caller = {
  /** What one person was shown is never shown to another who signs in on the same page. */
  personId: string | undefined
  /** As fetch, with their bearer. */
  fetchApi: FetchApi
}

const CallerContext = createContext<Caller>({
  personId: undefined,
  fetchApi: (path, init) => fetch(path, init),
})

export const CallerProvider = CallerContext.Provider

export function useCaller(): Caller {
  return useContext(CallerContext)
}
