import { bodyOf, lines, SCREEN, SQL, sqlFile, TEXT, type Tree, USE_CASE } from './plant.ts'

/** A tree that breaks none of the rules. */
export const CLEAN: Tree = {
  'src/env.ts': 'export const env = process.env.PORT',
  'src/main.ts':
    "import { env } from './env.ts'\nimport { x } from './web/entry-server.tsx'\nimport './web/font.ts'",
  'src/platform/README.md': 'The base of every room.\n\n## Inner rooms\n\n- `database`: x\n',
  'src/platform/deps.ts': "const process = 'process.env'",
  'src/platform/database/db.ts': 'export const inTransaction = (db) => db.transaction().execute()',
  'src/platform/common-passwords.rules.ts': 'export const at = (day) => new Date(day).process',
  'src/events/README.md': `${lines(14, (n) => `Line ${n}`)}\n## Face\n\n- \`events.sql.ts\`: \`act\`\n`,
  [USE_CASE]: `import { queueMessage } from '../messages/queue-message.ts'
export type Reason = 'rain'
export async function cancelEvent(reason: Reason): Promise<void>
export async function cancelEvent(reason: string): Promise<void> { await inTransaction(db, queueMessage) }`,
  'src/events/prices.ts': 'export const lowest = () => 1\nexport const highest = () => 2',
  'src/messages/README.md': 'Messages.\n\n- States: none.\n\n## Face\n\n- `queue-message.ts`\n',
  'src/messages/queue-message.ts': 'const queueMessage = () => {}\nexport { queueMessage }',
  [TEXT]: "import { DAYS } from './event.rules.ts'\nexport const REFUNDS = DAYS",
  [SCREEN]: `import type { X } from '../events.contract.ts'
import { REFUNDS } from '../refunds.text.ts'
import { lineAmountKes } from '../../platform/money.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
export function Card() {\n  const text = 'TODO'\n\n  // why\n${bodyOf(116)}\n  return <p>process.env XXX</p>\n}`,
  'src/events/event.rules.race.test.ts': `import { buildEvent } from '../build.ts'
describe('x', () => {\n${bodyOf(80)}\n})
const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 50))`,
  'sample/events/titles.ts': `export const TITLES = [\n${lines(400, (n) => `${n},`)}\n]`,
  ...sqlFile(SQL, "tx.updateTable('ticket_type').set((eb) => ({ capacity: 1 }))"),
  'src/events/list.sql.ts': `export function isOwn(viewer: Viewer): RawBuilder<SqlBool> {
  return viewer.role === 'admin' ? sql\`true\` : sql\`e.organizer_id = \${viewer.id}\`
}
export const isOpen = (now: Date): Expression<boolean> => sql\`e.end > \${now}\``,
  'src/events/list.routes.ts': "import { isOpen, isOwn } from './list.sql.ts'",
  'src/orders/README.md': 'Orders.',
  'src/site/README.md': 'The site.\n\n## Inner rooms\n\n- `help`: x\n- `contact`: y\n',
  'src/site/help/help.ts': "import { x } from '../site.ts'",
  'src/site/contact/contact.ts': "import { x } from '../help/help.ts'",
  'src/site/site.ts':
    '// Why is it sent? Retries are safe, and\n// those after an hour are not.\n\n// A page.',
  ...sqlFile(
    'src/orders/orders.sql.ts',
    `sql\`with t as (
      update ticket_type set held = held + (select min(x) from y where z), sold = 0 where id = \${id} returning id
    ), o as (insert into "order" values (1) on conflict do update set state = 'update ticket set'), j as (
      insert into job (name) values ('x') -- delete from ticket
    ), ticket_sums as (select 'from refund', extract(day from e.payment) from event e)
    select id from event join ticket_sums on true where e.hold is distinct from e.held for no key update of event\``,
  ),
  'src/web/pages/home.tsx': `import { Card } from '../../events/screens/card.tsx'
import '../styles.css'
const Gate = lazy(() => import('../../events/screens/card.tsx'))`,
  'src/web/styles.css': '',
  'src/web/vite.d.ts': '',
  'src/web/page.ts': "type PageDeps = Pick<Deps, 'env'> & { log: Deps['log'] }",
  'src/web/font.ts': `const font = resolve(\`@fonts/one/files/\${part}.woff\`)`,
  'package.json':
    '{ "dependencies": { "@fonts/one": "1", "react-dom": "1" }, "devDependencies": { "react-router": "1", "vite": "1" } }',
  'src/events/office/use-rows.ts': `export function useRows(load) {
  const last = useRef(null)
  useEffect(() => { last.current = load })
  const read = useCallback(() => { last.current = load }, [load])
  function press() { rows.map(() => { last.current = rows }) }
  const here = current
  return { read, press, take: (rows) => { last.current = rows }, at: last.current }
}`,
  'src/ui/button.tsx': "import { x } from './words.rules.ts'",
  'src/web/entry-server.tsx': "import { renderToString } from 'react-dom/server'",
  'src/web/web.routes.ts': "import { act } from '../events/events.sql.ts'",
  'src/platform/database/schema.ts': lines(400, (n) => `use(${n})`),
  'src/platform/long.ts': lines(300, (n) => `use(${n})\n\n// why`),
  'test/wait-for.ts':
    'export async function waitFor() { await new Promise((r) => setTimeout(r, 9)) }',
  'bench/all.ts': `import { at } from '../src/platform/common-passwords.rules.ts'
import { inTransaction } from '../src/platform/database/db.ts'
import { type Reason, cancelEvent } from '../src/events/cancel-event.ts'
import { useRows } from '../src/events/office/use-rows.ts'
import { TITLES } from '../sample/events/titles.ts'
import { waitFor } from '../test/wait-for.ts'
import * as prices from '../src/events/prices.ts'
use(at, cancelEvent, prices.lowest, prices.highest)
const { Card } = await import('../src/events/screens/card.tsx')`,
  'migrations/0001_order.sql': 'create table "order" (id uuid);',
}
