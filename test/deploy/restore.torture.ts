import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, onTestFailed, test } from 'vitest'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { buildAccount } from '../accounts.ts'
import { newPhone, orderFor } from '../build.ts'
import { askGate, buyer, type Order, phones } from '../torture/clients.ts'
import { type Shop, startShop } from '../torture/processes.ts'
import { reconcile } from '../torture/reconcile-command.ts'
import { waitFor } from '../torture/wait-for.ts'
import { type BackupCluster, makeBackupCluster } from './backup-cluster.ts'
import { startBucket } from './bucket.ts'

// Rehearses the loss of the machine: buys, backs up, buys and refunds more, deletes the database,
// and restores it to a time before the last purchases and refunds.

const TIME_SCALE = 0.02

let cluster: BackupCluster
let shop: Shop
let admin: Awaited<ReturnType<typeof buildAccount>>
const ends: (() => void | Promise<void>)[] = []

async function openShop(isBucket: boolean): Promise<void> {
  const bucket = isBucket ? await startBucket() : null
  if (bucket) ends.push(bucket.stop)
  cluster = await makeBackupCluster(bucket?.fillIn)
  ends.push(cluster.remove)
  const empty = openDatabase(cluster.url, 2)
  await migrate(empty, { isOffline: true })
  await empty.destroy()
  const types = [{ price: 500, capacity: 1000 }]
  shop = await startShop({ databaseUrl: cluster.url, timeScale: TIME_SCALE, types })
  ends.push(shop.close)
  admin = await buildAccount({ db: shop.db, env: readEnv({}), clock: systemClock }, 'admin')
}
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function callShop(method: string, path: string, body?: object) {
  const reply = await fetch(shop.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...admin.headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = await reply.json()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(json)}`)
  return json
}

type Row = {
  id: string
  kind: string
  key: string
  receipt: string | null
  order_id: string | null
}
const readWork = async (): Promise<Row[]> => (await callShop('GET', '/api/work_list')).data

/** Buys `count` tickets, and waits until M-Pesa has listed the payment. */
async function buy(count: number): Promise<Order & { receipt: string; number: string }> {
  const order = orderFor(shop.event, [count], { phoneNumber: newPhone() })
  await phones(shop).set(order.phoneNumber, { auto: 'pay' })
  await buyer(shop).place(order)
  expect(await buyer(shop).followUntilSettled(order.orderId)).toMatchObject({ status: '0' })
  const paid = await waitFor('the list shows the payment, and there is a ticket', async () =>
    shop.db
      .selectFrom('payment as p')
      .innerJoin('ticket as k', 'k.order_id', 'p.order_id')
      .select(['p.mpesa_receipt as receipt', 'k.number'])
      .where('p.order_id', '=', order.orderId)
      .where('p.listed_at', 'is not', null)
      .executeTakeFirst(),
  )
  return { ...order, receipt: paid.receipt!, number: paid.number }
}

const refundOnePerson = ({ orderId, number }: { orderId: string; number: string }) =>
  callShop('POST', '/api/refunds', {
    order_id: orderId,
    reason: 'other',
    tickets: [{ ticket_number: number, admits: 1 }],
  })

const untilRefunded = (what: string, count: number) =>
  waitFor(what, async () => {
    const done = await shop.db
      .selectFrom('refund')
      .select('id')
      .where('state', '=', 'done')
      .execute()
    return done.length === count
  })

const backTo = async ({ phoneNumber }: Order) =>
  (await phones(shop).ledger())
    .filter(({ kind, msisdn }) => msisdn === phoneNumber && /reversal|b2c/.test(kind))
    .map(({ kind, amount }) => `${kind} ${amount}`)

/**
 * Changes the password of the database as docs/operation.md says, while the shop sells. Returns the
 * file of the settings.
 */
function changePassword(): string {
  const password = "new 'n% password"
  const quoted = password.replaceAll("'", "''")
  cluster.psql(`alter role lango_b login password '${quoted}';`)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'lango-settings-')), 'lango.env')
  ends.push(() => rmSync(path.dirname(file), { recursive: true }))
  const url = new URL(cluster.url)
  url.username = 'lango_b'
  url.password = encodeURIComponent(password).replaceAll("'", '%27')
  writeFileSync(file, `LANGO_ENV=production\nDATABASE_URL=${url}\n`)
  return file
}

/** Signs in with DATABASE_URL of the settings. The role acts as `lango`, the owner of the tables. */
async function signIn(settings: string): Promise<void> {
  const [, url] = /^DATABASE_URL=(.*)$/m.exec(readFileSync(settings, 'utf8'))!
  const db = openDatabase(url!, 1)
  const { rows } = await sql`select current_user as owner`.execute(db)
  expect(rows).toEqual([{ owner: 'lango' }])
  await db.destroy()
}

/** The current time in Nairobi, in the format of `--to`. */
const nowInNairobi = () =>
  new Date(Date.now() + 3 * 3600_000).toISOString().replace('T', ' ').replace('Z', '')

test.each([
  { place: 'a folder', isBucket: false },
  { place: 'a bucket, encrypted', isBucket: true },
])(
  'after the loss of the machine, with backups in $place, everything is accounted for and nothing is paid twice',
  async ({ isBucket }) => {
    await openShop(isBucket)
    onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
    const kept = await buy(3)
    const whole = await buy(1)
    cluster.backup('--type=full', 'backup')
    const more = await buy(2)
    // PostgreSQL notices that it has reached the target time only if a later transaction follows.
    const target = nowInNairobi()

    const settings = changePassword()
    const lost = await buy(1)
    await refundOnePerson(kept)
    await callShop('POST', '/api/refunds', { order_id: whole.orderId, reason: 'other' })
    await untilRefunded('M-Pesa has paid both refunds', 2)
    const before = { kept: await backTo(kept), whole: await backTo(whole) }
    expect(before).toEqual({ kept: ['b2c 500'], whole: ['reversal 500'] })
    cluster.psql('select pg_switch_wal();')
    cluster.backup('check')

    await shop.app.kill()
    cluster.lose()
    const said = cluster.restore('--to', target, '--settings', settings)
    await signIn(settings)
    expect(said).toContain('Restored. Start the shop, and go to the work list')
    await shop.app.start()
    expect(() => cluster.restore('--mark')).toThrow('Stop the shop first')

    // The work list names the lost payment, and the refunds that M-Pesa may have paid. Until an admin
    // acts, no refund is sent.
    const work = await waitFor('the work list names the lost money', async () => {
      const rows = await readWork()
      return rows.some(({ receipt }) => receipt === lost.receipt) ? rows : null
    })
    expect(work.map(({ kind }) => kind)).toContain('database_restored')
    expect(await callShop('GET', '/api/refunds/sending')).toMatchObject({ on: false })

    // An admin resolves both: requests the lost refunds again, and refunds the lost order.
    await refundOnePerson(kept)
    await callShop('POST', '/api/refunds', { order_id: whole.orderId, reason: 'other' })
    await callShop('POST', `/api/receipts/${lost.receipt}/pay_back`, {
      reason: 'Its order is lost.',
    })
    await callShop('POST', '/api/refunds/sending', { on: true })
    await untilRefunded('all refunds are done', 3)
    expect(await backTo(kept)).toEqual(before.kept)
    expect(await backTo(whole)).toEqual(before.whole)
    expect(await backTo(lost)).toEqual(['b2c 500'])

    const nonce = crypto.randomUUID()
    const gate = await askGate(shop, admin.headers, { number: lost.number, nonce })
    expect(gate.body).toMatchObject({ message: 'Replaced: ask for the newest SMS.' })
    const known = await askGate(shop, admin.headers, {
      number: more.number,
      nonce: crypto.randomUUID(),
    })
    expect(known.body).toMatchObject({ result: expect.stringMatching(/valid|too_early/) })

    const { code, said: books } = await waitFor('the books match M-Pesa', async () => {
      const found = await reconcile(shop, TIME_SCALE)
      return found.code === 0 ? found : null
    })
    expect([code, books]).toEqual([0, expect.stringContaining('All agree.')])
  },
  600_000,
)
