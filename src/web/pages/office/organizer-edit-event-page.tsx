import { useParams } from 'react-router'
import { EventFormPage } from '../../../events/office/event-form-page.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Edit Event · Lango', description: 'Change an event.', noindex: true }),
}

export function Component() {
  const { id = '' } = useParams()
  // Another event begins anew: nothing of the one before may stay in the form.
  return <EventFormPage key={id} id={id} />
}
