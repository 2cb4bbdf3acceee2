// Rules about SQL: which files contain statements, which files call them, and which tables each
// room reads and writes.
import { RIGHT_READS } from './right-reads.ts'
import { folderOf, kindOf, ROOMS } from './rooms.ts'
import { exportsOf } from './shape.ts'
import {
  at,
  type Files,
  isNode,
  isTest,
  type Node,
  nameOf,
  type Source,
  type Violation,
} from './source.ts'
import {
  isBuilderCall,
  isSqlTemplate,
  type Read,
  readsOf,
  type Write,
  writesOf,
} from './statements.ts'

/** The room that may write each table. Rooms to its right may read the table. */
const OWNERS = {
  job: 'platform',
  rate_count: 'platform',
  rate_slot: 'platform',
  setting: 'platform',
  message: 'messages',
  delivery_report: 'messages',
  sms_opt_out: 'messages',
  collected_notice: 'messages',
  account: 'accounts',
  audit_log: 'accounts',
  audit_address: 'accounts',
  session: 'accounts',
  refresh_token: 'accounts',
  account_link: 'accounts',
  sign_up: 'accounts',
  known_browser: 'accounts',
  second_factor: 'accounts',
  recovery_code: 'accounts',
  sign_in_challenge: 'accounts',
  member: 'accounts',
  invitation: 'accounts',
  organizer_fee: 'accounts',
  request: 'requests',
  category: 'events',
  event: 'events',
  event_day: 'events',
  ticket_type: 'events',
  pool: 'events',
  price_step: 'events',
  sale_limit: 'events',
  promo_code: 'events',
  promo_code_type: 'events',
  seller: 'events',
  gate: 'events',
  image_upload: 'events',
  ticket_type_gate: 'events',
  short_code: 'events',
  entry_rule: 'events',
  event_change: 'events',
  organizer_page: 'events',
  ledger_entry: 'ledger',
  ledger_line: 'ledger',
  order: 'orders',
  order_line: 'orders',
  line_limit: 'orders',
  order_source: 'orders',
  order_event: 'orders',
  hold: 'orders',
  order_awaiting_tickets: 'orders',
  sale_delta: 'orders',
  paid_line: 'orders',
  payment: 'payments',
  payment_event: 'payments',
  payment_explanation: 'payments',
  provider_callback: 'payments',
  mpesa_token: 'payments',
  mpesa_list: 'payments',
  unmatched_receipt: 'payments',
  paybill_address: 'payments',
  outgoing_attempt: 'payments',
  mpesa_balance: 'payments',
  account_reading: 'payments',
  gate_key: 'tickets',
  gate_load: 'tickets',
  ticket: 'tickets',
  ticket_transfer: 'tickets',
  ticket_transfer_part: 'tickets',
  complimentary_batch: 'complimentary',
  complimentary_order: 'complimentary',
  allotment: 'complimentary',
  refund: 'refunds',
  refund_ticket: 'refunds',
  payment_return: 'refunds',
  receipt_check: 'refunds',
  refund_event: 'refunds',
  event_cancellation: 'refunds',
  cancellation_fault: 'refunds',
  refund_link: 'refunds',
  question: 'questions',
  answer_reminder: 'questions',
  answer: 'questions',
  payout_account: 'payouts',
  payout_plan: 'ledger',
  payout: 'payouts',
  payout_part: 'payouts',
  payout_event: 'payouts',
  check_in: 'checkin',
  check_in_delta: 'checkin',
  check_ins_by_gate: 'checkin',
  gate_phone: 'checkin',
  gate_phone_ended_token: 'checkin',
  stopped_gate: 'checkin',
  gate_move: 'checkin',
  sales_by_type: 'reports',
  sales_by_event_day: 'reports',
  sales_by_day: 'reports',
  sales_by_organizer_day: 'reports',
  reconciliation: 'reports',
  ussd_session: 'ussd',
  ussd_turn: 'ussd',
  newsletter_subscriber: 'site',
  newsletter_consent: 'site',
  contact_message: 'site',
  complaint: 'site',
  event_without_check_in: 'site',
}
export const TABLE_OWNERS: ReadonlyMap<string, string> = new Map(Object.entries(OWNERS))

/**
 * Columns of tables of the room events that only the room orders may change. The room events changes
 * all other columns.
 */
const SALES_COLUMNS: Record<string, string[]> = {
  ticket_type: ['held', 'sold', 'first_sold_at'],
  sale_limit: ['held', 'sold'],
}

/** Files with statements about the database itself, not about rows of a room. */
const ABOUT_THE_DATABASE = [
  'src/platform/database/schema-dump.ts',
  'src/platform/database/schema-types.ts',
]

export function checkSqlPlace(source: Source): Violation[] {
  const { path } = source
  const isFree = kindOf(path) === 'sql' || isTest(path) || ABOUT_THE_DATABASE.includes(path)
  if (!path.startsWith('src/') || isFree) return []
  const message = 'Move this statement into a function of the .sql.ts file of its room.'
  return source.nodes
    .filter((node) => isBuilderCall(node) || isSqlTemplate(node) || isSqlImport(node))
    .map((node) => at(source, node, 'sql-place', message))
}

function isSqlImport(node: Node): boolean {
  const from = node.type === 'ImportDeclaration' && isNode(node.source) ? node.source.value : ''
  const names = ((node.specifiers ?? []) as Node[]).map((entry) => nameOf(entry.imported))
  return from === 'kysely' && names.includes('sql')
}

export function checkSqlFunctions(source: Source): Violation[] {
  return sqlFunctions(source).flatMap(({ name, node }) => {
    const [first] = (node.params ?? []) as Node[]
    const isHanded = ['tx', 'db'].includes(nameOf(first))
    if (isHanded || isFragment(source, node)) return []
    const message = `Give ${name} the transaction as first parameter, named tx, or db where it needs none.`
    return [at(source, node, 'sql-first-parameter', message)]
  })
}

