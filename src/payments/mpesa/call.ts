import { assertOutsideTransaction } from '../../platform/database/db.ts'
import { textOf } from './wire-text.rules.ts'

/** Daraja's response: JSON from Daraja, other text such as HTML from a proxy, or no response. */
export type Answer =
  | { kind: 'json'; status: number; body: Record<string, unknown> }
  | { kind: 'other'; status: number; text: string }
  /** No connection was made, so the request cannot have arrived. */
  | { kind: 'unreachable'; reason: string }
  /** The request timed out or the connection broke, so the request may have arrived. */
  | { kind: 'silent'; reason: string }

// Codes of undici and the operating system.
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const TIMEOUT_MS = 25_000

export async function fetchAnswer(
  url: string,
  init: RequestInit,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  assertOutsideTransaction(`A call to ${new URL(url).pathname}`)
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return readAnswer(response.status, await response.text())
  } catch (error) {
    const cause = (error as { cause?: { code?: string; message?: string } }).cause
    const reason = cause?.code ?? cause?.message ?? (error as Error).name
    return { kind: NEVER_CONNECTED.has(reason) ? 'unreachable' : 'silent', reason }
  }
}

function readAnswer(status: number, text: string): Answer {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return { kind: 'json', status, body: body as Record<string, unknown> }
    }
  } catch {
    // The text is no JSON: handled below.
  }
  return { kind: 'other', status, text: text.slice(0, 2000) }
}

/** The gateway's error. Null if the response is not an error of the gateway. */
export function errorEnvelope(answer: Answer): { code: string; message: string } | null {
  if (answer.kind !== 'json') return null
  const code = textOf(answer.body.errorCode)
  return code ? { code, message: textOf(answer.body.errorMessage) } : null
}

// The gateway's texts for 'try again later'. HTTP 429 has the same meaning, without a text.
const COME_BACK = /spike arrest|quota violation|system is busy/i

/** Whether the gateway certainly refused the request, and a repeated request may soon succeed. */
export function isTurnedAway(answer: Extract<Answer, { status: number }>): boolean {
  const text = answer.kind === 'json' ? JSON.stringify(answer.body) : answer.text
  return answer.status === 429 || COME_BACK.test(text)
}
