import { useEffect, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { formatInstant } from '../../ui/office/formats.rules.ts'
import type { TransactionReply } from '../lists/transactions.contract.ts'

type Resent = { look: 'good' | 'bad'; text: string }
/**
 * The phones to which tickets were sent too often, with the time from which sending works again,
 * rounded up to the minute: '3:31 PM'.
 */
type Waits = ReadonlyMap<string, { atMs: number; time: string }>

const MINUTE_MS = 60_000

export type Resend = ReturnType<typeof useResend>

/** Sends a ticket's SMS again. Several rows can be sending at the same time. */
export function useResend() {
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Resent | null>(null)
  const { waits, wait } = useWaits()

  async function send({ id, phone_number }: Pick<TransactionReply, 'id' | 'phone_number'>) {
    setOutcome(null)
    setSending((ids) => new Set(ids).add(id))
    const answer = await callApi<{ success: boolean }>(
      sessionFetch,
      '/api/functions/resend-sms',
      // Form-encoded, as specification section 7 requires.
      { method: 'POST', body: new URLSearchParams({ transactionId: id }) },
    )
    setSending((ids) => new Set([...ids].filter((other) => other !== id)))
    if (answer.ok && answer.data.success) {
      return setOutcome({ look: 'good', text: 'SMS sent successfully!' })
    }
    console.warn('resend-sms:', answer.ok ? answer.data : answer.error)
    if (!answer.ok && answer.status === 429 && answer.retryAfter) {
      const time = wait(phone_number, answer.retryAfter)
      const text = `Tickets were resent to this phone several times. Try again at ${time}.`
      return setOutcome({ look: 'bad', text })
    }
    setOutcome({ look: 'bad', text: 'Failed to send SMS. Please try again.' })
  }

  /** The state of a row's button: its text, and whether the button must wait. */
  function stateOf({ id, phone_number }: Pick<TransactionReply, 'id' | 'phone_number'>) {
    const again = waits.get(phone_number)?.time
    if (sending.has(id)) return { text: 'Sending...', isWaiting: true }
    return again
      ? { text: `Again at ${again}`, label: `Resend SMS again at ${again}`, isWaiting: true }
      : { text: 'Resend SMS', label: `Resend SMS to ${phone_number}`, isWaiting: false }
  }

  return { stateOf, outcome, send, dismiss: () => setOutcome(null) }
}

/** Keeps the phones that must wait, and removes each phone when its time has come. */
function useWaits() {
  const [waits, setWaits] = useState<Waits>(new Map())
  useEffect(() => {
    if (waits.size === 0) return
    const next = Math.min(...[...waits.values()].map(({ atMs }) => atMs))
    const timer = setTimeout(
      () => setWaits((all) => new Map([...all].filter(([, { atMs }]) => atMs > next))),
      next - Date.now(),
    )
    return () => clearTimeout(timer)
  }, [waits])

  /** Stores and returns the first whole minute at which sending works again, such as '3:31 PM'. */
  function wait(phone: string, seconds: number): string {
    const atMs = Math.ceil((Date.now() + seconds * 1000) / MINUTE_MS) * MINUTE_MS
    const { time } = formatInstant(new Date(atMs).toISOString())
    setWaits((all) => new Map(all).set(phone, { atMs, time }))
    return time
  }
  return { waits, wait }
}
