import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { MoreAction, MoreMenu } from '../../ui/office/more-menu.tsx'
import { CancelEvent } from './cancel-event.tsx'
import { MoveEvent } from './move-event.tsx'

/** Reschedule or cancel an event. */
export function EventMeasures({
  event,
  isAdmin,
  onChanged,
  onMoved,
}: {
  event: EventReply
  isAdmin: boolean
  onChanged: () => void
  onMoved: (how: { tell: boolean }) => void
}) {
  const [open, setOpen] = useState<'cancel' | 'move' | null>(null)
  const hasSold = event.ticket_types.some((type) => (type.sold ?? 0) > 0)
  if (event.cancelled_at !== null || (!isAdmin && (event.is_published || hasSold))) return null
  const done = () => {
    setOpen(null)
    onChanged()
  }
  return (
    <>
      <MoreMenu>
        {isAdmin && <MoreAction onClick={() => setOpen('move')}>Reschedule</MoreAction>}
        <MoreAction onClick={() => setOpen('cancel')}>Cancel event</MoreAction>
      </MoreMenu>
      {open === 'cancel' && (
        <CancelEvent event={event} onCancelled={done} onClose={() => setOpen(null)} />
      )}
      {open === 'move' && (
        <MoveEvent
          event={event}
          onMoved={(how) => {
            onMoved(how)
            done()
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
