import { ChangePasswordForm } from '../../../accounts/office/account.tsx'
import { useSession } from '../../../accounts/office/session.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Your Account · Lango',
    description: 'Your email and your password.',
    noindex: true,
  }),
}

export function Component() {
  const { user } = useSession()
  return (
    <div className="flex max-w-[560px] flex-col gap-6">
      <div>
        <h1 className="text-title font-bold tracking-tight">Your Account</h1>
        <p className="mt-1 wrap-anywhere text-quiet">{user?.email}</p>
      </div>
      {user && <ChangePasswordForm email={user.email} />}
    </div>
  )
}
