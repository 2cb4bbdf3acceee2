import { Type } from 'typebox'
import { SELLER_FIELDS } from '../../events/sellers/sellers.contract.ts'
import { nullable } from '../../platform/http/platform.contract.ts'
import { FIGURES } from './seller-figures.contract.ts'

const phone = Type.String({ maxLength: 40 })

export const SalesCodeRequest = Type.Object({ phone })
export const OwnSalesRequest = Type.Object({ phone, code: Type.String({ maxLength: 20 }) })

const { number, kind, value, ended_at } = SELLER_FIELDS

const OwnSale = Type.Object({
  event_id: Type.String(),
  event: Type.String(),
  date: nullable(Type.String()),
  ...{ number, kind, value, ended_at },
  ...FIGURES,
})
export type OwnSale = Type.Static<typeof OwnSale>

/** A seller's own figures, by event, the latest event first. Contains nothing about buyers. */
export const OwnSales = Type.Object({ data: Type.Array(OwnSale) })
export type OwnSales = Type.Static<typeof OwnSales>
