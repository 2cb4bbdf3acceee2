import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Tickets Overview · Lango',
    description: 'Manage your event tickets and track sales.',
    noindex: true,
  }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Tickets Overview</h1>
}
