import { abortAfter } from '../../../ui/abort-after.ts'
import { type Answer, callApi, jsonPost } from '../../../ui/api.ts'
import type { GateSaleRequest } from '../../door-sales/gate-sale.contract.ts'
import type { GateCheckIn, GateDecision, GateList, Paired } from '../../gate.contract.ts'
import { LIST_FORM } from '../../list/ticket-list.rules.ts'

/** In ms. Short, because people are waiting at the gate. */
const PATIENCE_MS = 1500
const CONTACT_MS = 15_000

/** The first list of a full stadium has 600 kB, which takes long on a slow network. */
const LIST_MS = 60_000

async function ask<T>(path: string, init: RequestInit, withinMs: number): Promise<Answer<T>> {
  const signal = abortAfter(withinMs)
  return await callApi<T>((url, more) => fetch(url, { ...more, signal }), path, {
    ...init,
    cache: 'no-store',
    credentials: 'omit',
  })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export function pair(code: string): Promise<Answer<Paired>> {
  return ask('/api/gate/pair', jsonPost({ code, list_form: LIST_FORM }), CONTACT_MS)
}

export function fetchList(token: string, tells: Record<string, string>): Promise<Answer<GateList>> {
  return ask(`/api/gate/list?${new URLSearchParams(tells)}`, { headers: bearer(token) }, LIST_MS)
}

export function checkIn(token: string, request: GateCheckIn): Promise<Answer<GateDecision>> {
  return ask('/api/gate/check_ins', jsonPost(request, bearer(token)), PATIENCE_MS)
}

const SIGN_OFF_MS = 5000

/** Signs the phone off at the server. `unsent` is the number of queued check-ins that are lost. */
export function signOff(token: string, unsent: number): Promise<Answer<unknown>> {
  return ask('/api/gate/sign_off', jsonPost({ unsent }, bearer(token)), SIGN_OFF_MS)
}

export type Decisions = { check_ins: GateDecision[] }

export function sendCheckIns(token: string, rows: GateCheckIn[]): Promise<Answer<Decisions>> {
  return ask('/api/gate/check_ins', jsonPost({ check_ins: rows }, bearer(token)), CONTACT_MS)
}

export type FoundTicket = {
  ticket_number: string
  ticket_type: string
  admits: number
  left: number
  gate: string
  state: string
  /** The day to which the holder is sent, if the ticket does not let in today. */
  day_date?: string
  answer?: string
}

export type Found = { data: FoundTicket[]; question?: string }

export function findTickets(token: string, q: string): Promise<Answer<Found>> {
  const query = new URLSearchParams({ q })
  return ask(`/api/gate/find?${query}`, { headers: bearer(token) }, CONTACT_MS)
}

export type SaleMethod = GateSaleRequest['method']

/** Without `amount`, a sale with a code is refused with its sum and sells nothing. */
type DoorSale = {
  ticket_type_id: string
  quantity: number
  amount?: number
  price?: number
  promo_code?: string
  phone: string
  method: SaleMethod
  nonce: string
  admit: boolean
  gate_id: string | null
}

export type SaleNews = {
  status: string
  message?: string
  order_id?: string
  /** While the sale is pending: its phase, and the seconds until the prompt ends. */
  phase?: string
  seconds_left?: number | null
  transaction?: { amount: number; phone: string }
  check_ins?: { result: string; message: string }[]
}

export function sell(token: string, sale: DoorSale): Promise<Answer<SaleNews>> {
  return ask('/api/gate/sales', jsonPost(sale, bearer(token)), CONTACT_MS)
}

export function readSale(token: string, orderId: string): Promise<Answer<SaleNews>> {
  const path = `/api/gate/sales/${encodeURIComponent(orderId)}`
  return ask(path, { headers: bearer(token) }, CONTACT_MS)
}
