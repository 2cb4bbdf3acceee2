import { useState } from 'react'
import { ConfirmAddress } from '../../../accounts/office/confirm-address.tsx'
import { EntranceCard, EntranceLink } from '../../../accounts/office/entrance.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Confirm Your Email · Lango',
    description: 'Confirm your email to start using Lango.',
    canonical: '/organizer/confirm',
    noindex: true,
  }),
}

export function Component() {
  const [isDone, setIsDone] = useState(false)
  return (
    <EntranceCard
      heading="Confirm Your Email"
      subtitle={isDone ? 'Welcome to Lango' : 'One last step'}
      foot={<EntranceLink to="/">← Back to the main site</EntranceLink>}
    >
      <ConfirmAddress isDone={isDone} onDone={() => setIsDone(true)} />
    </EntranceCard>
  )
}
