import { EventFormPage } from '../../../events/office/event-form-page.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Create Event · Lango', description: 'A new event.', noindex: true }),
}

export function Component() {
  return <EventFormPage id={null} />
}
