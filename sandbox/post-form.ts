import type { Waits } from './waits.ts'

const ANSWER_MS = 10_000

/**
 * Posts a form once, without retries. Returns undefined if no response with status 200 arrived in
 * time.
 */
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
    // The listener could not be reached. The real gateway's documentation does not mention retries.
    return undefined
  }
}
