import { DraftPage } from '../../../events/office/event-form-page.tsx'
import { TicketSmsContext } from '../../../events/office/sms-hints.tsx'
import { ticketSms } from '../../../tickets/issuing/ticket-sms.rules.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'New Draft · Lango', description: 'A draft of an event.', noindex: true }),
}

export function Component() {
  return (
    <TicketSmsContext value={ticketSms}>
      <DraftPage id={null} />
    </TicketSmsContext>
  )
}
