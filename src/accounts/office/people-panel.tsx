import { useState } from 'react'
import { callApi } from '../../ui/api.ts'
import { Choice } from '../../ui/office/choice.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { useKeptText } from '../../ui/office/use-kept-text.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import type { AccountReply } from '../accounts.contract.ts'
import { DASHBOARD, NOT_SENT } from '../entrance.rules.ts'
import { PeopleTable } from './people-table.tsx'
import { sessionFetch, useSession } from './session.ts'

const ROLES = [
  ['', 'All roles'],
  ['admin', 'Admins'],
  ['organizer', 'Organizers'],
] as const

/** Who has an account, and who may do everything. */
export function PeoplePanel() {
  const choices = useChoices()
  // An e-mail address is somebody's: it stands in no address of ours.
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
    // Who gave the role away has no business here; another document knows the new one.
    if (answer.ok && account.id === user?.id) return window.location.assign(DASHBOARD)
    const done = `${account.full_name} is ${role === 'admin' ? 'an admin' : 'an organizer'} now.`
    if (answer.ok) setSaid({ text: done, isGood: true })
    else setSaid({ text: answer.status === 0 ? NOT_SENT : answer.error, isGood: false })
    again()
  }
  return { said, setSaid, busyId, change }
}
