import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, callApi, type FetchApi, type Problem } from '../api.ts'
import { useCaller } from './caller.tsx'

const PAGE_ROWS = 50
/** The most rows that the server returns in one response. */
const ROWS_A_CALL = 100

type List<Row> = { data: Row[]; next_cursor: string | null }
type CachedList<Row> = {
  key: string
  rows: Row[] | null
  /** The newest reply, which may have more fields than its rows. */
  reply: List<Row> | null
  next: string | null
  problem: Problem | null
}

export type Rows<Row, Reply = unknown> = {
  /**
   * Null until the first rows arrive. After a change of filters, the previous rows stay until the
   * new rows arrive.
   */
  rows: Row[] | null
  /** Whether `rows` still belong to the previous filters. */
  isStale: boolean
  /** The fields of the newest reply. `data` are the rows of its page only. */
  reply: Reply | null
  hasMore: boolean
  isBusy: boolean
  problem: Problem | null
  again: () => void
}

/** Lists by person and path. Lists are cached until the document is closed. */
const cache = new Map<string, unknown>()

/**
 * Loads the first `pages` pages of a list that the server pages by cursor. A user who returns to a
 * list sees the cached rows first, and then the current rows.
 */
export function useRows<Row, Reply extends List<Row> = List<Row>>(
  path: string,
  pages: number,
): Rows<Row, Reply> {
  const { personId, fetchApi } = useCaller()
  const key = `${personId} ${path}`
  const [shown, setShown] = useState<CachedList<Row>>(() => readCache<Row>(key))
  const [isBusy, setIsBusy] = useState(true)
  const loading = useRef<AbortController>(undefined)
  const shownKey = useRef<string>(undefined)

  const read = useCallback(
    async (from: CachedList<Row>) => {
      loading.current?.abort()
      const abort = new AbortController()
      loading.current = abort
      setIsBusy(true)
      const loaded = await readOn(path, from, {
        wanted: pages * PAGE_ROWS,
        signal: abort.signal,
        fetchApi,
      })
      if (abort.signal.aborted) return
      const isWhole = !loaded.problem
      // If one page fails, keep the previous rows, because the new list is incomplete.
      const next = isWhole ? loaded : { ...readCache<Row>(key), problem: loaded.problem }
      // Log the path without its query: phone numbers do not belong in logs.
      if (loaded.problem) console.warn(`${path.split('?')[0]} failed: ${loaded.problem.error}`)
      cache.set(key, next)
      setShown(next)
      setIsBusy(false)
    },
    [key, path, pages, fetchApi],
  )

  useEffect(() => {
    const before = readCache<Row>(key)
    setShown(before)
    const isNextPage = shownKey.current === key && before.rows !== null
    shownKey.current = key
    void read(isNextPage ? before : nothingFor(key))
    return () => loading.current?.abort()
  }, [key, read])

  const current = shown.key === key ? shown : readCache<Row>(key)
  const { rows, next, problem } = current
  const [last, setLast] = useState(current)
  if (rows && rows !== last.rows) setLast(current)
  const isStale = rows === null && problem === null && last.rows !== null
  return {
    rows: isStale ? last.rows : rows,
    isStale,
    reply: (current.reply ?? last.reply) as Reply | null,
    hasMore: next !== null,
    isBusy,
    problem,
    again: () => void read(nothingFor(key)),
  }
}

function readCache<Row>(key: string): CachedList<Row> {
  return (cache.get(key) as CachedList<Row> | undefined) ?? nothingFor(key)
}

const nothingFor = (key: string) => ({ key, rows: null, reply: null, next: null, problem: null })

type ReadOptions = { wanted: number; signal: AbortSignal; fetchApi: FetchApi }

async function readOn<Row>(
  path: string,
  from: CachedList<Row>,
  reach: ReadOptions,
): Promise<CachedList<Row>> {
  let { rows, next, reply } = from
  while (rows === null || (next !== null && rows.length < reach.wanted)) {
    const missing = reach.wanted - (rows?.length ?? 0)
    const answer = await fetchPage<Row>(path, { ...reach, cursor: next, limit: missing })
    if (!answer.ok) return { ...from, problem: answer }
    rows = [...(rows ?? []), ...answer.data.data]
    reply = answer.data
    next = reply.next_cursor
  }
  return { key: from.key, rows, reply, next, problem: null }
}

type Page = Omit<ReadOptions, 'wanted'> & { cursor: string | null; limit: number }

function fetchPage<Row>(path: string, page: Page): Promise<Answer<List<Row>>> {
  const { cursor, limit, signal, fetchApi } = page
  const [base, query] = path.split('?')
  const params = new URLSearchParams(query)
  params.set('limit', String(Math.min(limit, ROWS_A_CALL)))
  if (cursor !== null) params.set('cursor', cursor)
  return callApi<List<Row>>(fetchApi, `${base}?${params}`, { signal })
}

/** Appends the filters that are not empty to the path of a list. */
export function listPath(path: string, filters: Record<string, string>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  return `${path}?${new URLSearchParams(set)}`
}
