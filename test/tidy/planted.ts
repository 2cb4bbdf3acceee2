// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the trees hold such texts.
// All planted trees. Each tree breaks one rule.
import {
  bodyOf,
  lines,
  plant,
  ROUTES,
  RULES,
  SCREEN,
  SQL,
  sqlFile,
  TEST,
  TEXT,
  USE_CASE,
} from './plant.ts'
import { IGNORED } from './planted-answers.ts'
import { PLANTED_IN_THE_BROWSER } from './planted-browser.ts'
import { PLANTED_IN_ROOMS } from './planted-rooms.ts'
import { PLANTED_IN_SAMPLE } from './planted-sample.ts'

const PURE = [
  plant('pure-rules', 'a package', { [RULES]: "import { Type } from 'typebox'" }),
  plant('pure-rules', 'a builtin', { [RULES]: "import { randomInt } from 'node:crypto'" }),
  plant('pure-rules', 'a contract as a value', {
    [RULES]: "import { X } from './events.contract.ts'",
  }),
  plant('pure-rules', 'SQL', { [RULES]: "import type { Row } from './events.sql.ts'" }),
  ...['Date.now()', 'new Date()', 'Math.random()', "fetch('/')", 'process.pid', 'localStorage'].map(
    (text) => plant('pure-rules', text, { [RULES]: `export const f = () => ${text}` }),
  ),
  ...[
    "import { Type } from 'typebox'",
    "import type { X } from './cancel-event.ts'",
    'export const NOW = Date.now()',
  ].map((text) => plant('pure-rules', `a text: ${text}`, { [TEXT]: text })),
]

const KINDS = [
  plant('file-kind', 'an unknown ending', { 'src/events/event.service.ts': '' }),
  plant('file-kind', 'capitals', { 'src/events/EventCard.ts': '' }),
  plant('file-kind', 'a folder that is not known', { 'src/events/models/event.ts': '' }),
  plant('file-kind', 'a room that is not listed', { 'src/loyalty/award-points.ts': '' }),
  plant('file-kind', 'a file in src itself', { 'src/server.ts': '' }),
  plant('file-kind', 'a screen that is neither .tsx nor .ts', {
    'src/events/screens/use-event.mts': '',
  }),
  plant('name', 'utils', { 'src/platform/utils.ts': '' }),
  plant('name', 'helpers in a compound', { 'src/platform/date-helpers.ts': '' }),
  plant('name', 'a folder named common', { 'test/common/build.ts': '' }),
  plant('name', 'misc', { 'scripts/misc.mjs': '' }),
  plant('name', 'a type named by a participle', { [USE_CASE]: 'type Wanted = { id: string }' }),
  plant('name', 'an interface named by a participle', {
    [TEST]: 'interface Asked {\n  id: string\n}',
  }),
  plant('re-export', 'an index file', {
    'src/platform/index.ts': "export { db } from './db.ts'",
  }),
  plant('re-export', 'the same in two steps', {
    'src/platform/all.ts': "import { db } from './db.ts'\nexport { db }",
  }),
  plant('re-export', 'export *', {
    'src/platform/db.ts': "export * from './log.ts'\nexport const x = 1",
  }),
  plant('readme', 'a room without one', { 'src/events/README.md': '\u0000' }),
  plant('readme', 'more than 250 words', {
    'src/site/README.md': lines(126, (n) => `Word ${n}`),
  }),
  plant('english', 'a comment that starts with a relative', {
    'src/site/help.ts': '// Who asks again is refused.',
  }),
  plant('english', 'a doc comment that starts with a pronoun', {
    'src/site/help.ts': '/** It is sent later. */',
  }),
  plant('english', 'a later sentence that starts with a relative', {
    'src/site/help.ts': '// Retries are safe. Those of\n// another page wait.',
  }),
  plant('english', 'a vague word', { 'src/site/help.test.ts': '// The page was told the sum.' }),
  plant('english', 'a newer room', { 'src/complimentary/give.ts': '// What is given is sent.' }),
  plant('english', 'a document', { 'docs/security.md': 'Whoever signs in is known.' }),
  plant('english', 'a README', { 'src/site/README.md': 'The site.\n\n- Such texts are long.' }),
  plant('parse', 'a file that cannot be read', { [ROUTES]: 'const x = <' }),
]

