import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Question } from '../../ui/office/question.tsx'
import { formatInstant } from '../../ui/office/words.rules.ts'
import type { AccountReply } from '../accounts.contract.ts'

type Change = (account: AccountReply, role: AccountReply['role']) => void

const COLUMNS: Column<AccountReply>[] = [
  {
    name: 'Person',
    wide: true,
    cell: ({ full_name, email }) => (
      <>
        <b className="break-words">{full_name}</b>
        <span className="block break-all text-small text-quiet">{email}</span>
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
  { name: 'Since', cell: ({ created_at }) => formatInstant(created_at).day },
]

export function PeopleTable({
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
