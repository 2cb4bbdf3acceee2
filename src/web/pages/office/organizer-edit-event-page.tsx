import { useParams } from 'react-router'
import { EventFormPage } from '../../../events/office/event-form-page.tsx'
import { MoveDialogContext } from '../../../events/office/event-schedule.tsx'
import { TicketSmsContext } from '../../../events/office/sms-hints.tsx'
import { MoveEvent } from '../../../refunds/office/move-event.tsx'
import { ticketSms } from '../../../tickets/issuing/ticket-sms.rules.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Edit Event · Lango', description: 'Change an event.', noindex: true }),
}

export function Component() {
  const { id = '' } = useParams()
  // The key resets the form for another event, so that no old input stays.
  return (
    <MoveDialogContext value={MoveEvent}>
      <TicketSmsContext value={ticketSms}>
        <EventFormPage key={id} id={id} />
      </TicketSmsContext>
    </MoveDialogContext>
  )
}
