import type { SessionUser } from '../../accounts/accounts.contract.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { firstSteps } from '../start-checklist.rules.ts'
import { StepLine, useAccountFacts } from './start-checklist.tsx'

/** Explains to a user without events how to get a first event. */
export function FirstEvent({ user }: { user: SessionUser }) {
  return (
    <section
      aria-labelledby="first-event"
      className="rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id="first-event" className="text-lead font-bold tracking-tight">
        Sell your first event
      </h2>
      {user.role === 'admin' ? <ForAdmin /> : <ForOrganizer />}
    </section>
  )
}

function ForAdmin() {
  return (
    <>
      <p className="mt-2 text-quiet">Create an event and choose its organizer.</p>
      <ButtonLink to="/organizer/events/create" className="mt-4">
        Create Event
      </ButtonLink>
    </>
  )
}

function ForOrganizer() {
  const facts = useAccountFacts()
  return (
    <>
      <p className="mt-2 max-w-[640px] text-quiet">
        Create your event; we review and publish it. Its sales appear here automatically.
      </p>
      <ol className="mt-2 max-w-[640px]">
        {firstSteps(facts ?? {}).map((step, index) => (
          <StepLine key={step.to} step={step} number={index + 1} />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/organizer/drafts/new">New draft</ButtonLink>
        <ButtonLink look="quiet" to="/contact">
          Contact us about an event
        </ButtonLink>
      </div>
    </>
  )
}
