// spec: work-list-rows
import { describe, expect, test } from 'vitest'
import { FACTS, unpaid } from '../../../test/task-facts.ts'
import type { TaskRow } from '../../platform/tasks/tasks.contract.ts'
import type { TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { amountText } from '../../platform/values/money.rules.ts'
import { addBusinessDays, beforeDays } from '../../refunds/business-days.rules.ts'
import { TASK_KINDS } from '../../web/pages/office/task-kinds.ts'
import { doneText, nextOf, reconciliationText } from './work-list.rules.ts'

const DAY_MS = 86_400_000

test("a refund is late if it was due by yesterday, in Kenya's business days", () => {
  // The period includes Mashujaa Day, Jamhuri Day on a Saturday, Christmas and Easter.
  for (
    let day = Date.parse('2026-10-01T09:00:00Z');
    day < Date.parse('2027-05-10');
    day += DAY_MS
  ) {
    const now = new Date(day)
    const today = now.toISOString().slice(0, 10)
    for (const count of [7, 14]) {
      const before = beforeDays(now, count).getTime()
      expect(new Date(before).toISOString()).toMatch(/T21:00:00\.000Z$/)
      const dayOf = (at: number) => new Date(at + 3 * 3600_000).toISOString().slice(0, 10)
      expect(addBusinessDays(dayOf(before - 1), count) < today, today).toBe(true)
      expect(addBusinessDays(dayOf(before), count) < today, today).toBe(false)
    }
  }
})

const UNTIL = 'Sun, Nov 22, 6:05 AM'
const row = { amount: amountText(500_00), since: UNTIL, until: UNTIL }

test('a refund that was refused and is late says both in its row', () => {
  expect(TASK_KINDS.refund_refused.known({ ...row, facts: unpaid })).toBe(
    'M-PESA refused to refund KES 500: the sign-in of our M-PESA operator is wrong (code 2001). Reason of the refund: the tickets were sold out when the money came. Due for more than 14 business days.',
  )
  const manual = { ...unpaid, failure: '2040', late_days: 0, is_payer_wanted: false }
  expect(TASK_KINDS.refund_manual.known({ ...row, facts: manual })).toBe(
    'KES 500 needs a manual refund. M-PESA refused it: the number has no M-PESA (code 2040). Reason of the refund: the tickets were sold out when the money came.',
  )
  const late = { ...unpaid, waits_for: null }
  expect(TASK_KINDS.refund_late.next({ ...row, facts: late })).toBe(
    'We check it again at Sun, Nov 22, 6:05 AM.',
  )
})

// spec: work-list-calm-start
describe('the row of each kind of work', () => {
  const ALWAYS_NEXT = [
    'database_restored',
    'suspense',
    'list_not_available',
    'refunds_short',
    'refunds_unlisted',
    'payouts_short',
  ]
  const kinds = Object.entries<TaskKind<object>>(TASK_KINDS)

  test.each(kinds)('says in plain sentences what happened and who acts next: %s', (name, kind) => {
    const ends = ALWAYS_NEXT.includes(name) ? [UNTIL] : [UNTIL, null]
    const all = FACTS[name as keyof typeof FACTS]
    for (const task of ends.flatMap((until) => all.map((facts) => ({ ...row, until, facts })))) {
      const [known, next] = [kind.known(task), kind.next(task)]
      for (const words of [known, next]) {
        expect(words).toMatch(/^[A-Za-z0-9].*\.$/)
        expect(words).not.toMatch(/_|callback|suspense|Transaction Status|ECONN|\bnull\b| {2}| \./)
      }
      // The text says who takes the next step: the shop, M-Pesa or a person.
      expect(next).toMatch(/^(We |Waiting for M-P|Nothing until someone )/)
      // A row without a button has a link, and names the person's step.
      if (kind.actions.length > 0) continue
      expect(next).toMatch(/^Nothing until someone /)
      expect(kind.link).toBeDefined()
    }
  })
})

// spec: payouts-frozen
test('each Settle asks for the finding before it acts', () => {
  const kinds: TaskKind<object>[] = Object.values(TASK_KINDS)
  const settling = kinds.flatMap(({ actions }) => actions).filter(({ label }) => label === 'Settle')
  expect(settling.map(({ form }) => form?.fields.map(({ label }) => label))).toEqual([
    ['What you found'],
    ['What you found'],
  ])
})

test('reconciliationText says in one line what the latest comparison found', () => {
  const at = { ended_at: new Date('2026-11-22T03:00:00Z'), unread: null }
  expect([0, 1, 2].map((n) => reconciliationText({ ...at, differences: Array(n) }))).toEqual([
    'Books match M-PESA, Sun, Nov 22, 6:00 AM',
    '1 difference between books and M-PESA, Sun, Nov 22, 6:00 AM',
    '2 differences between books and M-PESA, Sun, Nov 22, 6:00 AM',
  ])
  expect(reconciliationText({ ...at, unread: 'HTTP 500', differences: [] })).toBe(
    "Books match; M-PESA's statement could not be read, Sun, Nov 22, 6:00 AM",
  )
})

// spec: questions-approval
test('an admin reads how each question is answered, and for whom', () => {
  const [facts] = FACTS.questions_asked
  const read = TASK_KINDS.questions_asked.decideOn!({ ...row, facts: facts! })
  expect(read.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'New question: T-shirt size? / Saizi ya fulana?',
    'Why: For your shirt / Kwa fulana yako',
    'Answer: One of several choices',
    'Asked: For each person of a ticket',
    'Choices: S · M',
  ])
})

// spec: questions-approval
test('after a decision the work list names the event, and the next decision that someone waits for', () => {
  const [approve] = TASK_KINDS.questions_asked.actions
  const event = { id: 'e', title: 'City Run' }
  expect(doneText(approve!, { event })).toBe('Questions of City Run approved.')
  const rowOf = (id: string, kind: string, urgency = 'waited_for') => ({ id, kind, urgency })
  const draft = rowOf('a', 'draft_sent_in')
  const [done, next] = [rowOf('b', 'questions_asked'), rowOf('c', 'questions_asked')]
  const nextId = (rows: object[]) => nextOf(rows as TaskRow[], done as TaskRow)?.id
  expect(nextId([draft, done, next])).toBe('c')
  expect(nextId([draft, done])).toBe('a')
  expect(nextId([done, rowOf('d', 'suspense', 'open')])).toBe(undefined)
})
