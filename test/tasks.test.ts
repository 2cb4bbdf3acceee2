import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { eventTasks } from '../src/events/event-tasks.sql.ts'
import { paymentTasks } from '../src/payments/unmatched/payment-tasks.sql.ts'
import { payoutTasks } from '../src/payouts/payout-tasks.sql.ts'
import {
  call,
  declareTask,
  nothingUntil,
  type TaskKind,
} from '../src/platform/tasks/tasks.rules.ts'
import { declareTasks, type Tasks } from '../src/platform/tasks/tasks.ts'
import { questionTasks } from '../src/questions/question-tasks.sql.ts'
import { measureTasks } from '../src/refunds/decision/measure-tasks.ts'
import { refundTasks } from '../src/refunds/manual/refund-tasks.sql.ts'
import { WorkButtons } from '../src/reports/office/work-buttons.tsx'
import { reconcileTasks } from '../src/reports/reconcile/reconcile-tasks.sql.ts'
import { listWork } from '../src/reports/work-list/list-work.ts'
import type { WorkRow } from '../src/reports/work-list/work-list.contract.ts'
import { bodyOf, pathOf } from '../src/reports/work-list/work-list.rules.ts'
import { complaintTasks } from '../src/site/complaint-tasks.sql.ts'
import { freezeTasks } from '../src/site/freezing/freeze-tasks.sql.ts'
import { besideMeasure } from '../src/site/organizer-facts.sql.ts'
import { ticketTasks } from '../src/tickets/ticket-tasks.sql.ts'
import { TASK_KINDS } from '../src/web/pages/office/task-kinds.ts'
import { buildAccount } from './accounts.ts'
import { buildEvent } from './build.ts'
import { keepStage } from './stage.ts'
import { FACTS } from './task-facts.ts'

const stage = keepStage()

const ALL: Tasks = {
  ...eventTasks,
  ...paymentTasks,
  ...ticketTasks,
  ...refundTasks,
  ...measureTasks(besideMeasure, 'http://shop.test'),
  ...payoutTasks,
  ...questionTasks,
  ...reconcileTasks,
  ...complaintTasks,
  ...freezeTasks,
}

test.each(Object.keys(FACTS))('the statement of %s selects each fact of its kind', async (kind) => {
  const facts = Object.keys(Object.assign({}, ...FACTS[kind as keyof typeof FACTS]))
  const columns = sql.join(['key', 'since', ...facts].map((name) => sql.ref(name)))
  const rows = ALL[kind]!.rows({ now: stage.clock.now(), timeScale: 1, payoutDecisionDays: 2 })
  const { rows: found } = await sql`select ${columns} from (${rows}) one limit 0`.execute(stage.db)
  expect(found).toEqual([])
})

test('the API and the screen know the same kinds of tasks', async () => {
  const description = (await stage.app.inject('/api/openapi.json')).body
  const kinds = Object.keys(TASK_KINDS)
  expect(Object.keys(ALL).sort()).toEqual(kinds.sort())
  for (const kind of kinds) expect(description).toContain(`"${kind}"`)
})

const CALLS = Object.entries<TaskKind<object>>(TASK_KINDS).flatMap(([kind, declared]) =>
  declared.actions
    .filter(({ opens }) => opens === undefined)
    .map((action) => ({ kind, declared, action, of: `${action.name} of ${kind}` })),
)

test.each(CALLS)('the server can read the body of $of', async ({ kind, declared, action }) => {
  const { headers } = await buildAccount(stage, 'admin')
  const answers = FACTS[kind as keyof typeof FACTS].map(async (facts: object) => {
    const row = {
      ...{ key: randomUUID(), order_id: randomUUID(), order_code: 'ABC234' },
      version: declared.version?.(facts) ?? null,
    } as WorkRow
    const typed = action.form && {
      ...Object.fromEntries(action.form.fields.map(({ name }) => [name, '0712345678'])),
      ...(action.form.paidFrom && { from: declared.paidFrom!(facts)[0] }),
    }
    const payload = bodyOf(row, typed)
    const url = pathOf(action, row)
    const answer = await stage.app.inject({ method: 'POST', url, headers, payload })
    return answer.json<{ code?: string }>().code
  })
  expect(await Promise.all(answers)).not.toContain('invalid_field')
})

test('a new kind of task is one declaration: its rows are listed and paged, with words and a button', async () => {
  const kinds = {
    poster_asked: declareTask<{ by: string }>({
      title: 'Poster asked',
      group: 'drafts',
      urgency: 'waited_for',
      known: ({ facts }) => `${facts.by} asks for a poster.`,
      next: nothingUntil('draws it.'),
      actions: [call('/api/events/{key}/draw', 'Draw it', { done: 'Drawn.' })],
    }),
  }
  const posters = declareTasks(kinds, {
    poster_asked: () => sql`
      select e.id as key, e.id as event_id, '2026-11-21T09:00:00Z'::timestamptz as since,
        'Amina' as by
      from event e where e.title = 'Derby Day'`,
  })
  const events = []
  for (let count = 0; count < 3; count++) {
    events.push((await buildEvent(stage.db, { title: 'Derby Day' })).id)
  }
  const found: WorkRow[] = []
  for (let cursor: string | undefined; found.length < 3; ) {
    const page = await listWork(
      stage.deps,
      { ...ALL, ...posters },
      { limit: '2', ...(cursor && { cursor }) },
    )
    expect(page.data.length).toBe(Math.min(2, 3 - found.length))
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  }
  expect(found.map(({ key }) => key).sort()).toEqual(events.sort())
  const [row] = found
  expect(row).toMatchObject({
    kind: 'poster_asked',
    group: 'drafts',
    urgency: 'waited_for',
    event: { title: 'Derby Day' },
    known: 'Amina asks for a poster.',
    by_itself: 'Nothing until someone draws it.',
    actions: ['draw'],
  })
  const shown = renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(WorkButtons, {
        row: row!,
        kind: kinds.poster_asked,
        busy: null,
        onPress: () => {},
      }),
    ),
  )
  expect(shown).toContain('Draw it')
  expect(pathOf(kinds.poster_asked.actions[0]!, row!)).toBe(`/api/events/${row!.key}/draw`)
})
