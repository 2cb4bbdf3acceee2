import { Question } from '../../ui/office/question.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { AccountReply } from '../accounts.contract.ts'

/** A change that an admin makes to an account. */
export type AccountChange = Pick<AccountReply, 'role'> | Pick<AccountReply, 'publishes_alone'>

type Wording = { title: (name: string) => string; yes: string; about: (name: string) => string }

const TO_ADMIN: Wording = {
  title: (name) => `Make ${name} an admin?`,
  yes: 'Make admin',
  about: () => 'Admins can see and change everything: every event, sale and account.',
}
const TO_ORGANIZER: Wording = {
  title: (name) => `Remove the admin role of ${name}?`,
  yes: 'Remove admin role',
  about: () =>
    'Organizers see only their own events. We review what they publish and change, unless they may publish without review.',
}
const TO_ALONE: Wording = {
  title: (name) => `Let ${name} publish without review?`,
  yes: 'Publish without review',
  about: (name) =>
    `${name} publishes events and changes prices, tickets, dates and places without an admin's review. An admin still reviews names that a bank or an authority may own, the title and picture of an event with buyers, and reschedules and cancellations above the limit.`,
}
const TO_REVIEWED: Wording = {
  title: (name) => `Require approval of what ${name} publishes?`,
  yes: 'Require approval',
  about: (name) =>
    `An admin reviews what ${name} publishes and changes from now on. Published events stay as they are.`,
}

function askedBy(change: AccountChange): Wording {
  if ('role' in change) return change.role === 'admin' ? TO_ADMIN : TO_ORGANIZER
  return change.publishes_alone ? TO_ALONE : TO_REVIEWED
}

/** The text of the button that makes a change. */
export const changeLabel = (change: AccountChange): string => askedBy(change).yes

/** Asks an admin whether to make a change to an account. */
export function AccountQuestion({
  name,
  change,
  onYes,
  onNo,
}: {
  name: string
  change: AccountChange
  onYes: () => void
  onNo: () => void
}) {
  const { title, yes, about } = askedBy(change)
  return (
    <Question title={title(name)} yes={yes} onYes={onYes} onNo={onNo}>
      <p className="break-words">
        <WholeWords text={about(name)} />
      </p>
    </Question>
  )
}
