import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TASK_KINDS } from '../../web/pages/office/task-kinds.ts'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { TaskLink } from './work-facts.tsx'
import { WorkForm } from './work-form.tsx'

const row = { event: { id: 'e', title: 'Derby' }, order_code: null, known: 'Known', paid_from: [] }

// spec: work-list-tabs
test('the title of a task opens the overview of its event, its statement or its order', () => {
  const linkOf = (kind: keyof typeof TASK_KINDS, more = {}) =>
    /href="([^"]+)"/.exec(
      renderToStaticMarkup(
        <MemoryRouter>
          <TaskLink row={{ ...row, ...more } as unknown as WorkRow} kind={TASK_KINDS[kind]}>
            Derby
          </TaskLink>
        </MemoryRouter>,
      ),
    )?.[1]
  expect(linkOf('draft_sent_in')).toBe('/organizer/events/e')
  expect(linkOf('payouts_frozen')).toBe('/organizer/events/e/statement')
  expect(linkOf('refund_manual', { order_code: 'ABCD2345' })).toBe(
    '/organizer/events/e/transactions',
  )
})

// spec: payouts-frozen
test('the form that releases payouts says that it is final, and repeats the facts without their links', () => {
  const kind = TASK_KINDS.payouts_frozen
  const link = { to: '/organizer/work-list?task=event_reported:7', label: 'Read' }
  const facts = [{ label: 'Report 1', text: 'It looks fake', is_warning: false, link }]
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <WorkForm
        title="Release payouts"
        form={kind.actions[0]!.form!}
        row={{ ...row, facts } as unknown as WorkRow}
        kind={kind}
        problem=""
        isBusy={false}
        onClose={() => {}}
        onSend={() => {}}
      />
    </MemoryRouter>,
  )
  expect(html).toContain('The payouts of this event cannot be frozen again.')
  expect(html.replace(/<[^>]+>/g, '')).toContain('It looks fake')
  expect(html).not.toContain('Read')
})
