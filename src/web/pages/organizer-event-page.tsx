import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Event · Lango', description: 'Figures of one event.', noindex: true }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Event</h1>
}
