// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the trees hold such texts.
// Planted trees that break one rule each about the imports between rooms.
import { plant, ROUTES, RULES, SCREEN, TEST, USE_CASE } from './plant.ts'

const ORDER = [
  plant('room-order', 'an import to the right', {
    [ROUTES]: "import { x } from '../orders/orders.sql.ts'",
  }),
  plant('room-order', 'a type from the right', {
    [ROUTES]: "import type { X } from '../orders/place-order.ts'",
  }),
  plant('room-order', 'export … from the right', {
    [ROUTES]: "export { x } from '../tickets/ticket.rules.ts'\nexport const y = 1",
  }),
  plant('room-order', 'import() from the right', {
    [ROUTES]: "const x = await import('../orders/place-order.ts')",
  }),
  plant('room-order', 'typeof import() from the right', {
    [ROUTES]: "type X = typeof import('../orders/place-order.ts')",
  }),
  plant('room-order', 'a worker from the right', {
    [ROUTES]: "new Worker(new URL('../orders/place-order.ts', import.meta.url))",
  }),
  plant('room-order', 'a computed import()', { [ROUTES]: 'const x = await import(name)' }),
  plant('room-order', 'a path that is not relative', { [ROUTES]: "import '#app/checkout.ts'" }),
  plant('room-order', 'a test that looks right', {
    [TEST]: "import { x } from '../orders/place-order.ts'",
  }),
  plant('room-order', 'a room that imports app', { [ROUTES]: "import { x } from '../app.ts'" }),
  plant('room-order', 'a room that imports web', {
    [ROUTES]: "import { x } from '../web/router.tsx'",
  }),
  plant('room-order', 'a screen that imports a page', {
    [SCREEN]: "import { x } from '../../web/pages/home.tsx'",
  }),
  plant('room-order', 'ui that knows a screen', {
    'src/ui/card.tsx': "import { x } from '../events/screens/card.tsx'",
  }),
  plant('room-order', 'env outside main, app and worker', {
    [ROUTES]: "import type { Env } from '../env.ts'",
  }),
  plant('room-order', 'env as a value in platform', {
    'src/platform/db.ts': "import { env } from '../env.ts'",
  }),
  plant('room-order', 'the type of env in platform', {
    'src/platform/deps.ts': "import type { Env } from '../env.ts'",
  }),
  plant('room-order', 'a script that imports a bench', {
    'scripts/start.mjs': "import '../bench/idle.ts'",
  }),
  plant('room-order', 'env that imports a room', {
    'src/env.ts': "import { x } from './events/event.rules.ts'",
  }),
  plant('room-order', 'the product that imports the sandbox', {
    'src/payments/mpesa/client.ts': "import { x } from '../../../sandbox/ids.ts'",
  }),
  plant('room-order', 'the sandbox that imports the product', {
    'sandbox/ids.ts': "import { newId } from '../src/platform/ids.ts'",
  }),
  plant('room-order', 'ui that knows a room', {
    'src/ui/price.tsx': "import { x } from '../platform/money.rules.ts'",
  }),
  plant('circle', 'two files of a room', {
    [RULES]: "import { x } from './words.rules.ts'",
    'src/events/words.rules.ts': "import { y } from './event.rules.ts'",
  }),
  plant('circle', 'three, by a type and an import()', {
    'src/web/layouts/a.tsx': "import { x } from './b.tsx'",
    'src/web/layouts/b.tsx': "import type { X } from './c.tsx'",
    'src/web/layouts/c.tsx': "const x = () => import('./a.tsx')",
  }),
]

