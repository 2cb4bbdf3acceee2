import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { formatDay } from '../../ui/office/formats.rules.ts'
import { useDebounced } from '../../ui/office/search-field.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { EventList } from '../events.contract.ts'

/**
 * A field to choose an event. `title` is the title of the current choice. The user can search the
 * list if it is long.
 */
export function EventField({
  value,
  title,
  onChange,
}: {
  value: string
  title: string
  onChange: (id: string) => void
}) {
  const [search, setSearch] = useState('')
  const q = useDebounced(search.trim())
  const path = `/api/events?scope=managed&limit=100${q && `&q=${encodeURIComponent(q)}`}`
  const { data } = useQuery(path, (signal) => callApi<EventList>(sessionFetch, path, { signal }))
  const events = data?.data ?? []
  const isListed = value === '' || events.some((event) => event.id === value)
  return (
    <>
      <Field
        label="Find an event"
        type="search"
        placeholder="Title or location"
        value={search}
        onChange={(typed) => setSearch(typed.target.value)}
      />
      <SelectField
        label="Event"
        required
        value={value}
        onChange={(chosen) => onChange(chosen.target.value)}
        options={[
          ['', 'Choose an event'],
          ...(isListed ? [] : [[value, title || 'Current event'] as const]),
          ...events.map((event) => [event.id, `${event.title}, ${formatDay(event.date)}`] as const),
        ]}
      />
    </>
  )
}
