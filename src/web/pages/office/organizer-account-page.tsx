import { ChangePasswordForm } from '../../../accounts/office/account.tsx'
import { SecondFactor } from '../../../accounts/office/account-factor.tsx'
import { OwnPhoneForm } from '../../../accounts/office/own-phone.tsx'
import { OwnTeams } from '../../../accounts/office/own-teams.tsx'
import { useSession } from '../../../accounts/office/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormSection } from '../../../ui/office/form-parts.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Your Account · Lango',
    description: 'Your email, your public page, your password and two-step sign-in.',
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
      <FormSection title="Public Page">
        <p>Your name, picture and text, with all your published events.</p>
        <p>
          <ButtonLink look="quiet" to="/organizer/page">
            Edit your public page
          </ButtonLink>
        </p>
      </FormSection>
      <FormSection title="Team">
        <p>The people who work on your events, each in a role of their own.</p>
        <p>
          <ButtonLink look="quiet" to="/organizer/team">
            Manage your team
          </ButtonLink>
        </p>
      </FormSection>
      <OwnTeams />
      <OwnPhoneForm />
      {user && <ChangePasswordForm email={user.email} />}
      {user && <SecondFactor email={user.email} />}
    </div>
  )
}
