import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { imageUrl } from '../src/events/image.rules.ts'
import { buildAccount } from './accounts.ts'
import { callApi } from './http.ts'
import { makeStage, type Stage } from './stage.ts'

type Headers = { authorization?: string }

/** API calls of an account that edits events, by default an admin. */
export async function makeEditor(stage: Stage, role: 'admin' | 'organizer' = 'admin') {
  const account = await buildAccount(stage, role)
  async function call(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    headers: Headers = account.headers,
  ) {
    return await callApi(stage, { method, url, headers, ...(payload && { payload }) })
  }
  return {
    ...account,
    call,
    read: async (id: string) => (await call('GET', `/api/events/${id}`)).body,
    save: (id: string, body: object) => call('PUT', `/api/events/${id}`, body),
    create: (body: object) => call('POST', '/api/events', body),
    /** Calls an action of an event, such as 'send_in'. */
    act: (id: string, verb: string, body: object = {}) =>
      call('POST', `/api/events/${id}/${verb}`, body),
    /** Approves an event in review, with the current version of the organizer's public page. */
    approve: async (id: string, updated_at: string) => {
      const { body } = await call('GET', `/api/events/${id}`)
      const page_version = body.host?.version ?? ''
      return await call('POST', `/api/events/${id}/approve`, { updated_at, page_version })
    },
    /** The rows of the work list about an event. */
    workOf: async (id: string) => {
      const { body } = await call('GET', '/api/work_list?limit=100')
      return body.data.filter((row: { key: string }) => row.key === id)
    },
    /** Returns the event's audit log, oldest first. */
    audit: async (id: string) => {
      const { body } = await call('GET', `/api/audit_log?event_id=${id}&limit=100`)
      return body.data
        .map((row: Record<string, unknown>) => [row.action, row.subject, row.before, row.after])
        .reverse()
    },
    /** Inserts an uploaded picture without its files, and returns its address. */
    picture: async () => {
      const key = `20261121201500-${randomUUID().slice(0, 8)}`
      const now = stage.clock.now()
      await stage.db
        .insertInto('image_upload')
        .values({ key, account_id: account.id, created_at: now, free_since: now })
        .execute()
      return imageUrl(stage.env.publicOrigin, key)
    },
    category: async (name: string) => {
      const id = randomUUID()
      await stage.db.insertInto('category').values({ id, name, position: 0 }).execute()
      return id
    },
    gate: async (name: string) => {
      const id = randomUUID()
      await stage.db.insertInto('gate').values({ id, name, gate_offset: 0 }).execute()
      return id
    },
  }
}
export type Editor = Awaited<ReturnType<typeof makeEditor>>

/** Makes an organizer who publishes without approval. */
export async function makeTrusted(stage: Stage, admin: Editor): Promise<Editor> {
  const trusted = await makeEditor(stage, 'organizer')
  const body = { role: 'organizer', publishes_alone: true }
  await admin.call('PUT', `/api/accounts/${trusted.id}`, body)
  return trusted
}

/** Opens a stage with an admin and an organizer. */
export async function openOffice(settings: Parameters<typeof makeStage>[0] = {}) {
  const stage = await makeStage(settings)
  return { stage, admin: await makeEditor(stage), organizer: await makeEditor(stage, 'organizer') }
}

/** The required fields of an event, except its picture. */
export const LEAST = {
  title: 'Derby Day',
  date: '2027-03-14',
  time: '15:30',
  location: 'Nyayo Stadium, Nairobi',
  price: 100,
}

export const VIP = { name: 'VIP', price: 1500.5, quantity: 50 }

/** Creates an event with a picture and a ticket type, and returns the reply. */
export async function draftOf(editor: Editor, body: object = {}) {
  const image = await editor.picture()
  const reply = await editor.create({ ...LEAST, image, ticket_types: [VIP], ...body })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return reply.body
}

/** Creates a draft by `editor`, and publishes it as an admin. Returns the admin's reply. */
export async function publishedOf(admin: Editor, editor: Editor, body: object = {}) {
  const { id, updated_at } = await draftOf(editor, body)
  const reply = await admin.save(id, { updated_at, is_published: true })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body
}

/** A ticket type as the API returns it. */
export type TypeReply = Record<string, unknown> & { id: string; name: string }

/** Saves an event with changes of some ticket types. `changes` has them by the type's name. */
export async function changeTypes(
  editor: Editor,
  { id }: { id: string },
  changes: Record<string, object>,
  more: object = {},
) {
  const { updated_at, ticket_types } = await editor.read(id)
  const types = (ticket_types as TypeReply[]).map((type) => ({
    id: type.id,
    ...changes[type.name],
  }))
  return await editor.save(id, { updated_at, ticket_types: types, ...more })
}

export const typeNamed = ({ ticket_types }: { ticket_types: TypeReply[] }, name: string) =>
  ticket_types.find((type) => type.name === name)!

/** A ticket type for each kind of price, such as free or chosen by the buyer. */
export const CHOICES = {
  standard: { name: 'Standard', price: 500, quantity: 100 },
  free: { name: 'Students', is_free: true, quantity: 100 },
  chosen: { name: 'Friends', lowest: 200, suggested: 500, highest: 1000, quantity: 100 },
  hidden: { name: 'Crew', price: 500, quantity: 100, is_hidden: true },
  /** A price of 0, which the organizer may not have intended. */
  zero: { name: 'Child', price: 0, quantity: 100 },
}
