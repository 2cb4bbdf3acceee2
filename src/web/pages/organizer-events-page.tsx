import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Events · Lango',
    description: 'Manage and monitor all your events.',
    noindex: true,
  }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Events</h1>
}
