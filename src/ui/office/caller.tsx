import { createContext, useContext } from 'react'
import type { FetchApi } from '../api.ts'

/**
 * The signed-in person and the API calls of the back office. The layout provides it to its pages.
 */
type Caller = {
  /**
   * The signed-in person's id. It is part of every cache key, so that a person who signs in never
   * sees the data of the previous person.
   */
  personId: string | undefined
  /** Like fetch, with the signed-in person's bearer token. */
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
