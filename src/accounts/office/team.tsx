// The page on which owners manage the members of their team.
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { MessageReply, TeamRole } from '../../platform/http/platform.contract.ts'
import { hasRight, ROLE_NAMES } from '../../platform/http/rights.rules.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatInstant } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { NOT_SENT } from '../entrance.rules.ts'
import type { InvitationReply, MemberReply, TeamList, TeamReply } from '../team/team.contract.ts'
import { ROLE_HINTS, ROLE_OPTIONS, recipientText, scopeText } from '../team/team.rules.ts'
import { useFactorState } from './factor-due.tsx'
import { InviteForm } from './invite-form.tsx'
import { sessionFetch } from './session.ts'

type Events = { data: { id: string; title: string; organizer_id?: string | null }[] }
type Said = { text: string; isGood: boolean }

const FACTOR_NOW = 'Switch on two-step sign-in under Account within 24 hours.'

/** Loads the team, and sends changes. */
function useTeam(organizerId: string) {
  const path = `/api/organizations/${organizerId}`
  const members = `${path}/members`
  const query = useQuery<TeamReply>(members, (signal) => callApi(sessionFetch, members, { signal }))
  const [said, setSaid] = useState<Said | null>(null)
  async function change(what: string, request: RequestInit, done: string) {
    const answer = await callApi<MessageReply | TeamReply>(sessionFetch, path + what, request)
    setSaid(
      answer.ok
        ? { text: done, isGood: true }
        : { text: problemText(answer, NOT_SENT), isGood: false },
    )
    query.reload()
  }
  return { ...query, said, setSaid, change }
}

/** The members with their roles, the invitation form, and the open invitations. */
export function Team({
  organizerId,
  aboutRemoval,
}: {
  organizerId: string
  /** A part of the question before a removal: the links that the member may have copied. */
  aboutRemoval: (member: MemberReply) => ReactNode
}) {
  const { data, problem, reload, said, setSaid, change } = useTeam(organizerId)
  const [target, setTarget] = useState<MemberReply | null>(null)
  const factor = useFactorState().data
  const lacksFactor = factor !== null && !factor.is_on && factor.is_required_for_money
  const eventsPath = '/api/events?scope=managed&sort=next&limit=100'
  const events = useQuery<Events>(eventsPath, (signal) =>
    callApi(sessionFetch, eventsPath, { signal }),
  )
  if (!data) {
    if (!problem) return <p role="status">Loading the team...</p>
    return <TryAgain onAgain={reload}>{problemText(problem, NOT_SENT)}</TryAgain>
  }
  const own = events.data?.data.filter(({ organizer_id }) => organizer_id === organizerId) ?? []
  return (
    <>
      <Panel>
        <DataTable
          caption="Members"
          columns={memberColumns({
            onRole: ({ id, account }, role) =>
              void change(
                `/members/${id}`,
                { ...jsonPost({ role }), method: 'PUT' },
                `${account.full_name} has the role ${ROLE_NAMES[role]} now.${
                  lacksFactor && hasRight(role, 'money') ? ` ${FACTOR_NOW}` : ''
                }`,
              ),
            onRemove: setTarget,
            organizerId,
          })}
          rows={data.members}
          keyOf={({ id }) => id}
        />
      </Panel>
      <InviteForm
        organizerId={organizerId}
        events={own}
        lacksFactor={lacksFactor}
        onInvited={(to) => {
          setSaid({ text: `Invitation sent to ${recipientText(to)}.`, isGood: true })
          reload()
        }}
      />
      {data.invitations.length > 0 && (
        <Invitations
          rows={data.invitations}
          onWithdraw={({ id, to }) =>
            void change(
              `/invitations/${id}`,
              { method: 'DELETE' },
              `The invitation to ${recipientText(to)} was withdrawn.`,
            )
          }
        />
      )}
      {target && (
        <Question
          title={`Remove ${target.account.full_name}?`}
          yes="Remove"
          onNo={() => setTarget(null)}
          onYes={() => {
            setTarget(null)
            void change(
              `/members/${target.id}`,
              { method: 'DELETE' },
              `${target.account.full_name} was removed.`,
            )
          }}
        >
          <p>
            Access ends at once. Gate phones that this person paired stay: you remove them under
            Gate.
          </p>
          {aboutRemoval(target)}
        </Question>
      )}
      {said && (
        <Toast look={said.isGood ? 'good' : 'bad'} onClose={() => setSaid(null)}>
          {said.text}
        </Toast>
      )}
    </>
  )
}

