import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Toast } from '../../ui/office/toast.tsx'
import { useSite } from '../../ui/site.tsx'
import type { EventReply } from '../events.contract.ts'

/**
 * Shares the event's page through the phone's list of apps. If the browser has no such list, copies
 * the address instead.
 */
export function ShareButton({ event: { id, title } }: { event: EventReply }) {
  const url = `${useSite().origin}/event/${id}`
  const [notice, setNotice] = useState('')
  async function share() {
    if (navigator.share) {
      // The user may close the list without a choice.
      return void navigator.share({ title, url }).catch(() => {})
    }
    setNotice((await copyText(url)) ? 'Link copied' : `Copy this address: ${url}`)
  }
  return (
    <>
      <Button look="quiet" onClick={() => void share()}>
        Share
      </Button>
      {notice && (
        <Toast look="good" onClose={() => setNotice('')}>
          {notice}
        </Toast>
      )}
    </>
  )
}
