const LIMIT_MS = 10_000

/**
 * Sends a trace to a collector by OTLP over HTTP. `to` is the collector's address without a path,
 * such as 'http://127.0.0.1:4318'. Throws an error with a readable text if the collector does not
 * accept the trace.
 */
export async function sendTrace(to: string, trace: object): Promise<void> {
  const url = new URL('/v1/traces', to)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(trace),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
}
