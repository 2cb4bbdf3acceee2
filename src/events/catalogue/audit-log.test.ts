// spec: audit-log-when
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'
import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

const get = async (query = '', headers: Record<string, string> = admin.headers) => {
  return await callApi(stage, { url: `/api/audit_log${query}`, headers })
}

test('admins read the audit log newest first, page by page, and per event', async () => {
  const event = await buildEvent(stage.db)
  const at = stage.clock.now()
  await inTransaction(stage.db, (tx) =>
    insertAudit(tx, { accountId: admin.id, at }, [
      { action: 'role_changed', subject: admin.id, before: 'organizer', after: 'admin' },
      {
        action: 'event_published',
        subject: 'Derby',
        eventId: event.id,
        before: false,
        after: true,
      },
    ]),
  )
  await inTransaction(stage.db, (tx) =>
    insertAudit(tx, { accountId: null, at }, [
      { action: 'admin_created', subject: 'b@lango.test' },
    ]),
  )
  const { body } = await get()
  expect(body).toMatchObject({
    data: [
      {
        action: 'admin_created',
        subject: 'b@lango.test',
        account: null,
        before: null,
        after: null,
      },
      {
        action: 'event_published',
        at: at.toISOString(),
        account: { id: admin.id, email: admin.email, full_name: 'Amina Odhiambo' },
        event_id: event.id,
        before: false,
        after: true,
      },
      {
        action: 'role_changed',
        subject: `Amina Odhiambo (${admin.email})`,
        before: 'organizer',
        after: 'admin',
      },
    ],
    next_cursor: null,
  })
  const first = (await get('?limit=2')).body
  expect(first.data).toEqual(body.data.slice(0, 2))
  const second = (await get(`?limit=2&cursor=${first.next_cursor}`)).body
  expect(second).toEqual({ data: body.data.slice(2), next_cursor: null })
  const ofEvent = (await get(`?event_id=${event.id.toUpperCase()}`)).body
  expect(ofEvent.data).toEqual([body.data[1]])
})

test('other roles cannot read the audit log, and an invalid filter is named', async () => {
  const organizer = await buildAccount(stage)
  expect((await get('', {})).status).toBe(401)
  expect((await get('', organizer.headers)).status).toBe(403)
  expect((await get('?event_id=x')).status).toBe(404)
  for (const cursor of ['1e9', written(['newest', 1e30]), written(['newest', '7'])]) {
    expect(await get(`?cursor=${cursor}`)).toMatchObject({ status: 422, body: { field: 'cursor' } })
  }
  expect(await get('?limit=0')).toMatchObject({ status: 422, body: { field: 'limit' } })
})

// spec: audit-log-any-subject
test.each(['0'.repeat(36), '-'.repeat(36), `${'a'.repeat(8)}-`.repeat(4), `${randomUUID()}\n`])(
  'a subject like an id, such as the title %j, leaves the list readable',
  async (subject) => {
    const at = stage.clock.now()
    await inTransaction(stage.db, (tx) =>
      insertAudit(tx, { accountId: admin.id, at }, [{ action: 'event_published', subject }]),
    )
    const { status, body } = await get('?limit=1')
    expect(status).toBe(200)
    expect(body.data).toMatchObject([{ subject }])
  },
)

test('audit entries cannot be changed', async () => {
  for (const statement of [sql`update audit_log set subject = 'x'`, sql`delete from audit_log`]) {
    await expect(statement.execute(stage.db)).rejects.toThrow('audit_log is append-only')
  }
})

const written = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
