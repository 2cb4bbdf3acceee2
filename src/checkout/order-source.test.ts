import { beforeAll, expect, it } from 'vitest'
import { type BuiltEvent, buildEvent, buildSeller } from '../../test/build.ts'
import { place } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()
let event: BuiltEvent

beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 100 }] })
  await buildSeller(stage.db, event, { number: 27 })
})

async function sourceOf(terms: object) {
  const { orderId } = await place(stage, event, [1], terms)
  const orders = stage.db.selectFrom('order').select('id').where('id', '=', orderId).execute()
  expect(await orders).toHaveLength(1)
  return await stage.db
    .selectFrom('order_source')
    .select(['utm_source', 'utm_medium'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

// spec: seller-link
it.each([40_000, 1e15, -1, 9, 100])(
  'a purchase with the seller %d has no seller',
  async (seller) => {
    expect(await sourceOf({ seller })).toBeUndefined()
  },
)

// spec: seller-link
it('a purchase keeps at most 40 characters of a word of the link, and none cut in half', async () => {
  const source = `${'x'.repeat(39)}🎉🎉`
  const utm = { source, medium: 'half \ud83c' }
  expect(await sourceOf({ seller: 27, utm })).toEqual({
    utm_source: `${'x'.repeat(39)}🎉`,
    utm_medium: null,
  })
  const long = await sourceOf({ utm: { source: '🎉'.repeat(3000) } })
  expect(long?.utm_source).toBe('🎉'.repeat(40))
})
