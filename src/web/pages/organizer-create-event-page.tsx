import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Create Event · Lango', description: 'A new event.', noindex: true }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Create Event</h1>
}
