import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { useDuplicate } from '../../events/office/duplicate.ts'
import { MoreAction, MoreMenu } from '../../ui/office/more-menu.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { CancelEvent } from './cancel-event.tsx'
import { MoveEvent } from './move-event.tsx'

/** The buttons and forms that duplicate, reschedule or cancel an event. */
export function EventMeasures({
  event,
  isAdmin,
  onChanged,
  onMoved,
}: {
  event: EventReply
  isAdmin: boolean
  onChanged: () => void
  /** Called after a reschedule, or after the cancellation of one day. */
  onMoved: (how: { tell: boolean }) => void
}) {
  const [open, setOpen] = useState<'cancel' | 'move' | null>(null)
  const hasSold = event.ticket_types.some((type) => (type.sold ?? 0) > 0)
  // The organizer must first withdraw a waiting request.
  const isWaiting = !isAdmin && event.measure?.state === 'sent'
  const { rights = [] } = event
  const isFixed = event.cancelled_at !== null || isWaiting || !rights.includes('money')
  const mayCancel = !isFixed && (isAdmin || event.is_published || !hasSold)
  const mayMove = !isFixed && (isAdmin || event.is_published)
  const { problem, duplicate, dismiss } = useDuplicate(event.id)
  const done = (how: { tell: boolean } | null) => {
    if (how) onMoved(how)
    setOpen(null)
    onChanged()
  }
  if (!rights.includes('edit') && !mayCancel && !mayMove) return null
  return (
    <>
      <MoreMenu>
        {rights.includes('edit') && (
          <MoreAction onClick={() => void duplicate()}>Duplicate</MoreAction>
        )}
        {mayMove && <MoreAction onClick={() => setOpen('move')}>Reschedule</MoreAction>}
        {mayCancel && <MoreAction onClick={() => setOpen('cancel')}>Cancel event</MoreAction>}
      </MoreMenu>
      {problem && (
        <Toast look="bad" onClose={dismiss}>
          {problem}
        </Toast>
      )}
      {open === 'cancel' && (
        <CancelEvent
          event={event}
          isAdmin={isAdmin}
          onCancelled={done}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'move' && (
        <MoveEvent event={event} isAdmin={isAdmin} onMoved={done} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
