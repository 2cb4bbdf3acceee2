/** A pause that can be shortened. */
export function makeRest(stopping: AbortSignal) {
  let endWithin = (_ms: number) => {}
  stopping.addEventListener('abort', () => endWithin(0))
  return {
    begin: (ms: number) =>
      new Promise<void>((resolve) => {
        const ends = performance.now() + ms
        let timer = setTimeout(resolve, ms)
        endWithin = (left) => {
          if (performance.now() + left >= ends) return
          clearTimeout(timer)
          timer = setTimeout(resolve, left)
        }
        if (stopping.aborted) endWithin(0)
      }),
    endWithin: (ms: number) => endWithin(ms),
  }
}
