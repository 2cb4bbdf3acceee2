import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/office/data-table.tsx'

type Words = { text: string; to: string; label: string }

/** Shown in place of a page or tab that the user's role does not include. */
export function NotInRole({
  text,
  to,
  label,
  heading: Heading = 'h2',
}: Words & { heading?: 'h1' | 'h2' }) {
  return (
    <Panel>
      <div className="px-4 py-12 text-center">
        <Heading className="text-lead font-bold tracking-tight">Not part of your role</Heading>
        <p className="mx-auto mt-2 max-w-[520px] text-quiet">
          {text} Ask the organizer if you need it.
        </p>
        <ButtonLink to={to} look="quiet" className="mt-6">
          {label}
        </ButtonLink>
      </div>
    </Panel>
  )
}

/** For users who see no sums of money at all. */
export function NoMoneyInRole() {
  return (
    <NotInRole
      heading="h1"
      text="This page shows money. In your teams you see tickets and check-ins, and no money."
      to="/organizer/events"
      label="All events"
    />
  )
}
