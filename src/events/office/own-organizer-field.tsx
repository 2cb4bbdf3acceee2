import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { EventForm } from './use-event-form.ts'

type Organizations = { data: { id: string; name: string; may_edit: boolean }[] }
const PATH = '/api/organizations'

/**
 * Chooses the organizer that will own a new draft, if the user may edit the events of several.
 */
export function OwnOrganizerField({ form: { draft, change, event } }: { form: EventForm }) {
  const { data } = useQuery<Organizations>(PATH, (signal) =>
    callApi(sessionFetch, PATH, { signal }),
  )
  const editable = data?.data.filter(({ may_edit }) => may_edit) ?? []
  if (event !== null || editable.length < 2) return null
  return (
    <SelectField
      label="Organizer"
      name="organizer_id"
      value={draft.organizer_id || editable[0]!.id}
      onChange={(chosen) => change({ organizer_id: chosen.target.value })}
      options={editable.map(({ id, name }, index) => [id, index === 0 ? `${name} (you)` : name])}
    />
  )
}
