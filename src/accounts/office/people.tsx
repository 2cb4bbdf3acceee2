import { useState } from 'react'
import { callApi, wordsOf } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { Choice } from '../../ui/office/choice.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Question } from '../../ui/office/question.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { useKeptText } from '../../ui/office/use-kept-text.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { formatInstant } from '../../ui/office/words.rules.ts'
import type { AccountReply } from '../accounts.contract.ts'
import { DASHBOARD, NOT_SENT } from '../entrance.rules.ts'
import { sessionFetch, useSession } from './session.ts'

const ROLES = [
  ['', 'All roles'],
  ['admin', 'Admins'],
  ['organizer', 'Organizers'],
] as const

/** Who has an account, and who may do everything. */
export function PeoplePanel() {
  const choices = useChoices()
  // Kept out of the URL: an e-mail address is personal.
  const [typed, setTyped] = useKeptText()
  const q = useDebounced(typed.trim())
  const role = choices.of('role', ROLES)
  const list = useRows<AccountReply>(listPath('/api/accounts', { q, role }), choices.pages)
  const { said, setSaid, busyId, change } = useRoleChange(list.again)
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
      empty={<Empty text="Nobody found." />}
      after={
        said && (
          <Toast look={said.isGood ? 'good' : 'bad'} onClose={() => setSaid(null)}>
            {said.text}
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

type Said = { text: string; isGood: boolean }

function useRoleChange(again: () => void) {
  const { user } = useSession()
  const [said, setSaid] = useState<Said | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  async function change(account: AccountReply, role: AccountReply['role']): Promise<void> {
    setBusyId(account.id)
    const answer = await callApi<AccountReply>(sessionFetch, `/api/accounts/${account.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ role }),
    })
    setBusyId(null)
    // Whoever gave up the role may not see this page; a new document knows the new role.
    if (answer.ok && account.id === user?.id) return window.location.assign(DASHBOARD)
    const done = `${account.full_name} is ${role === 'admin' ? 'an admin' : 'an organizer'} now.`
    if (answer.ok) setSaid({ text: done, isGood: true })
    else setSaid({ text: wordsOf(answer, NOT_SENT), isGood: false })
    again()
  }
  return { said, setSaid, busyId, change }
}

type Change = (account: AccountReply, role: AccountReply['role']) => void

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
    cell: ({ role }) => (
      <Badge look={role === 'admin' ? 'good' : 'plain'}>
        {role === 'admin' ? 'Admin' : 'Organizer'}
      </Badge>
    ),
  },
  {
    name: 'Address',
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
  /** Whose role is being changed. */
  busyId: string | null
  isBusy: boolean
  onChange: Change
}) {
  const [asked, setAsked] = useState<AccountReply | null>(null)
  const columns = [
    ...COLUMNS,
    {
      name: 'Actions',
      wide: true,
      cell: (account: AccountReply) => (
        <Button
          look="quiet"
          className="whitespace-nowrap"
          // Not disabled, which would drop the focus that comes back here from the question.
          aria-disabled={busyId !== null}
          onClick={() => busyId === null && setAsked(account)}
        >
          {busyId === account.id ? 'Saving...' : `Make ${other(account)}`}
          <span className="sr-only">: {account.full_name}</span>
        </Button>
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
        <Question
          title={`Make ${asked.full_name} an ${other(asked)}?`}
          yes={`Make ${other(asked)}`}
          no="Cancel"
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            onChange(asked, other(asked))
          }}
        >
          <p className="break-words">
            {asked.role === 'organizer'
              ? 'An admin sees and changes everything: every event, every sale, every account.'
              : 'An organizer sees the figures of own events only, and changes none.'}
          </p>
        </Question>
      )}
    </>
  )
}

/** What somebody can become. */
function other({ role }: AccountReply): AccountReply['role'] {
  return role === 'admin' ? 'organizer' : 'admin'
}
