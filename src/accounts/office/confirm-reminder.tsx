import { useState } from 'react'
import type { MessageReply } from '../../platform/platform.contract.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NOT_SENT } from './link-calls.tsx'
import { sessionFetch } from './session.ts'

/** For who has not opened the link in the e-mail yet. */
export function ConfirmReminder({ email }: { email: string }) {
  const [sent, setSent] = useState<{ text: string; isGood: boolean } | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function resend() {
    setIsBusy(true)
    const path = '/api/auth/confirm/resend'
    const answer = await callApi<MessageReply>(sessionFetch, path, jsonPost({}))
    setIsBusy(false)
    if (answer.ok) setSent({ text: answer.data.message, isGood: true })
    else setSent({ text: answer.status === 0 ? NOT_SENT : answer.error, isGood: false })
  }

  return (
    <Notice look={sent?.isGood ? 'good' : 'used'}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-80 text-ink">
          <b>Confirm your address.</b> We sent a link to <span className="break-all">{email}</span>.
          Events can be listed in your name once you have opened it.
        </p>
        <Button look="quiet" disabled={isBusy} onClick={resend}>
          {isBusy ? 'Sending...' : 'Send Again'}
        </Button>
      </div>
      <p role="status" className="text-small font-semibold">
        {sent?.text}
      </p>
    </Notice>
  )
}
