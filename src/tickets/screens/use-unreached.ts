import { useEffect, useState } from 'react'
import { callApi, jsonPost } from '../../ui/api.ts'
import type { DeliveryReply, DeliveryRequest } from '../delivery/delivery.contract.ts'

export type Unreached = NonNullable<DeliveryReply['failed']>

/**
 * Pauses before the page requests the delivery state again. Operators report within minutes that a
 * phone cannot be reached or has opted out.
 */
const AGAIN_MS = [30_000, 180_000]

/**
 * Returns the SMS that will not arrive, once that is known. `isFresh`: the tickets were just
 * bought, so the SMS may still be on its way.
 */
export function useUnreached(numbers: readonly string[], isFresh: boolean): Unreached | null {
  const [failed, setFailed] = useState<Unreached | null>(null)
  const key = numbers.join(' ')
  useEffect(() => {
    // Sends no request without a network, because tickets are also shown offline at a gate.
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