const STATEMENTS = [
  plant('sql-place', 'a query in routes', { [ROUTES]: "db.selectFrom('event').execute()" }),
  plant('sql-place', 'a sql text in a use case', {
    [USE_CASE]: 'export function cancelEvent(sql) { return sql<number>`select 1` }',
  }),
  plant('sql-place', 'the sql tag under another name', {
    [ROUTES]: "import { sql as s } from 'kysely'",
  }),
  plant('sql-place', 'a query in platform', {
    'src/platform/health.ts': "db.selectFrom('setting').execute()",
  }),
  plant('unused-export', 'a function that nobody imports', {
    [SQL]: 'export function find(db) {}',
  }),
  plant('unused-export', 'one that only a test imports', {
    [SQL]: 'export const find = (db) => db',
    [TEST]: "import { find } from './events.sql.ts'",
  }),
  plant('unused-export', 'one whose type alone is imported', {
    [SQL]: 'export const find = (db) => db',
    [ROUTES]: "import type { find } from './events.sql.ts'",
  }),
  plant('sql-first-parameter', 'the id first', {
    [SQL]: 'export function find(id, db) {}',
    [ROUTES]: "import * as events from './events.sql.ts'\nevents.find(1)",
  }),
  ...[
    'function own(viewer) { return sql`e.organizer_id = ${viewer}` }',
    'function own(viewer): Promise<boolean> { return find(viewer) }',
    'function own(viewer): RawBuilder<boolean> { return sql`select 1`.execute(viewer) }',
    'const own = (viewer): RawBuilder<boolean> => void sql`select 1`.executeTakeFirst(viewer.at)',
    'const own = (viewer, db): Expression<boolean> => find(db, viewer)',
  ].map((text) =>
    plant('sql-first-parameter', `what is no mere part: ${text}`, {
      [SQL]: `export ${text}`,
      [ROUTES]: "import { own } from './events.sql.ts'\nuse(own(1))",
    }),
  ),
  plant('unused-export', 'a type', { [USE_CASE]: 'export type Reason = string' }),
  plant('unused-export', 'a value that its own file uses', {
    [USE_CASE]: 'export const DAYS = 2\nuse(DAYS)',
  }),
  plant('unused-export', 'a value that only a test imports', {
    [USE_CASE]: 'export const DAYS = 2\nuse(DAYS)',
    [TEST]: "import { DAYS } from './cancel-event.ts'",
  }),
  plant('unused-export', 'a value of a test', { 'test/wait.ts': 'export { wait }' }),
  plant('unused-export', 'a part of statements that nobody imports', {
    [SQL]: 'export const own = (viewer): RawBuilder<boolean> => sql`true`',
  }),
  ...[
    "new Intl.DateTimeFormat('en-US')",
    'new Date(at).toLocaleDateString()',
    "const half = hours < 12 ? 'AM' : 'PM'",
    "const MONTHS = ['Jan', 'Feb']",
  ].map((code) => plant('dates', code, { [USE_CASE]: code })),
  ...['l.subject::uuid', "split_part(l.subject, ':', 2)::date", "(l.after->>'count')::int"].map(
    (cast) => plant('stored-cast', cast, sqlFile(SQL, `sql\`select ${cast} from audit_log l\``)),
  ),
  ...[
    'sql`select from event e join "order" o on o.event_id = e.id`',
    'sql`select 1 from event e, public.ticket as t`',
    'sql`select exists (select from payment p where p.order_id = ${id})`',
    'sql`delete from event e using "order" o where o.event_id = e.id`',
    'sql.raw("select from refund")',
    "db.selectFrom('order as o')",
    "db.selectFrom(['event', 'ticket as t'])",
    "db.selectFrom('event').leftJoin('payment', 'x', 'y')",
    "db.deleteFrom('event').using('hold')",
  ].map((text) => plant('right-read', text, sqlFile(SQL, text))),
  plant(
    'right-read',
    'platform',
    sqlFile('src/platform/ping.sql.ts', 'sql`select from job, event`'),
  ),
  plant('table-owner', 'insert, by builder', sqlFile(SQL, "tx.insertInto('order').values({})")),
  plant('table-owner', 'update, by builder', sqlFile(SQL, "tx.updateTable('order as o').set({})")),
  plant('table-owner', 'delete, by builder', sqlFile(SQL, "tx.deleteFrom('hold')")),
  plant('table-owner', 'update, quoted', sqlFile(SQL, 'sql`update "order" set state = 1`')),
  plant(
    'table-owner',
    'in a common table expression',
    sqlFile(SQL, 'sql`with d as (delete from public.hold returning 1) select 1`'),
  ),
  plant('table-owner', 'a raw text', sqlFile(SQL, "sql.raw('truncate ticket')")),
  plant('table-owner', 'a computed name', sqlFile(SQL, 'tx.deleteFrom(table)')),
  plant('table-owner', 'a table nobody owns', sqlFile(SQL, 'sql`insert into voucher values (1)`')),
  plant('table-owner', 'the queue of jobs, changed', sqlFile(SQL, "tx.deleteFrom('job')")),
  plant(
    'table-owner',
    'capacity, by orders',
    sqlFile(
      'src/orders/orders.sql.ts',
      'sql`update ticket_type t set held = held + greatest(1, ${n}), capacity = 0 from x where t.id = x.id`',
    ),
  ),
  plant(
    'table-owner',
    'sold, by events',
    sqlFile(SQL, "tx.updateTable('ticket_type').set({ sold: 1 })"),
  ),
  plant('table-owner', 'a table renamed to a name that nobody owns', {
    'migrations/0007_voucher.sql': 'alter table event rename to voucher;',
  }),
  plant('table-owner', 'a migrated table nobody owns', {
    'migrations/0007_voucher.sql': 'create table if not exists voucher (id uuid);',
  }),
]

