import type { Waits } from './waits.ts'

/**
 * How long a listener may take to respond. As with the real service, a slower listener loses the
 * message.
 */
const ANSWER_MS = 10_000

/** Posts once, without retries. Returns undefined if no response with a 2xx status came in time. */
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
    // The listener could not be reached. The real service does not try again either, so the caller
    // has to query the result.
    return undefined
  }
}
