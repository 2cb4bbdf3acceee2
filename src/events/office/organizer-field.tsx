import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { useDebounced } from '../../ui/office/search-field.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { OrganizerList } from '../editing/event-edit.contract.ts'
import type { EventForm } from './use-event-form.ts'

/**
 * Chooses the organizer among the accounts with a confirmed address. The user can search the list
 * if it is long.
 */
export function OrganizerField({ form }: { form: EventForm }) {
  const { draft, change, findings, event } = form
  const [search, setSearch] = useState('')
  const all = useOrganizers('')
  const found = useOrganizers(useDebounced(search.trim()))
  const listed = (found.data ?? all.data)?.data ?? []
  const id = draft.organizer_id
  const known = [...listed, ...(all.data?.data ?? [])].find((one) => one.id === id)
  const own = event?.organizer_id === id ? event.organizer_email : known?.email
  const isListed = id === '' || listed.some((one) => one.id === id)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <SelectField
        label="Organizer"
        name="organizer_id"
        value={id}
        error={findings.isMarked('organizer_id') && findings.problem?.text}
        onChange={(chosen) => change({ organizer_id: chosen.target.value })}
        options={[
          ['', 'No organizer (admins only)'],
          ...(isListed ? [] : [[id, own ?? 'Current organizer'] as const]),
          ...listed.map((one) => [one.id, `${one.full_name} (${one.email})`] as const),
        ]}
      />
      {all.data?.next_cursor && (
        <Field
          label="Find an organizer"
          type="search"
          placeholder="Name or email"
          hint="The list above shows up to 100 matches."
          value={search}
          onChange={(typed) => setSearch(typed.target.value)}
        />
      )}
    </div>
  )
}

function useOrganizers(search: string) {
  const path = `/api/organizers?limit=100&q=${encodeURIComponent(search)}`
  return useQuery(path, (signal) => callApi<OrganizerList>(sessionFetch, path, { signal }))
}
