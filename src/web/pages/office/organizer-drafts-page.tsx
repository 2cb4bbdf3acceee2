import { DraftsPanel } from '../../../events/office/drafts-panel.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Drafts · Lango', description: 'Unpublished events.', noindex: true }),
}

export function Component() {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title font-bold tracking-tight">Drafts</h1>
          <p className="mt-1 text-quiet">Events that are not public</p>
        </div>
        <ButtonLink to="/organizer/drafts/new">New draft</ButtonLink>
      </div>
      <DraftsPanel />
    </>
  )
}