const INNER = (...folders: string[]) => ({
  'src/site/README.md': `The site.\n\n## Inner rooms\n\n${folders.map((folder) => `- \`${folder}\`: x\n`).join('')}`,
})

const INNER_ROOMS = [
  plant('inner-room', 'an import of a later inner room', {
    'src/site/help/help.ts': "import { x } from '../contact/contact.ts'",
    'src/site/contact/contact.ts': '',
    ...INNER('help', 'contact'),
  }),
  plant('inner-room', 'a root file of a newer room', {
    'src/payouts/payouts.ts': "import { x } from './sending/send.ts'",
    'src/payouts/sending/send.ts': '',
    'src/payouts/README.md': 'Payouts.\n\n## Inner rooms\n\n- `sending`: x\n',
  }),
  plant('inner-room', 'a type from a later inner room', {
    'src/site/help/help.ts': "import type { X } from '../contact/contact.ts'",
    'src/site/contact/contact.ts': '',
    ...INNER('help', 'contact'),
  }),
  plant('inner-room', 'a root file that imports an inner room', {
    'src/site/site.ts': "import { x } from './help/help.ts'",
    'src/site/help/help.ts': '',
    ...INNER('help'),
  }),
  plant('inner-room', 'a folder with too many files', {
    'src/site/file-0.ts': '',
    ...Object.fromEntries(Array.from({ length: 28 }, (_, n) => [`src/site/file-${n + 1}.ts`, ''])),
  }),
  plant('file-kind', 'a folder that the README does not list', {
    'src/site/help/help.ts': '',
    ...INNER('contact'),
  }),
]

const MECHANISM = [
  plant('mechanism', 'a provider in a comment', { 'src/platform/ids.ts': '// Daraja refuses it' }),
  plant('mechanism', 'a room in a name', {
    'src/platform/ids.ts': 'use(no_such_ticket)',
  }),
  plant('mechanism', 'a room in a compound', { 'src/platform/ids.ts': 'const newOrderCode = 1' }),
  plant('mechanism', 'a lane of a room', { 'src/platform/jobs.ts': "const LANES = ['refund']" }),
]

const QUEUE = 'src/messages/queue-sms.ts'
const face = (...offers: string[]) => ({
  'src/messages/README.md': `Messages.\n\n## Face\n\n${offers.map((offer) => `- ${offer}\n`).join('')}`,
})
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
    ...face('`messages.sql.ts`: `find`'),
  }),
  plant('face', 'all the statements of a file', {
    [ROUTES]: "import * as all from '../messages/messages.sql.ts'",
    'src/orders/buy.ts': "import { find } from '../messages/messages.sql.ts'",
    ...SMS_SQL,
    ...face('`messages.sql.ts`: `find`'),
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
    'that names a missing file': ['`queue-sms.ts`', '`queue-fax.ts`'],
    'that offers every statement': ['`queue-sms.ts`', '`messages.sql.ts`'],
    'that offers an unused file': ['`queue-sms.ts`', '`messages.routes.ts`'],
    'that offers an unused name': ['`queue-sms.ts`: `x`, `y`'],
  }).map(([what, offers]) =>
    plant('face', `one ${what}`, {
      ...face(...offers),
      [QUEUE]: '',
      [ROUTES]: "import { x } from '../messages/queue-sms.ts'",
      ...SMS_SQL,
    }),
  ),
]

const manifest = (dependencies: object) => ({ 'package.json': JSON.stringify({ dependencies }) })
const starts = (path: string) => ({ 'src/main.ts': `import './${path.slice('src/'.length)}'` })

const PACKAGES = [
  plant('packages', 'one that production does not install', {
    [USE_CASE]: "import { x } from 'postal-mime/node'",
    ...starts(USE_CASE),
    ...manifest({}),
  }),
  plant('packages', 'the builder, always', {
    [ROUTES]: "import { createServer } from 'vite'",
    ...starts(ROUTES),
    ...manifest({}),
  }),
  plant('packages', 'one of a script that starts the shop', {
    'scripts/settings.mjs': "import pg from 'pg'",
    'scripts/start.mjs': "import './settings.mjs'",
    ...manifest({}),
  }),
  plant('packages', 'one that only a test imports', {
    ...manifest({ '@fonts/one': '1' }),
    [TEST]: "import { x } from '@fonts/one'",
    [ROUTES]: "import type { Server } from 'vite'\nconst y = () => import('vite')",
    ...starts(ROUTES),
  }),
  plant('packages', 'one that is built into the pages', {
    ...manifest({ react: '19' }),
    [SCREEN]: "import { useState } from 'react'",
  }),
]

const shopErrors = (name: string, code: string) =>
  `export class ${name} extends declareErrors({ ${code}: [409, 'No.'] }) {}`

const ERROR_CODES = [
  plant('error-code', 'one that another room has declared', {
    'src/orders/errors.ts': shopErrors('OrderError', 'sold_out'),
    'src/events/errors.ts': shopErrors('EventError', 'sold_out'),
  }),
  plant('error-code', 'one of platform', {
    'src/events/errors.ts': shopErrors('EventError', 'not_found'),
    'src/platform/errors.ts': "const CODES = { not_found: [404, 'Not found'] } as const",
  }),
  plant('error-code', 'one that stands elsewhere', {
    [ROUTES]: shopErrors('EventError', 'stale'),
  }),
]

const DEPS = [
  plant('deps', 'a function that takes all', {
    [ROUTES]: 'function f(deps: Deps) { return deps.db }',
  }),
  plant('deps', 'all under another name', {
    [ROUTES]: 'type EventDeps = Deps & { storage: Storage }',
  }),
]

export const PLANTED_IN_ROOMS = [
  ...ORDER,
  ...INNER_ROOMS,
  ...MECHANISM,
  ...FACES,
  ...PACKAGES,
  ...DEPS,
  ...ERROR_CODES,
]