const HABITS = [
  plant('env', 'process.env', { [ROUTES]: 'const x = process.env.PORT' }),
  plant('env', 'unpacked', { 'src/main.ts': 'const { env } = process' }),
  plant('env', 'imported', { 'src/app.ts': "import { env } from 'node:process'" }),
  plant('transaction', 'in routes', { [ROUTES]: 'inTransaction(db, work)' }),
  plant('transaction', 'in SQL', sqlFile(SQL, 'inTransaction(tx, work)')),
  plant('transaction', 'past inTransaction', {
    [USE_CASE]: 'export function cancelEvent(db) { db.transaction().execute(work) }',
  }),
  plant('size', 'a file', { [ROUTES]: lines(301, (n) => `use(${n})`) }),
  plant('size', 'a file of data with a function', {
    'sample/events/titles.ts': `const f = () => 1\n${lines(300, (n) => `use(${n})`)}`,
  }),
  plant('size', 'a function', { [ROUTES]: `function long() {\n${bodyOf(59)}\n}` }),
  plant('size', 'a component', { [SCREEN]: `const Card = memo(() => {\n${bodyOf(119)}\n})` }),
  plant('size', 'a function beside components', {
    [SCREEN]: `function card() {\n${bodyOf(59)}\n}`,
  }),
  plant('size', 'a test', { [TEST]: `test('x', () => {\n${bodyOf(59)}\n})` }),
  plant('size', 'five parameters', { [ROUTES]: 'const f = (a, b, c, d, e) => a' }),
  plant('leftover', 'a task', { [ROUTES]: '// TODO: later' }),
  plant('leftover', 'in a screen', { [SCREEN]: 'const x = <p>{/* FIXME */}</p>' }),
  plant('leftover', 'in SQL', { 'migrations/0007_x.sql': '-- XXX' }),
  plant('leftover', 'a silenced type', { [ROUTES]: '// @ts-ignore\nuse(1)' }),
  ...['it.only("x")', 'describe.skip("x")', 'test.skip.each([1])("x")', 'test.todo("x")'].map(
    (text) => plant('test-habit', text, { [TEST]: text }),
  ),
  plant('test-habit', 'another try', { [TEST]: "test('x', { retry: 2 }, () => {})" }),
  plant('test-habit', 'another try for all', { 'vitest.config.ts': 'use({ test: { retry: 2 } })' }),
  ...[
    'await new Promise((r) => setTimeout(r, 50))',
    'await new Promise((r) => setTimeout(() => r(1), 50))',
    'await sleep(50)',
    'await page.waitForTimeout(50)',
    "import { setTimeout as rest } from 'node:timers/promises'\nawait rest(50)",
  ].map((text) => plant('test-habit', text, { 'test/e2e/buy.test.ts': text })),
  plant('test-habit', 'a wait of its own, outside test/', {
    [TEST]: 'async function waitFor() { await sleep(50) }',
  }),
]

export const PLANTED = [
  ...PURE,
  ...KINDS,
  ...STATEMENTS,
  ...IGNORED,
  ...HABITS,
  ...PLANTED_IN_THE_BROWSER,
  ...PLANTED_IN_ROOMS,
  ...PLANTED_IN_SAMPLE,
]
