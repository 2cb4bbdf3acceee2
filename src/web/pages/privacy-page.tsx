import { useLoaderData } from 'react-router'
import { PRIVACY } from '../../site/privacy.text.ts'
import { PolicyView } from '../../site/screens/policy-view.tsx'
import type { SiteReply } from '../../site/site.contract.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { loader, shouldRevalidate } from './site-data.ts'

export { loader, shouldRevalidate }

export const handle: PageHandle = {
  head: () => ({
    title: `${PRIVACY.title} · Lango`,
    description: PRIVACY.description,
    canonical: '/privacy',
  }),
}

export function Component() {
  const site = useLoaderData<SiteReply | null>()
  return <PolicyView policy={PRIVACY} site={site} />
}
