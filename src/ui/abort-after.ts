/** Aborts after `ms`, like AbortSignal.timeout, which Safari has only since version 16. */
export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(
    () => controller.abort(new DOMException('The time limit is over.', 'TimeoutError')),
    ms,
  )
  return controller.signal
}
