import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Sign In · Lango',
    description: 'Access your event organizer dashboard.',
    noindex: true,
  }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Sign In</h1>
}
