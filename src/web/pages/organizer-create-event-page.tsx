import { EventFormPage } from '../../events/screens/event-form-page.tsx'
import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Create Event · Lango', description: 'A new event.', noindex: true }),
}

export function Component() {
  return <EventFormPage id={null} />
}
