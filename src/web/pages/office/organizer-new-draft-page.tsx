import { DraftPage } from '../../../events/office/event-form-page.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'New Draft · Lango', description: 'A draft of an event.', noindex: true }),
}

export function Component() {
  return <DraftPage id={null} />
}
