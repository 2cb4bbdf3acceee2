import { createContext, type RouterContextProvider } from 'react-router'
import { LANGUAGE } from './language.rules.ts'

export type FetchApi = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Makes API calls. In the browser the calls go over the network; the server replaces this default
 * by calls inside its own process.
 */
export const fetchApiContext = createContext<FetchApi>((path, init) => fetch(path, init))

export type Problem = {
  ok: false
  /** The HTTP status, or 0 if no complete response arrived. */
  status: number
  code: string
  error: string
  /** The new total, if the code is `amount_changed`. */
  amount?: number
  /** The tickets of the order for which another prompt was refused with `amount_changed`. */
  tickets?: readonly { ticketTypeId: string; quantity: number }[]
  /**
   * The id of the caller's open order, if that order is the reason why another order was refused.
   */
  order_id?: string
  field?: string
  /** The indexes of the rows that were refused, if the code is `already_given`. */
  rows?: readonly number[]
  /** Seconds to wait before a retry, if the server sent Retry-After. */
  retryAfter?: number
}
export type Answer<T> = { ok: true; status: number; data: T } | Problem

const NO_ANSWER: Problem = { ok: false, status: 0, code: 'network', error: 'No connection.' }

/**
 * Calls the API and never throws. If no complete response arrives or the caller aborts, the status
 * is 0. If a proxy sends an error page of its own, `error` is ''.
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

/** Adds the header that requests error texts in the language of the page. */
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
    ...(Array.isArray(body.tickets) && { tickets: body.tickets }),
    ...(typeof body.order_id === 'string' && { order_id: body.order_id }),
    ...(typeof body.field === 'string' && { field: body.field }),
    ...(Array.isArray(body.rows) && { rows: body.rows }),
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

/** The server's error text, or `fallback` if the server sent no text. */
export function problemText({ status, error }: Problem, fallback: string): string {
  return status === 0 ? fallback : error || fallback
}

/** The API calls for loaders and actions, which run both in the browser and on the server. */
export function apiOf(context: Readonly<RouterContextProvider>): FetchApi {
  return context.get(fetchApiContext)
}

/** Makes the response that a loader throws to show the error page. */
export function pageFailure(problem: Problem, text = problemText(problem, '')): Response {
  const { status } = problem
  return new Response(text, { status: status || 503 })
}
