import type { Waits } from './waits.ts'

const ANSWER_MS = 10_000

/** Posts once, without retries; undefined where nobody answered with 200 in time. */
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
    // Nobody listened; whether the real gateway would try again is not documented.
    return undefined
  }
}
