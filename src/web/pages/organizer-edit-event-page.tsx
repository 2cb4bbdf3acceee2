import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Edit Event · Lango', description: 'Change an event.', noindex: true }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Edit Event</h1>
}
