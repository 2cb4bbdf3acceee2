import { useLoaderData } from 'react-router'
import { PolicyView } from '../../site/screens/policy-view.tsx'
import type { SiteReply } from '../../site/site.contract.ts'
import { TERMS } from '../../site/terms.text.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { loader, shouldRevalidate } from './site-data.ts'

export { loader, shouldRevalidate }

export const handle: PageHandle = {
  head: () => ({
    title: `${TERMS.title} · Lango`,
    description: TERMS.description,
    canonical: '/terms',
  }),
}

export function Component() {
  const site = useLoaderData<SiteReply | null>()
  return <PolicyView policy={TERMS} site={site} />
}
