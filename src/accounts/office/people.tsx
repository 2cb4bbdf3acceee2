import { useState } from 'react'
import { Link } from 'react-router'
import { ROLE_NAMES } from '../../platform/http/rights.rules.ts'
import { listWords } from '../../platform/values/list-words.rules.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatInstant } from '../../ui/office/formats.rules.ts'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { useRestoredText } from '../../ui/office/use-restored-text.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import type { AccountReply } from '../accounts.contract.ts'
import { DASHBOARD, NOT_SENT } from '../entrance.rules.ts'
import { type AccountChange, AccountQuestion, changeLabel } from './account-question.tsx'
import { sessionFetch, useSession } from './session.ts'

const ROLES = [
  ['', 'All roles'],
  ['admin', 'Admins'],
  ['organizer', 'Organizers'],
] as const

/** The list of accounts, in which admins change roles. */
export function PeoplePanel() {
  const choices = useChoices()
  // Not stored in the URL: an email address is personal data.
  const [typed, setTyped] = useRestoredText()
  const q = useDebounced(typed.trim())
  const role = choices.of('role', ROLES)
  const list = useRows<AccountReply>(listPath('/api/accounts', { q, role }), choices.pages)
  const { message, setMessage, busyId, change } = useRoleChange(list.again)
  return (
    <ListPanel
      list={list}
      paging={choices}
      tools={
        <div className="flex flex-wrap gap-3 border-b border-line p-4">
          <SearchField
            placeholder="Search by name or email..."
            maxLength={200}
            value={typed}
            onChange={setTyped}
          />
          <div className="min-w-0 max-sm:w-full">
            <Choice
              name="Role"
              options={ROLES}
              value={role}
              onChange={(next) => choices.choose('role', next)}
            />
          </div>
        </div>
      }
      failed={NOT_SENT}
      loading="Loading people..."
      skeletonRows={5}
      empty={<Empty text="No one found." />}
      after={
        message && (
          <Toast look={message.isGood ? 'good' : 'bad'} onClose={() => setMessage(null)}>
            {message.text}
          </Toast>
        )
      }
    >
      {(rows) => (
        <PeopleTable rows={rows} busyId={busyId} isBusy={list.isStale} onChange={change} />
      )}
    </ListPanel>
  )
}

type RoleMessage = { text: string; isGood: boolean }

function useRoleChange(again: () => void) {
  const { user } = useSession()
  const [message, setMessage] = useState<RoleMessage | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  async function change(account: AccountReply, wanted: AccountChange): Promise<void> {
    const { role, publishes_alone } = { ...account, ...wanted }
    setBusyId(account.id)
    const answer = await callApi<AccountReply>(sessionFetch, `/api/accounts/${account.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role, publishes_alone }),
    })
    setBusyId(null)
    // An admin who gave up the role must not see this page. Loading a new document reads the new
    // role.
    if (answer.ok && account.id === user?.id) return window.location.assign(DASHBOARD)
    const done = `${account.full_name} ${doneText(wanted)}.`
    if (answer.ok) setMessage({ text: done, isGood: true })
    else setMessage({ text: problemText(answer, NOT_SENT), isGood: false })
    again()
  }
  return { message, setMessage, busyId, change }
}

type Change = (account: AccountReply, wanted: AccountChange) => void

function doneText(change: AccountChange): string {
  if ('role' in change) return `is now ${change.role === 'admin' ? 'an admin' : 'an organizer'}`
  return change.publishes_alone ? 'publishes without approval now' : 'needs approval now'
}

const COLUMNS: Column<AccountReply>[] = [
  {
    name: 'Person',
    wide: true,
    cell: ({ full_name, email }) => (
      <>
        <b className="break-words">{full_name}</b>
        <Unbroken text={email} className="text-quiet" />
      </>
    ),
  },
  {
    name: 'Role',
    cell: ({ role, publishes_alone: isAlone, team_roles: teamRoles = [] }) => (
      <>
        <Badge look={role === 'admin' ? 'good' : 'plain'}>
          {role === 'admin' ? 'Admin' : 'Organizer'}
        </Badge>
        {role === 'organizer' && isAlone && (
          <span className="mt-1 block">
            <Badge look="used">Publishes without review</Badge>
          </span>
        )}
        {teamRoles.length > 0 && (
          <span className="mt-1 block text-quiet">
            {listWords(teamRoles.map((one) => ROLE_NAMES[one]))} in a team
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Email',
    cell: ({ confirmed }) => (
      <Badge look={confirmed ? 'plain' : 'used'}>{confirmed ? 'Confirmed' : 'Not confirmed'}</Badge>
    ),
  },
  {
    name: 'Since',
    broad: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatInstant(created_at).day}</time>,
  },
]

function PeopleTable({
  rows,
  busyId,
  isBusy,
  onChange,
}: {
  rows: AccountReply[]
  /** The account whose role is being changed. */
  busyId: string | null
  isBusy: boolean
  onChange: Change
}) {
  const [asked, setAsked] = useState<{ account: AccountReply; change: AccountChange } | null>(null)
  const ask = (account: AccountReply, change: AccountChange) =>
    busyId === null && setAsked({ account, change })
  const columns = [
    ...COLUMNS,
    {
      name: 'Actions',
      wide: true,
      cell: (account: AccountReply) => (
        <span className="flex flex-wrap gap-2">
          <Link
            to={`/organizer/page/${account.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline sm:whitespace-nowrap"
          >
            <span>Public page</span>
            <span className="sr-only">: {account.full_name}</span>
          </Link>
          {account.role === 'organizer' && (
            <Button
              look="quiet"
              className="sm:whitespace-nowrap"
              aria-disabled={busyId !== null}
              onClick={() => ask(account, reviewChange(account))}
            >
              <span>{changeLabel(reviewChange(account))}</span>
              <span className="sr-only">: {account.full_name}</span>
            </Button>
          )}
          <Button
            look="quiet"
            className="sm:whitespace-nowrap"
            // Not disabled, because a disabled button could not take back the focus when the dialog
            // closes.
            aria-disabled={busyId !== null}
            onClick={() => ask(account, roleChange(account))}
          >
            <span>{busyId === account.id ? 'Saving...' : changeLabel(roleChange(account))}</span>
            <span className="sr-only">: {account.full_name}</span>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable
        caption="People"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isBusy={isBusy}
      />
      {asked && (
        <AccountQuestion
          name={asked.account.full_name}
          change={asked.change}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            onChange(asked.account, asked.change)
          }}
        />
      )}
    </>
  )
}

const roleChange = ({ role }: AccountReply): AccountChange => ({
  role: role === 'admin' ? 'organizer' : 'admin',
})

const reviewChange = ({ publishes_alone }: AccountReply): AccountChange => ({
  publishes_alone: !publishes_alone,
})
