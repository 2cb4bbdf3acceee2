// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the trees hold such texts.
// Small trees that break one rule each of what a room may know of another.
import { plant, ROUTES, SCREEN, USE_CASE } from './plant.ts'

const MECHANISM = [
  plant('mechanism', 'a provider in a comment', { 'src/platform/ids.ts': '// Daraja refuses it' }),
  plant('mechanism', 'a room in a name', {
    'src/platform/ids.ts': 'use(no_such_ticket)',
  }),
  plant('mechanism', 'a room in a compound', { 'src/platform/ids.ts': 'const newOrderCode = 1' }),
  plant('mechanism', 'a lane of a room', { 'src/platform/jobs.ts': "const LANES = ['refund']" }),
  plant('mechanism', 'a table of a room', {
    'src/platform/ping.sql.ts':
      'export const ping = (db) => sql`select 1 from "order"`.execute(db)',
    'src/events/events.routes.ts': "import { ping } from '../platform/ping.sql.ts'\nping(1)",
  }),
  plant('mechanism', 'a table of a room, by builder', {
    'src/platform/ping.sql.ts': "export const ping = (db) => db.selectFrom('event as e')",
    'src/events/events.routes.ts': "import { ping } from '../platform/ping.sql.ts'\nping(1)",
  }),
]

const QUEUE = 'src/messages/queue-sms.ts'
const face = (offers: string) => ({ 'src/messages/README.md': `Messages.\n\n- Face: ${offers}.` })
const SMS_SQL = {
  'src/messages/messages.sql.ts': 'export const find = (db) => db\nexport const act = (tx) => tx',
  'src/messages/messages.routes.ts': "import { act, find } from './messages.sql.ts'",
}

const FACES = [
  plant('face', 'a file that the room keeps to itself', {
    [USE_CASE]: "import { x } from '../messages/queue-sms.ts'",
    [QUEUE]: '',
  }),
  plant('face', 'a type of such a file', {
    [ROUTES]: "import type { X } from '../messages/queue-sms.ts'",
    [QUEUE]: '',
    ...face('`sms.rules.ts`'),
    'src/messages/sms.rules.ts': '',
    'src/orders/buy.ts': "import { x } from '../messages/sms.rules.ts'",
  }),
  plant('face', 'a statement that is not offered', {
    [ROUTES]: "import { act, find } from '../messages/messages.sql.ts'",
    ...SMS_SQL,
    ...face('`messages.sql.ts` (`find`)'),
  }),
  plant('face', 'all the statements of a file', {
    [ROUTES]: "import * as all from '../messages/messages.sql.ts'",
    'src/orders/buy.ts': "import { find } from '../messages/messages.sql.ts'",
    ...SMS_SQL,
    ...face('`messages.sql.ts` (`find`)'),
  }),
  plant('face', 'a screen, by a screen of another room', {
    'src/tickets/screens/ticket.tsx': "import { Card } from '../../events/screens/card.tsx'",
    [SCREEN]: '',
  }),
  plant('face', 'a use case, by web', {
    'src/web/pages.routes.ts': "import { queueSms } from '../messages/queue-sms.ts'",
    [QUEUE]: '',
  }),
  ...Object.entries({
    'that names a file that is gone': '`queue-sms.ts`, `queue-fax.ts`',
    'that offers every statement': '`queue-sms.ts`, `messages.sql.ts`',
    'that offers what nobody outside takes': '`queue-sms.ts`, `messages.routes.ts`',
    'that offers a name nobody outside takes': '`queue-sms.ts` (`x`, `y`)',
  }).map(([what, offers]) =>
    plant('face', `one ${what}`, {
      ...face(offers),
      [QUEUE]: '',
      [ROUTES]: "import { x } from '../messages/queue-sms.ts'",
      ...SMS_SQL,
    }),
  ),
]

export const PLANTED_IN_ROOMS = [...MECHANISM, ...FACES]
