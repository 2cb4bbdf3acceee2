import type { Waits } from './waits.ts'

const ANSWER_MS = 10_000

/** Posts once, without retries. Returns undefined if no response with status 200 came in time. */
export async function postForm(
  waits: Waits,
  url: string,
  fields: Record<string, string>,
  answerMs = ANSWER_MS,
): Promise<string | undefined> {
  if (waits.stopped.aborted) return undefined
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.any([waits.stopped, AbortSignal.timeout(answerMs)]),
    })
    const text = await answer.text()
    return answer.status === 200 ? text : undefined
  } catch {
    // The listener could not be reached. The gateway's documentation does not say whether it would
    // try again.
    return undefined
  }
}
