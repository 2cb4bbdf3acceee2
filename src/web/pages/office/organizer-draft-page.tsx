import { useParams } from 'react-router'
import { DraftPage } from '../../../events/office/event-form-page.tsx'
import { MoveDialogContext } from '../../../events/office/event-schedule.tsx'
import { TicketSmsContext } from '../../../events/office/sms-hints.tsx'
import { MoveEvent } from '../../../refunds/office/move-event.tsx'
import { ticketSms } from '../../../tickets/issuing/ticket-sms.rules.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Edit Draft · Lango', description: 'Change a draft.', noindex: true }),
}

export function Component() {
  const { id = '' } = useParams()
  // The key resets the form for another draft, so that no old input stays.
  return (
    <MoveDialogContext value={MoveEvent}>
      <TicketSmsContext value={ticketSms}>
        <DraftPage key={id} id={id} />
      </TicketSmsContext>
    </MoveDialogContext>
  )
}
