import { useLoaderData, useLocation } from 'react-router'
import { HelpCenter } from '../../site/screens/help-center.tsx'
import type { SiteReply } from '../../site/site.contract.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { loader, shouldRevalidate } from './site-data.ts'

export { loader, shouldRevalidate }

export const handle: PageHandle = {
  head: () => ({
    title: 'Help Center · Lango',
    description:
      'Answers about tickets, M-PESA payments and events: how to buy, refunds, lost tickets, entry.',
    canonical: '/help',
  }),
}

export function Component() {
  const query = new URLSearchParams(useLocation().search).get('q') ?? ''
  return (
    <div className="mx-auto max-w-[760px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Help Center</h1>
      <HelpCenter query={query} site={useLoaderData<SiteReply | null>()} />
    </div>
  )
}
