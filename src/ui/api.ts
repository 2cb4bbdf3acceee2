import { createContext, type RouterContextProvider } from 'react-router'
import { LANGUAGE } from './language.rules.ts'

export type FetchApi = (path: string, init?: RequestInit) => Promise<Response>

/** The browser calls over the network; the server puts a call inside its own process here. */
export const fetchApiContext = createContext<FetchApi>((path, init) => fetch(path, init))

export type Problem = {
  ok: false
  /** The HTTP status, or 0 if no answer came. */
  status: number
  code: string
  error: string
  /** The new total, if the code is `amount_changed`. */
  amount?: number
  /** Which field a request was refused for. */
  field?: string
  /** Seconds to wait before another try, if the server said so. */
  retryAfter?: number
}
export type Answer<T> = { ok: true; status: number; data: T } | Problem

const NO_ANSWER: Problem = { ok: false, status: 0, code: 'network', error: 'No connection.' }

/**
 * Never throws: an answer that did not come, not whole, or that the caller gave up, has status 0. A
 * refusal without words of ours, as a proxy writes it, is one all the same: its `error` is ''.
 */
export async function callApi<T>(
  fetchApi: FetchApi,
  path: string,
  init?: RequestInit,
): Promise<Answer<T>> {
  try {
    const response = await fetchApi(path, LANGUAGE === 'en' ? init : spoken(init))
    if (!response.ok) return problemFrom(response, await readRefusal(response))
    return { ok: true, status: response.status, data: (await response.json()) as T }
  } catch {
    return NO_ANSWER
  }
}

/** Asks for texts in the language of the page. */
function spoken(init: RequestInit = {}): RequestInit {
  return { ...init, headers: { ...init.headers, 'x-language': LANGUAGE } }
}

async function readRefusal(response: Response): Promise<Partial<Problem>> {
  const body: unknown = await response.json().catch(() => null)
  return body !== null && typeof body === 'object' ? body : {}
}

function problemFrom({ status, headers }: Response, body: Partial<Problem>): Problem {
  const retryAfter = Number(headers.get('retry-after'))
  return {
    ok: false,
    status,
    code: typeof body.code === 'string' ? body.code : 'internal',
    error: typeof body.error === 'string' ? body.error : '',
    ...(typeof body.amount === 'number' && { amount: body.amount }),
    ...(typeof body.field === 'string' && { field: body.field }),
    ...(retryAfter > 0 && { retryAfter }),
  }
}

export function jsonPost(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** The server's message, or `words` if it sent none. */
export function wordsOf({ status, error }: Problem, words: string): string {
  return status === 0 ? words : error || words
}

/** For loaders and actions, which run on both sides. */
export function apiOf(context: Readonly<RouterContextProvider>): FetchApi {
  return context.get(fetchApiContext)
}

/** For a loader to throw: the page for an answer that was no page's data. */
export function pageFailure(problem: Problem, words = wordsOf(problem, '')): Response {
  const { status } = problem
  return new Response(words, { status: status || 503 })
}
