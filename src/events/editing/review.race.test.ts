// spec: drafts-sent-in
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { behind, countWaiters } from '../../../test/behind.ts'
import { draftOf, type Editor, LEAST, openOffice } from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { approve } from '../../requests/requests.ts'
import { saveEvent } from './edit-event.ts'
import { eventRequests } from './review.ts'

/** Matches the lock that lockEvent takes, for admins and for organizers. */
const EVENT_LOCK = /(?<=from "event" as "e" where "e"."id" = \$1 and .*)for no key update$/

/** Matches the condition with which a decision ends a request that waits. */
const UNDECIDED = / and state = 'sent'(?= returning kind)/

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

type Draft = { id: string; updated_at: string; host?: { version: string } }

async function sentIn(): Promise<Draft> {
  const { id } = await draftOf(organizer)
  return (await organizer.call('POST', `/api/events/${id}/send_in`)).body
}

/**
 * Calls the functions `works` while the event is locked. Each call begins when the previous call
 * waits for the lock. Returns the result or the error code of each call.
 */
async function inTurn(id: string, works: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const lock = (tx: Tx) =>
    tx.selectFrom('event').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  async function startAll() {
    const started: Promise<unknown>[] = []
    for (const work of works) {
      started.push(work().catch(({ code }) => code))
      const isWaiting = async () => (await countWaiters(stage.db)) === started.length
      if (started.length < works.length) await waitFor('the work waits for a lock', isWaiting)
    }
    return await Promise.all(started)
  }
  return await behind(stage.db, lock, startAll, { waiters: works.length })
}

const approval = (db: Db, { id, updated_at, host }: Draft) =>
  approve({ ...stage.deps, db }, eventRequests, admin.viewer, {
    id,
    approval: { updated_at, page_version: host!.version },
  })
const edit = (db: Db, { id, updated_at }: Draft) =>
  saveEvent(
    { ...stage.deps, db, moveSales: async () => {}, namedGates: async () => [] },
    organizer.viewer,
    id,
    {
      updated_at,
      time: '03:00',
    },
  )
const publications = async (id: string) =>
  (await admin.audit(id)).filter(([action]: string[]) => action === 'event_published').length

describe('two approvals at the same time', () => {
  async function approveTwice(db: Db) {
    const draft = await sentIn()
    const works = [1, 2].map(() => () => approval(db, draft))
    return { draft, refusals: await inTurn(draft.id, works) }
  }

  test('with the guard off, both approvals publish the draft', async () => {
    const { draft, refusals } = await withoutGuards(stage, [EVENT_LOCK, UNDECIDED], approveTwice)
    expect(refusals).toEqual([undefined, undefined])
    expect(await publications(draft.id)).toBe(2)
  })

  test('with the guard on, the second approval is refused', async () => {
    const { draft, refusals } = await approveTwice(stage.db)
    expect(refusals).toEqual([undefined, 'not_sent_in'])
    expect(await publications(draft.id)).toBe(1)
  })
})

describe('an approval while the organizer saves the draft', () => {
  const editThenApprove = (db: Db) => async (draft: Draft) =>
    await inTurn(draft.id, [() => edit(db, draft), () => approval(db, draft)])

  test('with the guard off, a time that no admin read is published', async () => {
    const draft = await sentIn()
    await withoutGuards(stage, [EVENT_LOCK], (db) => editThenApprove(db)(draft))
    expect(await admin.read(draft.id)).toMatchObject({ is_published: true, time: '03:00' })
  })

  test('with the guard on, the approval is refused', async () => {
    const draft = await sentIn()
    expect(await editThenApprove(stage.db)(draft)).toEqual([undefined, 'stale'])
    expect(await admin.read(draft.id)).toMatchObject({ is_published: false, time: '03:00' })
  })
})

describe('a save by the organizer while an admin approves the draft', () => {
  const approveThenEdit = (db: Db) => async (draft: Draft) =>
    await inTurn(draft.id, [() => approval(db, draft), () => edit(db, draft)])

  test('with the guard off, the organizer changes the time of a published event', async () => {
    const draft = await sentIn()
    const refusals = await withoutGuards(stage, [EVENT_LOCK], (db) => approveThenEdit(db)(draft))
    expect(refusals).toEqual([undefined, undefined])
    expect(await admin.read(draft.id)).toMatchObject({ is_published: true, time: '03:00' })
  })

  test('with the guard on, the save is refused', async () => {
    const draft = await sentIn()
    const [approved, refusal] = await approveThenEdit(stage.db)(draft)
    expect(approved).toBeUndefined()
    expect(['was_published', 'stale']).toContain(refusal)
    expect(await admin.read(draft.id)).toMatchObject({ is_published: true, time: LEAST.time })
  })
})

describe('an approval of a change while the organizer changes it again', () => {
  async function waiting(): Promise<Draft> {
    const draft = await sentIn()
    const { body } = await admin.approve(draft.id, draft.updated_at)
    const asked = { updated_at: body.updated_at, time: '18:00' }
    return (await organizer.save(draft.id, asked)).body
  }
  const editThenApprove = (db: Db) => async (event: Draft) =>
    await inTurn(event.id, [() => edit(db, event), () => approval(db, event)])

  test('with the guard off, the older change is approved', async () => {
    const event = await waiting()
    const refusals = await withoutGuards(stage, [EVENT_LOCK], (db) => editThenApprove(db)(event))
    expect(refusals).toEqual([undefined, undefined])
    expect(await admin.read(event.id)).toMatchObject({ time: '18:00' })
  })

  test('with the guard on, the approval is refused, and the newer change waits', async () => {
    const event = await waiting()
    expect(await editThenApprove(stage.db)(event)).toEqual([undefined, 'stale'])
    const review = { state: 'sent', change: { time: '03:00' } }
    expect(await admin.read(event.id)).toMatchObject({ time: LEAST.time, review })
  })
})
