import { Link } from 'react-router'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import type { TeamReply } from '../../accounts/team/team.contract.ts'
import type { GatePhoneList } from '../../checkin/command-view.contract.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { usePayoutAccount } from '../../payouts/office/payout-account.tsx'
import { callApi } from '../../ui/api.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { Chevron, StepNumber } from '../../ui/office/form-parts.tsx'
import { countOf } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { openingSteps, type Step, startSteps, stepsLeftText } from '../start-checklist.rules.ts'
import { useNextEvent } from './use-next-event.ts'

/** The id of the checklist's heading. */
const LIST_ID = 'checklist'

const hasChecklist = ({ organizer_id, cancelled_at }: EventReply, userId: string | undefined) =>
  organizer_id === userId && cancelled_at === null

/** The steps that an organizer has to take before the doors of the next event open. */
export function StartChecklist() {
  const event = useNextEvent()
  const { user } = useSession()
  return event && hasChecklist(event, user?.id) && <NextSteps key={event.id} event={event} />
}

/** The steps of the checklist. Null if the checklist is not shown. */
function useNextSteps(event: EventReply): { steps: Step[]; leftText: string } | null {
  const phones = useGatePhones(event.id)
  const account = useAccountFacts()
  if (!phones || !account) return null
  const steps = startSteps(event, { phones, ...account })
  const leftText = stepsLeftText(steps)
  return leftText === null ? null : { steps, leftText }
}

/** '4 steps left': a link to the checklist on the same page. */
export function StepsLeft({ event }: { event: EventReply }) {
  const { user } = useSession()
  return user?.role === 'organizer' && hasChecklist(event, user.id) && <LeftLink event={event} />
}

function LeftLink({ event }: { event: EventReply }) {
  const next = useNextSteps(event)
  if (!next) return null
  return (
    <a href={`#${LIST_ID}`} className={`${LONE_LINK} -mb-3`}>
      {next.leftText}
    </a>
  )
}

function NextSteps({ event }: { event: EventReply }) {
  const next = useNextSteps(event)
  if (!next) return null
  const { steps } = next
  const done = steps.filter(({ isDone }) => isDone)
  const left = steps.filter(({ isDone }) => !isDone)
  return (
    <section aria-labelledby={LIST_ID} className="rounded-card border border-line bg-paper p-4">
      <h2 id={LIST_ID} className="text-lead font-bold tracking-tight wrap-anywhere">
        Before you open: {event.title}
      </h2>
      <ol className="mt-2 gap-x-6 sm:columns-2 lg:columns-3">
        <StepsDone count={done.length} />
        {[...done, ...left].map((step) => (
          <StepLine key={step.label} step={step} number={left.indexOf(step) + 1} isShort />
        ))}
      </ol>
    </section>
  )
}

/** The steps after publication, done or not. `isOwn`: the viewer is the event's organizer. */
export function OpeningChecklist({ event, isOwn }: { event: EventReply; isOwn: boolean }) {
  if (!isOwn) return event.rights?.includes('door') ? <DoorSteps event={event} /> : null
  return <OwnSteps event={event} />
}

function OwnSteps({ event }: { event: EventReply }) {
  const phones = useGatePhones(event.id)
  const account = useAccountFacts()
  return phones && account && <Opening steps={openingSteps(event, { phones, ...account })} />
}

/** A member of the team sees neither the payout account nor the members. */
function DoorSteps({ event }: { event: EventReply }) {
  const phones = useGatePhones(event.id)
  return phones && <Opening steps={openingSteps(event, { phones })} />
}

function Opening({ steps }: { steps: Step[] }) {
  return (
    <section
      aria-labelledby="opening"
      className="rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id="opening" className="text-lead font-bold">
        Before you open
      </h2>
      <ol className="mt-2">
        {steps.map((step, index) => (
          <StepLine key={step.label} step={step} number={index + 1} />
        ))}
      </ol>
    </section>
  )
}

/** On a phone, shows the number of finished steps instead of the steps. */
function StepsDone({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <li className="flex min-h-11 items-center gap-3 text-quiet sm:hidden">
      <StepNumber step={count} isDone />
      {countOf(count, 'step')} done
    </li>
  )
}

/** A step with its link. If `isShort`, a phone leaves out steps that are done. */
export function StepLine({
  step: { to, label, isDone, hint },
  number,
  isShort = false,
}: {
  step: Step
  number: number
  isShort?: boolean
}) {
  return (
    <li className={`flex break-inside-avoid gap-3 ${isDone && isShort ? 'max-sm:hidden' : ''}`}>
      <span className="flex min-h-11 items-center self-start">
        <StepNumber step={number} isDone={isDone} />
      </span>
      <span className="min-w-0">
        <Link
          to={to}
          className={`inline-flex min-h-11 items-center hover:underline ${isDone ? 'text-quiet' : 'font-semibold text-accent'}`}
        >
          {label}
          {!isDone && <Chevron className="ml-1 shrink-0 stroke-3" />}
        </Link>
        {hint && !isDone && <span className="-mt-2 block pb-2 text-small text-quiet">{hint}</span>}
      </span>
    </li>
  )
}

function useGatePhones(eventId: string) {
  const { data } = useQuery(`gate phones ${eventId}`, (signal) =>
    callApi<GatePhoneList>(sessionFetch, `/api/gate_phones?event_id=${eventId}`, { signal }),
  )
  return data?.data
}

/** Whether the viewer has a payout account and a team. Undefined until both are read. */
export function useAccountFacts() {
  const { data: payout } = usePayoutAccount()
  const members = `/api/organizations/${useSession().user?.id}/members`
  const { data: team } = useQuery<TeamReply>(members, (signal) =>
    callApi(sessionFetch, members, { signal }),
  )
  if (!payout || !team) return undefined
  return {
    payout: { hasAccount: payout.account != null, newAccountWaits: payout.new_account_waits },
    hasTeam: team.members.length + team.invitations.length > 1,
  }
}
