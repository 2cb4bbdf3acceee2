import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { countOf } from '../../ui/office/formats.rules.ts'
import { Toast } from '../../ui/office/toast.tsx'
import { goodFor } from '../days/uses.rules.ts'
import { isEntry, isPass } from '../event.rules.ts'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import { poolOf } from '../pools/places.rules.ts'
import { accentStyle } from '../screens/accent-style.ts'
import { PreviewArticle } from '../screens/preview-article.tsx'
import { EventTimelines } from './price-timeline.tsx'

/** The event as its public page will show it, for its managers. */
export function EventPreview({ event }: { event: EventReply }) {
  return (
    <div style={accentStyle(event.image)} className="mx-auto max-w-[760px]">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>Preview. Visitors see this page when the event is published.</p>
          <div className="flex flex-wrap items-center gap-4">
            <CopyPreviewLink id={event.id} />
            <Link to={`/organizer/events/${event.id}`} className={`min-w-11 ${LONE_LINK}`}>
              Back
            </Link>
          </div>
        </div>
      </Notice>
      <PreviewArticle event={event} notesOf={(type) => <UnitNotes type={type} event={event} />} />
      <EventTimelines event={event} />
    </div>
  )
}

/** Explains how a type is sold. Shows nothing for a plain ticket. */
function UnitNotes({ type, event }: { type: TicketTypeReply; event: EventReply }) {
  const { sold_in = 1, min_per_order = 1, kind = 'entry', day_numbers = [], once_in_all } = type
  const isOnce = isPass({ day_numbers }) ? once_in_all : undefined
  const pool = poolOf(type, event.pools ?? [])
  const notes = [
    ...(sold_in > 1 ? [isEntry({ kind }) ? `Admits ${sold_in}` : goodFor(sold_in, isOnce)] : []),
    ...(min_per_order > 1 ? [`At least ${min_per_order} per order`] : []),
    ...(pool ? [`Shares the ${countOf(pool.quantity, 'place')} of ${pool.name}`] : []),
  ]
  if (notes.length === 0) return null
  return <p className="-mt-2 basis-full text-small text-quiet">{notes.join(' · ')}</p>
}

/** Makes a link to this preview, which needs no sign-in, and copies the link. */
function CopyPreviewLink({ id }: { id: string }) {
  const [said, setSaid] = useState<{ look: 'good' | 'bad'; text: string } | null>(null)
  async function copy() {
    const path = `/api/events/${id}/preview_links`
    const answer = await callApi<{ url: string }>(sessionFetch, path, jsonPost({}))
    if (!answer.ok) {
      return setSaid({
        look: 'bad',
        text: problemText(answer, 'No connection. Please try again.'),
      })
    }
    const { url } = answer.data
    const text = (await copyText(url)) ? 'Link copied. It works for 7 days.' : `Copy: ${url}`
    setSaid({ look: 'good', text })
  }
  return (
    <>
      <Button look="quiet" onClick={() => void copy()}>
        Copy preview link
      </Button>
      {said && (
        <Toast look={said.look} onClose={() => setSaid(null)}>
          {said.text}
        </Toast>
      )}
    </>
  )
}
