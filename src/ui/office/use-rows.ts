import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, callApi, type FetchApi, type Problem } from '../api.ts'
import { useCaller } from './caller.tsx'

/** Rows that one press of 'Load more' adds. */
const PAGE_ROWS = 50
/** The server's limit. */
const ROWS_A_CALL = 100

type List<Row> = { data: Row[]; next_cursor: string | null }
type Shown<Row> = { key: string; rows: Row[] | null; next: string | null; problem: Problem | null }

export type Rows<Row> = {
  /** Null until the first have come; after another choice those of the one before, for so long. */
  rows: Row[] | null
  /** Whether `rows` are those of the choice before. */
  isStale: boolean
  hasMore: boolean
  isBusy: boolean
  problem: Problem | null
  again: () => void
}

const kept = new Map<string, unknown>()

/**
 * A list that the server pages by cursor, as many pages as `pages` says. A user who returns first
 * sees the rows as they were, then the current ones.
 */
export function useRows<Row>(path: string, pages: number): Rows<Row> {
  const { personId, fetchApi } = useCaller()
  const key = `${personId} ${path}`
  const [shown, setShown] = useState<Shown<Row>>(() => remembered<Row>(key))
  const [isBusy, setIsBusy] = useState(true)
  const asking = useRef<AbortController>(undefined)
  const shownKey = useRef<string>(undefined)

  const read = useCallback(
    async (from: Shown<Row>) => {
      asking.current?.abort()
      const abort = new AbortController()
      asking.current = abort
      setIsBusy(true)
      const became = await readOn(path, from, {
        wanted: pages * PAGE_ROWS,
        signal: abort.signal,
        fetchApi,
      })
      if (abort.signal.aborted) return
      const isWhole = !became.problem
      // If a page fails, the rows from before are kept, and no part of the new ones.
      const next = isWhole ? became : { ...remembered<Row>(key), problem: became.problem }
      // Without its filters: a phone number stands in no log.
      if (became.problem) console.warn(`${path.split('?')[0]} failed: ${became.problem.error}`)
      kept.set(key, next)
      setShown(next)
      setIsBusy(false)
    },
    [key, path, pages, fetchApi],
  )

  useEffect(() => {
    const before = remembered<Row>(key)
    setShown(before)
    const isNextPage = shownKey.current === key && before.rows !== null
    shownKey.current = key
    void read(isNextPage ? before : { key, rows: null, next: null, problem: null })
    return () => asking.current?.abort()
  }, [key, read])

  const { rows, next, problem } = shown.key === key ? shown : remembered<Row>(key)
  const [last, setLast] = useState(rows)
  if (rows && rows !== last) setLast(rows)
  const isStale = rows === null && problem === null && last !== null
  return {
    rows: isStale ? last : rows,
    isStale,
    hasMore: next !== null,
    isBusy,
    problem,
    again: () => void read({ key, rows: null, next: null, problem: null }),
  }
}

function remembered<Row>(key: string): Shown<Row> {
  const nothing = { key, rows: null, next: null, problem: null }
  return (kept.get(key) as Shown<Row> | undefined) ?? nothing
}

type Reach = { wanted: number; signal: AbortSignal; fetchApi: FetchApi }

async function readOn<Row>(path: string, from: Shown<Row>, reach: Reach): Promise<Shown<Row>> {
  let { rows, next } = from
  while (rows === null || (next !== null && rows.length < reach.wanted)) {
    const missing = reach.wanted - (rows?.length ?? 0)
    const answer = await askFor<Row>(path, { ...reach, cursor: next, limit: missing })
    if (!answer.ok) return { ...from, problem: answer }
    rows = [...(rows ?? []), ...answer.data.data]
    next = answer.data.next_cursor
  }
  return { key: from.key, rows, next, problem: null }
}

type Page = Omit<Reach, 'wanted'> & { cursor: string | null; limit: number }

function askFor<Row>(path: string, page: Page): Promise<Answer<List<Row>>> {
  const { cursor, limit, signal, fetchApi } = page
  const [base, query] = path.split('?')
  const params = new URLSearchParams(query)
  params.set('limit', String(Math.min(limit, ROWS_A_CALL)))
  if (cursor !== null) params.set('cursor', cursor)
  return callApi<List<Row>>(fetchApi, `${base}?${params}`, { signal })
}

/** The path of a list with the filters that are set. */
export function listPath(path: string, filters: Record<string, string>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  return `${path}?${new URLSearchParams(set)}`
}
