import { DEFAULT_GATE } from '../../events/event.rules.ts'
import {
  type FeeTerms,
  feeOfUnit,
  feeTermsNow,
  priceFor,
  priceList,
  toPriceReply,
} from '../../events/price.rules.ts'
import { assert } from '../../platform/assert.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { isoText } from '../../platform/values/nairobi.rules.ts'
import { doorsAt } from '../days.rules.ts'
import type { GateEvent } from '../gate.contract.ts'
import { type GateEventRow, selectGateEvent } from './gate-event.sql.ts'

/** The event as a gate phone sees it, and what one ticket of each type costs now, in cents. */
export async function readGateEvent(
  db: Db,
  eventId: string,
  { env, now }: { env: Pick<Deps['env'], 'serviceFee'>; now: Date },
): Promise<{ event: GateEvent; prices: Record<string, number> }> {
  const row = await selectGateEvent(db, eventId, now)
  assert(row, `there is no event ${eventId}`)
  const gates = [
    { n: 0, id: null, name: DEFAULT_GATE, is_stopped: row.is_default_stopped },
    ...row.gates.map((gate, index) => ({ n: index + 1, ...gate })),
  ]
  const placeOf = new Map<string | null, number>(gates.map(({ id, n }) => [id, n]))
  const fee = feeTermsNow(row.fee, env.serviceFee)
  const types = row.types.map((type) => ({ type, ...priceNow(type, fee, now) }))
  const extras = types.filter(({ type }) => type.kind === 'add_on')
  const toReply = ({ type, fields }: (typeof types)[number]) => ({
    id: type.id,
    type_offset: type.type_offset,
    name: type.name,
    ...fields,
    ...doorFields(type),
    gates: type.gate_ids.map((id) => placeOf.get(id) ?? 0),
    ...(type.sold_in > 1 && { sold_in: type.sold_in }),
    ...(type.min_per_order > 1 && { min_per_order: type.min_per_order }),
    ...(row.days.length > 0 && { day_numbers: type.day_numbers }),
    ...(type.once_in_all && { once_in_all: true }),
  })
  const event = {
    id: row.id,
    title: row.title,
    date: row.date,
    time: row.time,
    doors_at: new Date(doorsAt(row)).toISOString(),
    is_cancelled: row.cancelled_at !== null,
    any_gate_from: isoText(row.any_gate_from),
    may_leave: row.may_leave,
    ...(row.has_codes && { has_codes: true }),
    gates,
    types: types.filter(({ type }) => type.kind === 'entry').map(toReply),
    ...(extras.length > 0 && { extras: extras.map(toReply) }),
    ...(row.days.length > 0 && { days: row.days }),
  }
  return { event, prices: Object.fromEntries(types.map(({ type, cents }) => [type.id, cents])) }
}

function priceNow(type: GateEventRow['types'][number], fee: FeeTerms, now: Date) {
  const prices = priceList(type, feeOfUnit(fee, type.sold_in))
  const { price_cents, fee_cents } = priceFor(prices, 1, now.getTime())
  const [sale_from, sale_until] = [isoText(type.sale_from), isoText(type.sale_until)]
  const fields = {
    price: toKes(price_cents),
    ...(fee_cents > 0 && { fee: toKes(fee_cents) }),
    ...(type.steps.length > 0 && { prices: prices.map(toPriceReply) }),
    ...(sale_from !== null && { sale_from }),
    ...(sale_until !== null && { sale_until }),
  }
  return { cents: price_cents, fields }
}

function doorFields(type: GateEventRow['types'][number]) {
  const { is_free, lowest_cents, suggested_cents, highest_cents, sold_at_door } = type
  return {
    ...(is_free && { is_free }),
    ...(lowest_cents !== null && { lowest: toKes(lowest_cents) }),
    ...(suggested_cents !== null && { suggested: toKes(suggested_cents) }),
    ...(highest_cents !== null && { highest: toKes(highest_cents) }),
    ...(!sold_at_door && { sold_at_door }),
  }
}