const ORGANIZATIONS = '/api/organizations'

/** Links to the other teams that a co-owner manages. */
export function OtherTeams({ current }: { current: string }) {
  const { data } = useQuery<TeamList>(ORGANIZATIONS, (signal) =>
    callApi(sessionFetch, ORGANIZATIONS, { signal }),
  )
  const others = data?.data.filter(({ id, may_manage }) => may_manage && id !== current) ?? []
  if (others.length === 0) return null
  return (
    <nav aria-label="Other teams" className="flex flex-wrap gap-x-4">
      {others.map(({ id, name }) => (
        <Link
          key={id}
          to={`/organizer/team/${id}`}
          className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
        >
          Team of {name}
        </Link>
      ))}
    </nav>
  )
}

type MemberActions = {
  organizerId: string
  onRole: (member: MemberReply, role: TeamRole) => void
  onRemove: (member: MemberReply) => void
}

function memberColumns({ organizerId, onRole, onRemove }: MemberActions): Column<MemberReply>[] {
  return [
    {
      name: 'Person',
      wide: true,
      cell: ({ account }) => (
        <>
          <b className="break-words">{account.full_name}</b>
          <Unbroken text={account.email} className="text-quiet" />
        </>
      ),
    },
    { name: 'Events', cell: ({ event }) => scopeText(event) },
    {
      name: 'Role',
      wide: true,
      cell: (member) => (
        <>
          {member.id === organizerId ? (
            <b>{ROLE_NAMES[member.role]}</b>
          ) : (
            <SelectField
              label={<span className="sr-only">Role of {member.account.full_name}</span>}
              options={ROLE_OPTIONS}
              value={member.role}
              onChange={(event) => onRole(member, event.target.value as TeamRole)}
            />
          )}
          <span className="mt-1 block text-small text-quiet">{ROLE_HINTS[member.role]}</span>
        </>
      ),
    },
    {
      name: 'Actions',
      wide: true,
      cell: (member) =>
        member.id !== organizerId && (
          <Button look="quiet" onClick={() => onRemove(member)}>
            Remove<span className="sr-only">: {member.account.full_name}</span>
          </Button>
        ),
    },
  ]
}

function Invitations({
  rows,
  onWithdraw,
}: {
  rows: InvitationReply[]
  onWithdraw: (invitation: InvitationReply) => void
}) {
  const columns: Column<InvitationReply>[] = [
    { name: 'To', wide: true, cell: ({ to }) => <Unbroken text={recipientText(to)} /> },
    { name: 'Events', cell: ({ event }) => scopeText(event) },
    { name: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
    {
      name: 'Expires',
      broad: true,
      cell: ({ expires_at }) => <time dateTime={expires_at}>{formatInstant(expires_at).day}</time>,
    },
    {
      name: 'Actions',
      wide: true,
      cell: (invitation) => (
        <Button look="quiet" onClick={() => onWithdraw(invitation)}>
          Withdraw<span className="sr-only">: {invitation.to}</span>
        </Button>
      ),
    },
  ]
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-lead font-bold">
        Waiting for an answer
      </h2>
      <Panel>
        <DataTable caption="Invitations" columns={columns} rows={rows} keyOf={({ id }) => id} />
      </Panel>
    </section>
  )
}
