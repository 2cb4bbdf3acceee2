import { createContext, useContext } from 'react'
import type { FetchApi } from '../api.ts'

/**
 * The signed-in person and the API calls of the back office. The layout provides it to its pages.
 */
export type Caller = {
  /**
   * Part of every cache key, so that data of one person are never shown to the next person who
   * signs in.
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
