import type { Waits } from './waits.ts'

/** How long a listener may take; a slower one has lost what it was sent, as with the real service. */
const ANSWER_MS = 10_000

/** Posts once, without retries; undefined where nobody answered with 2xx in time. */
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
    // Nobody listened. The real service does not come back either: the caller has to ask.
    return undefined
  }
}
