import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

/** A ticket that lets people in. */
export const DoorTicket = Type.Object({
  number: Type.String(),
  ticket_type: Type.String(),
  /** The number of people that the ticket still admits, without refunded and transferred people. */
  admits: Type.Integer(),
  /** How many of them are inside. Absent if none is. */
  inside: Type.Optional(Type.Integer()),
  gate: Type.String(),
  /** The last three digits of the holder's phone; '' once the number was erased. */
  phone_end: Type.String(),
  /** The name with which a complimentary ticket was given; '' for other tickets. */
  guest: Type.String(),
  /** 'Parking ×1' at the first ticket of a phone that bought add-ons; otherwise ''. */
  add_ons: Type.String(),
  /** The answers of the ticket's people to the question at the door; '' if there is no question. */
  answer: Type.String(),
  /** The dates on which the ticket is valid. Absent in an event of one day. */
  dates: Type.Optional(Type.Array(Type.String())),
})
export type DoorTicket = Type.Static<typeof DoorTicket>

export const DoorListQuery = Type.Object({
  /** The number of a day, for the tickets that let in on this day only. Absent for all tickets. */
  day: Type.Optional(Type.String({ maxLength: 2 })),
})
export type DoorListQuery = Type.Static<typeof DoorListQuery>

/** All tickets of an event that are valid for entry, sorted by number. */
export const DoorList = Type.Object({
  /** The question whose answers the door may read; null if the organizer chose no question. */
  question: nullable(Type.String()),
  tickets: Type.Array(DoorTicket),
})
export type DoorList = Type.Static<typeof DoorList>
