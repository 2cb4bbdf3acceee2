import { useParams } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { OrganizerForm } from '../../../events/office/organizer-form.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Public Page · Lango',
    description: 'The name, picture and text that visitors see.',
    noindex: true,
  }),
}

/** The signed-in organizer's own page; an admin may open any organizer's. */
export function Component() {
  const { user } = useSession()
  const { id = user?.id } = useParams()
  return (
    <div className="flex max-w-[760px] flex-col gap-6">
      <div>
        <h1 className="text-title font-bold tracking-tight">Public Page</h1>
        <p className="mt-1 text-quiet">Visitors reach it from each published event.</p>
      </div>
      {id && <OrganizerForm key={id} id={id} />}
    </div>
  )
}
