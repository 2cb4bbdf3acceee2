import { useEffect, useState } from 'react'
import { callApi, jsonPost } from '../../ui/api.ts'
import type { DeliveryReply, DeliveryRequest } from '../delivery/delivery.contract.ts'

export type Unreached = NonNullable<DeliveryReply['failed']>

/**
 * The waits, in ms, before the page requests the delivery state again. Within minutes mobile
 * operators report that a phone cannot be reached or has opted out.
 */
const AGAIN_MS = [30_000, 180_000]

/**
 * Returns the SMS that will not arrive. Null while no SMS is known to have failed. `isFresh` is
 * true if the tickets were just bought, so that their SMS may still be on the way.
 */
export function useUnreached(numbers: readonly string[], isFresh: boolean): Unreached | null {
  const [failed, setFailed] = useState<Unreached | null>(null)
  const key = numbers.join(' ')
  useEffect(() => {
    // Without a network, send no request: tickets are also shown offline, at a gate.
    if (key === '' || !navigator.onLine) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const waits = isFresh ? [...AGAIN_MS] : []
    const stop = new AbortController()
    const ask = async () => {
      const request: DeliveryRequest = { ticket_numbers: key.split(' ') }
      const init = { ...jsonPost(request), signal: stop.signal }
      const answer = await callApi<DeliveryReply>(
        (to, with_) => fetch(to, with_),
        '/api/ticket_delivery',
        init,
      )
      if (stop.signal.aborted) return
      if (answer.ok && answer.data.failed) return setFailed(answer.data.failed)
      const next = waits.shift()
      if (next !== undefined) timer = setTimeout(ask, next)
    }
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [key, isFresh])
  return failed
}
