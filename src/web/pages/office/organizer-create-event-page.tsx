import { EventFormPage } from '../../../events/office/event-form-page.tsx'
import { TicketSmsContext } from '../../../events/office/sms-hints.tsx'
import { ticketSms } from '../../../tickets/issuing/ticket-sms.rules.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Create Event · Lango', description: 'A new event.', noindex: true }),
}

export function Component() {
  return (
    <TicketSmsContext value={ticketSms}>
      <EventFormPage id={null} />
    </TicketSmsContext>
  )
}
