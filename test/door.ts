// A gate phone that sells at the door.
import { randomUUID } from 'node:crypto'
import { buildCode, type EventSpec, newPhone } from './build.ts'
import type { Gate } from './gate.ts'
import { pairPhone } from './gate-phone.ts'
import { callApi } from './http.ts'
import { readStock } from './purchase.ts'

/** Builds an event with a gate phone that may sell. By default a sale is of the first type. */
export async function openDoor(
  gate: Gate,
  types: NonNullable<EventSpec['types']>,
  more: EventSpec = {},
) {
  const event = await gate.build({
    ...more,
    types: types.map((type) => ({ capacity: 50, ...type })),
  })
  const phone = await pairPhone({ ...gate, event }, { name: 'North', may_sell: true })
  const typeIds = event.types.map(({ id }) => id)
  const sale = (more: object = {}) => ({
    ...{ ticket_type_id: typeIds[0]!, quantity: 1, phone: newPhone(), method: 'cash' },
    ...{ nonce: randomUUID(), ...more },
  })
  const give = (more: object = {}) => sale({ method: 'free', amount: 0, ...more })
  const code = (spec: Parameters<typeof buildCode>[2]) => buildCode(gate.stage.db, event, spec)
  const setRules = (rules: object) =>
    gate.stage.db
      .insertInto('entry_rule')
      .values({ event_id: event.id, ...rules })
      .execute()
  const sell = async (payload: object) =>
    await callApi(gate.stage, {
      ...{ method: 'POST', url: '/api/gate/sales', headers: phone.headers, payload },
    })
  const readOrders = async () => {
    const orders = gate.stage.db.selectFrom('order').where('event_id', '=', event.id)
    return await orders.select(['id', 'amount_cents', 'payment_method', 'sold_by']).execute()
  }
  const stock = (type = 0) => readStock(gate.stage, typeIds[type]!)
  return { event, phone, typeIds, sale, give, code, setRules, sell, readOrders, stock }
}

/** The refusal of a sale whose sum has changed. `amount` is the current sum. */
export const changed = (amount: number) => ({
  status: 409,
  body: { code: 'amount_changed', amount },
})