const FRAGMENTS = ['Expression', 'RawBuilder']

/**
 * Whether a function returns a part of a statement: its declared type says so, and it runs no
 * statement.
 */
function isFragment(source: Source, node: Node): boolean {
  const type = isNode(node.returnType) ? (node.returnType.typeAnnotation as Node) : null
  if (!FRAGMENTS.includes(nameOf(type?.typeName))) return false
  const isWithin = ({ start, end }: Node) => node.start <= start && end <= node.end
  return !source.nodes.some((other) => isWithin(other) && isRun(other))
}

/**
 * Whether a call runs a statement: .execute(…) or a similar call, .stream(…), or passing the
 * connection on.
 */
function isRun(node: Node): boolean {
  if (node.type === 'Identifier' && ['tx', 'db'].includes(nameOf(node))) return true
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false
  return node.callee.type === 'MemberExpression' && /^(execute|stream)/.test(nameOf(node.callee))
}

export function sqlFunctions(source: Source) {
  if (kindOf(source.path) !== 'sql') return []
  return exportsOf(source).filter((entry) => entry.kind === 'function')
}

/**
 * The files that may write orders: the room orders, and the sample's folder that inserts many
 * orders in one statement.
 */
const MAKERS_OF_ORDERS = /^(src\/orders|sample\/bulk)\//

export function checkWrites(source: Source): Violation[] {
  const room = folderOf(source.path)
  if (room === null || isTest(source.path)) {
    const message = 'Orders are placed by the product, or made by recordOrders of sample/bulk/.'
    return MAKERS_OF_ORDERS.test(source.path)
      ? []
      : writesOf(source)
          .filter(({ verb, table }) => verb === 'insert' && table === 'order')
          .map(({ node }) => at(source, node, 'table-owner', message))
  }
  return writesOf(source).flatMap((write) => {
    const fault = writeFault(room, write)
    return fault ? [at(source, write.node, 'table-owner', fault)] : []
  })
}

/** Reads of tables that belong to rooms to the right. */
export function rightReads(source: Source): Read[] {
  const room = folderOf(source.path)
  if (room === null || isTest(source.path)) return []
  return readsOf(source).filter(({ table }) => {
    const owner = TABLE_OWNERS.get(table)
    return owner !== undefined && ROOMS.indexOf(owner) > ROOMS.indexOf(room)
  })
}

export function checkReads(source: Source): Violation[] {
  const allowed = [...(RIGHT_READS[source.path] ?? [])]
  return rightReads(source).flatMap(({ table, node }) => {
    const index = allowed.indexOf(table)
    if (index >= 0) return allowed.splice(index, 1) && []
    const owner = TABLE_OWNERS.get(table)
    const message = `${table} belongs to ${owner}, to the right: let a room from ${owner} on read it, or hand the answer in.`
    return [at(source, node, 'right-read', message)]
  })
}

function writeFault(room: string, { verb, table, columns }: Write): string | null {
  if (table === '?') return 'Write the name of the table out, so that its owner can be checked.'
  // No migration creates this table, so it is in no list of tables.
  const owner = table === 'kysely_migration' ? 'platform' : TABLE_OWNERS.get(table)
  if (!owner) return `${table} has no owner: add it to OWNERS in test/tidy/sql.ts.`
  // Any room may queue a job, because a job is inserted in the same transaction as the row that it
  // is about.
  if (table === 'job' && verb === 'insert') return null
  const sales = SALES_COLUMNS[table]
  if (sales && verb === 'update') return columnFault(room, { table, columns, sales })
  if (owner === room) return null
  return `${table} belongs to ${owner}: call a function of ${owner}, or queue a job for it.`
}

function columnFault(
  room: string,
  { table, columns, sales }: { table: string; columns: string[]; sales: string[] },
): string | null {
  if (columns.includes('?')) return `Write the columns of ${table} out that this sets.`
  const isSale = (column: string) => sales.includes(column)
  if (room === 'orders' && columns.every(isSale)) return null
  if (room === 'events' && !columns.some(isSale)) return null
  return `${table}: orders alone changes ${sales.join(', ')}, and events alone all others.`
}

export function tablesOf(files: Files): { table: string; path: string }[] {
  const migrations = [...files]
    .filter(([path]) => /^migrations\/\d.*\.sql$/.test(path))
    .map(([path, text]) => ({ path, text: text.replace(/--.*$/gm, '') }))
  const renames = migrations.flatMap(({ path, text }) =>
    [...text.matchAll(/\balter\s+table\s+(\w+)\s+rename\s+to\s+(\w+)/gi)].map(([, old, table]) => ({
      old,
      table: table!,
      path,
    })),
  )
  const created = migrations.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?([\w.]+)"?/gi,
      ),
    ].map((match) => ({ table: match[1]!.replace(/^public\./, ''), path })),
  )
  const dropped = migrations.flatMap(({ text }) =>
    [...text.matchAll(/\bdrop\s+table\s+([\w\s,"]+);/gi)].flatMap(
      ([, list]) => list!.match(/\w+/g)!,
    ),
  )
  const gone = new Set([...dropped, ...renames.map(({ old }) => old)])
  return [...created, ...renames].filter(({ table }) => !gone.has(table))
}

export function checkTables(files: Files): Violation[] {
  return tablesOf(files)
    .filter(({ table }) => !TABLE_OWNERS.has(table))
    .map(({ table, path }) => ({
      rule: 'table-owner',
      path,
      line: 1,
      message: `${table} has no owner: add it to OWNERS in test/tidy/sql.ts.`,
    }))
}
