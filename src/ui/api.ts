import { createContext, type RouterContextProvider } from 'react-router'

export type FetchApi = (path: string, init?: RequestInit) => Promise<Response>

/** The browser calls over the network; the server puts a call inside its own process here. */
export const fetchApiContext = createContext<FetchApi>((path, init) => fetch(path, init))

export type Problem = {
  ok: false
  /** 0 where no answer came. */
  status: number
  code: string
  error: string
  /** The new total, where the code is `amount_changed`. */
  amount?: number
  /** Which field a request was refused for. */
  field?: string
  /** Seconds to wait before another try, where the server said so. */
  retryAfter?: number
}
export type Answer<T> = { ok: true; status: number; data: T } | Problem

const NO_ANSWER: Problem = { ok: false, status: 0, code: 'network', error: 'No connection.' }

/** Never throws: an answer that did not come, or that the caller gave up, has status 0. */
export async function callApi<T>(
  fetchApi: FetchApi,
  path: string,
  init?: RequestInit,
): Promise<Answer<T>> {
  try {
    const response = await fetchApi(path, init)
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, status: response.status, data: body as T }
    return problemFrom(response, body as Partial<Problem>)
  } catch {
    return NO_ANSWER
  }
}

function problemFrom({ status, headers }: Response, body: Partial<Problem>): Problem {
  const retryAfter = Number(headers.get('retry-after'))
  return {
    ok: false,
    status,
    code: body.code ?? 'internal',
    error: body.error ?? '',
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

/** For loaders and actions, which run on both sides. */
export function apiOf(context: Readonly<RouterContextProvider>): FetchApi {
  return context.get(fetchApiContext)
}

/** For a loader to throw: the page for an answer that was no page's data. */
export function pageFailure({ status, error }: Problem, words = error): Response {
  // Without a network there are no words: the error page finds out by itself.
  return status === 0 ? new Response('', { status: 503 }) : new Response(words, { status })
}
