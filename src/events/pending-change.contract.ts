import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'

const Instant = nullable(Type.String())

/** 'after_event': nothing is paid out to the organizer before the morning after the event. */
export const PayoutRelease = Type.Union([Type.Literal('after_event'), Type.Literal('any_time')])
export type PayoutRelease = Type.Static<typeof PayoutRelease>

/** A step that is waiting for approval; with an id if it changes a stored step. */
const PendingStep = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.String(),
  price: Type.Number(),
  starts_at: Instant,
  ends_at: Instant,
  quantity: nullable(Type.Integer()),
})

/** The part of an organizer's change of a published event that is waiting for approval. */
export const PendingChange = Type.Object({
  title: Type.Optional(Type.String()),
  /** The address of the picture. */
  image: Type.Optional(Type.String()),
  price: Type.Optional(Type.Number()),
  date: Type.Optional(Type.String()),
  time: Type.Optional(Type.String()),
  location: Type.Optional(Type.String()),
  fees_on_top: Type.Optional(Type.Boolean()),
  payout_release: Type.Optional(PayoutRelease),
  /** The changed fields of types with their ids, and added types without an id. */
  ticket_types: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        price: Type.Optional(Type.Number()),
        is_free: Type.Optional(Type.Boolean()),
        /** Null: buyers no longer choose the price. */
        lowest: Type.Optional(nullable(Type.Number())),
        suggested: Type.Optional(nullable(Type.Number())),
        highest: Type.Optional(nullable(Type.Number())),
        is_hidden: Type.Optional(Type.Boolean()),
        sold_at_door: Type.Optional(Type.Boolean()),
        sold_in: Type.Optional(Type.Integer()),
        max_per_order: Type.Optional(Type.Integer()),
        min_per_order: Type.Optional(Type.Integer()),
        kind: Type.Optional(Type.Union([Type.Literal('entry'), Type.Literal('add_on')])),
        /** Null: the type leaves its pool. */
        pool_id: Type.Optional(nullable(Type.String())),
        /** The name of a pool that waits for approval as well. */
        pool: Type.Optional(Type.String()),
        quantity: Type.Optional(Type.Integer()),
        day_numbers: Type.Optional(Type.Array(Type.Integer())),
        once_in_all: Type.Optional(Type.Boolean()),
        type_offset: Type.Optional(Type.Integer()),
        gate_ids: Type.Optional(Type.Array(Type.String())),
        sale_from: Type.Optional(Type.String()),
        sale_until: Type.Optional(Type.String()),
        price_steps: Type.Optional(Type.Array(PendingStep)),
      }),
    ),
  ),
  removed_types: Type.Optional(Type.Array(Type.String())),
  /** The changed fields of pools with their ids, and added pools without an id. */
  pools: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        quantity: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  /** The days that are added or changed. */
  days: Type.Optional(
    Type.Array(Type.Object({ n: Type.Integer(), date: Type.String(), time: Type.String() })),
  ),
  removed_days: Type.Optional(Type.Array(Type.Integer())),
  removed_pools: Type.Optional(Type.Array(Type.String())),
})
export type PendingChange = Type.Static<typeof PendingChange>
