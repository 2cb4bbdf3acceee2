import { randomUUID } from 'node:crypto'
import { buildAccount } from '../accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { pay, prompted } from '../purchase.ts'
import type { Stage } from '../stage.ts'
import { addMember } from '../team.ts'

/** Ids of an organizer's rows, used as parameters by the calls of the access table. */
export type Belongings = {
  /** A published event with one issued order. */
  eventId: string
  ticketTypeId: string
  orderId: string
  /** The order's only line. The list of transactions has a row for this line. */
  lineId: string
  ticketNumber: string
  receipt: string
  /** An unpublished event. */
  draftId: string
  /** A gate phone that is not paired. */
  gatePhoneId: string
  /** Complimentary tickets of the event, without guests. */
  batchId: string
  allotmentId: string
  /** A member of the organizer's team, and an invitation to it. */
  memberId: string
  invitationId: string
  /** The organizer's account. */
  organizerId: string
}

export type Owner = Awaited<ReturnType<typeof buildOwner>>

/** Builds an organizer with a draft and with an event that has sold a ticket. */
export async function buildOwner(stage: Stage) {
  const account = await buildAccount(stage)
  const phone = newPhone()
  const email = `buyer-${randomUUID()}@lango.test`
  const draftTitle = `Draft ${randomUUID()}`
  const event = await buildEvent(stage.db)
  const draft = await buildEvent(stage.db, { title: draftTitle, published: false })
  await stage.db
    .updateTable('event')
    .set({ organizer_id: account.id })
    .where('id', 'in', [event.id, draft.id])
    .execute()
  const order = await prompted(stage, event, [1], { phoneNumber: phone, email })
  const receipt = `TKX${randomUUID().slice(0, 7).toUpperCase()}`
  await pay(stage, order, receipt)
  const ticket = await stage.db
    .selectFrom('ticket')
    .select(['number', 'order_line_id'])
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const belongings: Belongings = {
    eventId: event.id,
    ticketTypeId: event.types[0]!.id,
    orderId: order.orderId,
    lineId: ticket.order_line_id,
    ticketNumber: ticket.number,
    receipt,
    draftId: draft.id,
    gatePhoneId: await makeGatePhone(stage, account.id, event.id),
    ...(await makeComplimentary(stage, account.id, event)),
    ...(await makeTeam(stage, account.id)),
    organizerId: account.id,
  }
  // Texts that no reply to another organizer may contain.
  return { account, belongings, secrets: [phone, phone.slice(3), email, draftTitle] }
}

export async function makeGatePhone(
  stage: Stage,
  made_by: string,
  event_id: string,
): Promise<string> {
  const id = randomUUID()
  await stage.db.insertInto('gate_phone').values({ id, made_by, event_id, name: 'East' }).execute()
  return id
}

async function makeTeam(stage: Stage, organizerId: string) {
  const { id: accountId } = await buildAccount(stage)
  const [memberId] = await addMember(stage, accountId, { organizerId, role: 'promoter' })
  const invitationId = randomUUID()
  const email = `${invitationId}@lango.test`
  const [now, hash] = [stage.clock.now(), Buffer.from(invitationId)]
  await stage.db
    .insertInto('invitation')
    .values({
      ...{ id: invitationId, token_hash: hash, organizer_id: organizerId, email },
      ...{ role: 'editor', invited_by: organizerId },
      ...{ created_at: now, expires_at: new Date(now.getTime() + 86_400_000) },
    })
    .execute()
  return { memberId: memberId!, invitationId }
}

async function makeComplimentary(stage: Stage, made_by: string, event: BuiltEvent) {
  const row = { event_id: event.id, made_by, made_at: stage.clock.now() }
  const [batchId, allotmentId] = [randomUUID(), randomUUID()]
  await stage.db
    .insertInto('complimentary_batch')
    .values({ ...row, id: batchId, request_fingerprint: '' })
    .execute()
  const ended = { ends_at: row.made_at, ended_at: row.made_at }
  const places = { ticket_type_id: event.types[0]!.id, name: 'Brookside', quantity: 1 }
  await stage.db
    .insertInto('allotment')
    .values({ ...row, ...ended, ...places, id: allotmentId, token: randomUUID() })
    .execute()
  return { batchId, allotmentId }
}

/** Ids that match the format of an organizer's belongings but belong to no row. */
export function belongingsOfNobody(id: () => string): Belongings {
  return {
    eventId: id(),
    ticketTypeId: id(),
    orderId: id(),
    lineId: id(),
    ticketNumber: '0000000000000000',
    receipt: 'TKX0000000',
    draftId: id(),
    gatePhoneId: id(),
    batchId: id(),
    allotmentId: id(),
    memberId: id(),
    invitationId: id(),
    organizerId: id(),
  }
}
