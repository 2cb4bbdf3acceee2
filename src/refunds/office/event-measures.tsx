import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { CancelEvent } from './cancel-event.tsx'
import { CancellationProgress } from './cancellation-progress.tsx'
import { MoveEvent } from './move-event.tsx'

/** Reschedule or cancel an event. */
export function EventMeasures({
  event,
  isAdmin,
  onChanged,
}: {
  event: EventReply
  isAdmin: boolean
  onChanged: () => void
}) {
  const [open, setOpen] = useState<'cancel' | 'move' | null>(null)
  if (event.cancelled_at !== null) {
    return <CancellationProgress eventId={event.id} isAdmin={isAdmin} />
  }
  const hasSold = event.ticket_types.some((type) => (type.sold ?? 0) > 0)
  if (!isAdmin && (event.is_published || hasSold)) return null
  const done = () => {
    setOpen(null)
    onChanged()
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {isAdmin && (
        <Button look="quiet" onClick={() => setOpen('move')}>
          Reschedule
        </Button>
      )}
      <Button look="quiet" onClick={() => setOpen('cancel')}>
        Cancel event
      </Button>
      {open === 'cancel' && (
        <CancelEvent event={event} onCancelled={done} onClose={() => setOpen(null)} />
      )}
      {open === 'move' && <MoveEvent event={event} onMoved={done} onClose={() => setOpen(null)} />}
    </div>
  )
}
