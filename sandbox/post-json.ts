import type { Waits } from './waits.ts'

/**
 * The maximum time for a listener to respond. If it takes longer, the message is lost, as with the
 * real service.
 */
const ANSWER_MS = 10_000

/**
 * Posts JSON once, without retries. Returns undefined if no response with a 2xx status arrived in
 * time.
 */
export async function postJson(
  waits: Waits,
  url: string,
  body: string,
  answerMs = ANSWER_MS,
): Promise<string | undefined> {
  if (waits.stopped.aborted) return undefined
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([waits.stopped, AbortSignal.timeout(answerMs)]),
    })
    const text = await answer.text()
    return answer.ok ? text : undefined
  } catch {
    // The listener could not be reached. The real service does not retry, so the caller has to
    // query the result.
    return undefined
  }
}
