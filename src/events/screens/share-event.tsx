import { type ReactNode, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useSite } from '../../ui/site.tsx'
import { whatsAppLink } from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'

const LOOK =
  'inline-flex min-h-11 items-center rounded-soft border border-edge px-4 text-small font-semibold hover:border-ink hover:bg-paper'

/** Buttons and links to share the event and to add it to a calendar. */
export function ShareEvent({ event }: { event: EventReply }) {
  const { origin } = useSite()
  const url = `${origin}/event/${event.id}`
  const [notice, setNotice] = useState<ReactNode>('')
  const copy = async () => {
    setNotice('')
    setNotice((await copyText(url)) ? 'Link copied' : <span>Copy this address: {url}</span>)
  }
  return (
    <section aria-labelledby="share">
      <h2 id="share" className="mb-3 text-lead font-bold tracking-tight">
        Invite friends
      </h2>
      <div className="flex flex-wrap gap-3">
        <a href={whatsAppLink(event, url)} target="_blank" rel="noopener" className={LOOK}>
          Share on WhatsApp
        </a>
        <button type="button" onClick={copy} className={`needs-script ${LOOK}`}>
          Copy link
        </button>
        <a href={`/event/${event.id}/calendar.ics`} className={LOOK}>
          Add to calendar
        </a>
      </div>
      <p role="status" className="mt-3 text-small text-good empty:hidden">
        {notice}
      </p>
    </section>
  )
}
