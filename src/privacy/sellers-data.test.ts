// spec: seller-data
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildEvent, buildSeller, newPhone } from '../../test/build.ts'
import { tablesWith } from '../../test/privacy/tables-with.ts'
import { keepStage } from '../../test/stage.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'
import { isPhoneStored } from './people.sql.ts'
import { eraseData, exportData } from './personal-data.ts'

const DAY_MS = 86_400_000

const stage = keepStage()

const readSeller = (id: string) =>
  stage.db
    .selectFrom('seller')
    .select(['name', 'phone', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test("a seller's phone is in its copy, and an erasure empties it and keeps the name", async () => {
  const event = await buildEvent(stage.db, { title: 'Gor Mahia vs AFC' })
  const seller = await buildSeller(stage.db, event, { percent: 7.25 })
  const other = await buildSeller(stage.db, event, { number: 28, name: 'Otieno' })
  expect(await isPhoneStored(stage.db, seller.phone)).toBe(true)
  expect(await isPhoneStored(stage.db, newPhone())).toBe(false)
  const copy = (await exportData(stage.deps, seller.phone, 'staff')) as Record<string, unknown>
  const row = { event: 'Gor Mahia vs AFC', name: 'Achieng', number: 27, phone: seller.phone }
  expect(copy.seller_of).toMatchObject([{ ...row, percent: 7.25, kes_per_ticket: 0, visits: 0 }])
  await eraseData(stage.deps, seller.phone, 'staff')
  expect(await tablesWith(stage, seller.phone)).toEqual([])
  expect(await readSeller(seller.id)).toEqual({ name: 'Achieng', phone: null, number: 27 })
  expect(await readSeller(other.id)).toMatchObject({ name: 'Otieno', phone: other.phone })
})

test('names and phones of sellers are removed with the buyers of an event, after their term', async () => {
  const day = (days: number) =>
    new Date(stage.clock.now().getTime() - KEPT_FOR.accounts.ms - days * DAY_MS)
  const build = async (days: number) => {
    const event = await buildEvent(stage.db)
    await sql`update event set date = ${day(days)} where id = ${event.id}`.execute(stage.db)
    return await buildSeller(stage.db, event)
  }
  const past = await build(2)
  const recent = await build(-2)
  await stage.sweep(['sales past their term'])
  expect(await readSeller(past.id)).toEqual({ name: 'Erased', phone: null, number: 27 })
  expect(await readSeller(recent.id)).toMatchObject({ name: 'Achieng', phone: recent.phone })
})
