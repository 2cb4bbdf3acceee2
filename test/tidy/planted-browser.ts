// Planted trees that break one rule each about the code in the browser, or about React.
import { plant, SCREEN } from './plant.ts'

const BROWSER = [
  plant('browser-imports', 'a screen of visitors with the back office', {
    [SCREEN]: "import { x } from '../office/event-form.tsx'",
    'src/events/office/event-form.tsx': '',
  }),
  plant('browser-imports', 'a screen with SQL', {
    [SCREEN]: "import { x } from '../events.sql.ts'",
  }),
  plant('browser-imports', 'a screen with the type of a use case', {
    [SCREEN]: "import type { X } from '../cancel-event.ts'",
  }),
  plant('browser-imports', 'a schema as a value', {
    [SCREEN]: "import { type X } from '../events.contract.ts'",
  }),
  plant('browser-imports', 'a node builtin', { [SCREEN]: "import { join } from 'node:path'" }),
  plant('browser-imports', 'a package that is not for pages', {
    'src/ui/date.tsx': "import dayjs from 'dayjs'",
  }),
  plant('browser-imports', 'a page with routes', {
    'src/web/pages/home.tsx': "import { x } from '../../events/events.routes.ts'",
  }),
  plant('browser-imports', 'the server entry from the router', {
    'src/web/router.tsx': "import { x } from './entry-server.tsx'",
  }),
  plant('browser-imports', 'the server renderer in a layout', {
    'src/web/layouts/shop.tsx': "import { renderToString } from 'react-dom/server'",
  }),
  plant('browser-imports', 'import() of a use case', {
    'src/web/entry-client.tsx': "import('../events/cancel-event.ts')",
  }),
  plant('browser-imports', 'a contract that imports SQL', {
    'src/events/events.contract.ts': "import type { Row } from './events.sql.ts'",
  }),
]

const component = (body: string) => ({ [SCREEN]: `function Card() {\n  ${body}\n}` })

export const PLANTED_IN_THE_BROWSER = [
  ...BROWSER,
  ...[
    'latest.current = load',
    'if (rows) last.current = rows',
    'asked.current ??= begin()',
    'times.current++',
    'const of = useMemo(() => { last.current = rows }, [rows])',
    'rows.map((row) => { last.current = row })',
    ';(() => { last.current = rows })()',
    "last['current'] = rows",
    'useEffect(() => {}, [(last.current = rows)])',
  ].map((body) => plant('ref-write', body, component(body))),
  plant('ref-write', 'in a hook', {
    'src/ui/use-answer.ts': 'export const useAnswer = (load) => { latest.current = load }',
  }),
  plant('ref-write', 'in a component that is handed on', {
    [SCREEN]: 'const Card = memo(() => { latest.current = load })',
  }),
  plant('jsx', 'a hook', { [SCREEN]: 'export function useCard() { return 1 }' }),
  plant('jsx', 'in the back office, with a type of what it is not', {
    'src/events/office/card.tsx': "export type X = 1\nexport const text = '<p>text</p>'",
  }),
]
