import { useEffect, useState } from 'react'
import { callApi, jsonPost } from '../../ui/api.ts'
import type { DeliveryReply, DeliveryRequest } from '../delivery/delivery.contract.ts'

export type Unreached = NonNullable<DeliveryReply['failed']>

/** The waits before the checks, in ms. Operators report a failed SMS within minutes. */
const AGAIN_MS = [30_000, 180_000]

/** Null while no SMS has failed. `isFresh`: just bought, so the SMS may be on its way. */
export function useUnreached(numbers: readonly string[], isFresh: boolean): Unreached | null {
  const [failed, setFailed] = useState<Unreached | null>(null)
  const key = numbers.join(' ')
  useEffect(() => {
    // Does nothing without a network: holders also show their tickets offline at gates.
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
