import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Dashboard · Lango', description: 'Sales at a glance.', noindex: true }),
}

export function Component() {
  return <h1 className="text-title font-bold tracking-tight">Welcome back</h1>
}
