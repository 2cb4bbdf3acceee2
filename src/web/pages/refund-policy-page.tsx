import { useLoaderData } from 'react-router'
import { REFUND_POLICY } from '../../site/refund-policy.text.ts'
import { PolicyView } from '../../site/screens/policy-view.tsx'
import type { SiteReply } from '../../site/site.contract.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { loader, shouldRevalidate } from './site-data.ts'

export { loader, shouldRevalidate }

export const handle: PageHandle = {
  head: () => ({
    title: `${REFUND_POLICY.title} · Lango`,
    description: REFUND_POLICY.description,
    canonical: '/refund-policy',
  }),
}

export function Component() {
  const site = useLoaderData<SiteReply | null>()
  return <PolicyView policy={REFUND_POLICY} site={site} />
}
