import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { newDraft } from './question-draft.ts'
import { QuestionFields } from './question-fields.tsx'

const run = { id: 'a', name: 'Run' } as EventReply['ticket_types'][number]
const html = (ids: string[] | null, error: string | null) =>
  renderToStaticMarkup(
    <QuestionFields
      draft={{ ...newDraft(), ticket_type_ids: ids }}
      place={1}
      types={[run]}
      errorOf={(field) => (field === 'types' ? error : null)}
      onChange={() => {}}
      onRemove={() => {}}
    />,
  )

test('a fault of the ticket types is shown, also if the event has one type', () => {
  expect(html([], 'Choose at least one ticket type.')).toContain('Choose at least one ticket type.')
  expect(html(['a'], null)).toContain('Run')
  expect(html(null, null)).not.toContain('Ticket types')
})
