import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'

export type Resent = { look: 'good' | 'bad'; words: string }

/** Sends a ticket's SMS once more. Several may be under way at a time. */
export function useResend() {
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Resent | null>(null)

  async function resend(transactionId: string) {
    setOutcome(null)
    setSending((ids) => new Set(ids).add(transactionId))
    const answer = await callApi<{ success: boolean }>(
      sessionFetch,
      '/api/functions/resend-sms',
      // Form-encoded, as specification section 7 has it.
      { method: 'POST', body: new URLSearchParams({ transactionId }) },
    )
    setSending((ids) => new Set([...ids].filter((id) => id !== transactionId)))
    if (answer.ok && answer.data.success) {
      return setOutcome({ look: 'good', words: 'SMS sent successfully!' })
    }
    console.warn('resend-sms:', answer.ok ? answer.data : answer.error)
    setOutcome({ look: 'bad', words: 'Failed to send SMS. Please try again.' })
  }

  return { sending, outcome, resend, dismiss: () => setOutcome(null) }
}
