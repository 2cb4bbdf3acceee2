// Planted trees that break a rule about the sample: about its importers, or about the files that
// make orders.
import { plant, ROUTES, TEST } from './plant.ts'

export const PLANTED_IN_SAMPLE = [
  plant('room-order', 'the product that imports the sample', {
    [ROUTES]: "import { x } from '../../sample/accounts.ts'",
  }),
  plant('room-order', 'main that always imports the sample', {
    'src/main.ts': "import { x } from '../sample/load-sample.ts'",
    'sample/load-sample.ts': '',
  }),
  plant('room-order', 'a script that imports the sample', {
    'scripts/admin.mjs': "import { x } from '../sample/accounts.ts'",
  }),
  plant('room-order', 'the sandbox that imports the sample', {
    'sandbox/ids.ts': "import { x } from '../sample/accounts.ts'",
  }),
  plant('room-order', 'the sample that draws when it is loaded', {
    'sample/load-sample.ts': "import type { X } from './drawing/draw-poster.ts'",
    'sample/drawing/draw-poster.ts': '',
  }),
  plant('room-order', 'main that draws', {
    'src/main.ts': "await import('../sample/drawing/draw-poster.ts')",
  }),
  plant('table-owner', 'a third maker of orders, in a test', {
    [TEST]: "db.insertInto('order').values({})",
  }),
  plant('table-owner', 'a third maker of orders, in the bench', {
    'bench/many-sales.ts':
      'sql`with made as (insert into "order" values (1) returning id) select 1`',
  }),
]
