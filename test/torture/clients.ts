import { readFileSync } from 'node:fs'
import type { CheckInReply } from '../../src/checkin/checkin.contract.ts'
import type { OrderReply, OrderRequest } from '../../src/checkout/checkout.contract.ts'
import type { Shop } from './processes.ts'
import { LIMIT_MS, waitFor } from './wait-for.ts'

const CALL_MS = 40_000
/**
 * The pause between two requests. Shorter pauses would take processor time from a server that is
 * starting.
 */
const ASK_AGAIN_MS = 100

type Reply<T> = { status: number; body: T }

/** Sends one request. Throws if the connection fails. */
async function call<T>(url: string, init: RequestInit = {}): Promise<Reply<T>> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) })
  return { status: answer.status, body: (await answer.json()) as T }
}

function json(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

export type ShopReply = Reply<OrderReply & { code?: string }>
export type Order = OrderRequest & { orderId: string }

/** Makes the requests of a buyer's browser. */
export function buyer({ origin }: Pick<Shop, 'origin'>) {
  const buy = (order: Order, headers: Record<string, string>): Promise<ShopReply> =>
    call(`${origin}/api/functions/mpesa`, json('POST', order, headers))
  const read = (id: string, seconds: number): Promise<ShopReply> =>
    call(`${origin}/api/orders/${id}?wait=${seconds}`)
  return {
    place: (order: Order) => buy(order, { prefer: 'respond-async' }),
    /** Places an order and waits for its result in the same call, as a simple script does. */
    buyAndWait: (order: Order) => buy(order, {}),
    /**
     * Places an order and repeats the request until a response arrives, like a browser that lost a
     * response.
     */
    placeUntilAnswered: (order: Order) =>
      untilAnswered('the order is answered', () => buy(order, { prefer: 'respond-async' })),
    read,
    /** Watches the order until it is settled, or until the buyer gives up. */
    follow: async (id: string, patienceMs: number): Promise<ShopReply> => {
      const end = Date.now() + patienceMs
      let reply = await read(id, 1)
      while (reply.status === 202 && Date.now() < end) reply = await read(id, 1)
      return reply
    },
    followUntilSettled: (id: string) =>
      waitFor(`the order ${id} is settled`, async () => {
        const reply = await read(id, 5).catch(() => null)
        return reply?.status === 200 ? reply.body : null
      }),
    tryAgain: (id: string, phoneNumber: string): Promise<ShopReply> =>
      call(`${origin}/api/orders/${id}/prompts`, json('POST', { phoneNumber })),
  }
}

/** Requests the check-in of one more person on this ticket, as a gate phone does. */
export function askGate(
  { origin, event }: Shop,
  headers: Record<string, string>,
  { number, nonce }: { number: string; nonce: string },
): Promise<Reply<CheckInReply>> {
  const body = { ticket_number: number, event_id: event.id, admits: 1, nonce }
  return call(`${origin}/api/check_ins`, json('POST', body, headers))
}

/** Sends a request of the back office. */
export function askShop<T>(
  { origin }: Pick<Shop, 'origin'>,
  asked: { method: string; path: string; headers: Record<string, string>; body?: object },
): Promise<Reply<T>> {
  const { method, path, headers, body } = asked
  return call(origin + path, body ? json(method, body, headers) : { method, headers })
}

/** Repeats a request, which must be safe to repeat, while the server is down or failing. */
export function untilAnswered<T>(what: string, ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const answered = async () => {
    const reply = await ask().catch(() => null)
    return reply && reply.status < 500 ? reply : null
  }
  return waitFor(what, answered, LIMIT_MS, ASK_AGAIN_MS)
}

export type LedgerRow = {
  /** 'push' and 'paybill' are payments to us, 'reversal' and 'b2c' are refunds. */
  kind: 'push' | 'paybill' | 'reversal' | 'b2c'
  receipt: string
  amount: number
  msisdn: string
  account_reference: string
  at: string
  /** The receipt of the payment that a Reversal refunded. */
  original_receipt?: string | null
  /** The id of the request for a B2C payment. It identifies the refund of the payment. */
  originator_conversation_id?: string | null
}

type Phone = {
  prompts: { id: string; amount: number }[]
  messages: { from: string; text: string }[]
}

export type FaultCounts = Record<string, Record<string, number>>

/** Calls the sandbox's control API. */
export function phones({ sandboxOrigin, sandboxState }: Shop) {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const { status, body } = await call<T>(sandboxOrigin + path, init)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    set: (
      phone: string,
      settings: { auto?: string | null; delay_ms?: number; balance_kes?: number },
    ) => ask<Phone>(`/phones/${phone}`, json('PUT', settings)),
    read: (phone: string) => ask<Phone>(`/phones/${phone}`),
    answer: (phone: string, prompt: string, body: { action: string; pin?: string }) =>
      ask(`/phones/${phone}/prompts/${prompt}`, json('POST', body)),
    /** Makes a payment by paybill. Returns M-Pesa's result code: '0' if the money was taken. */
    payByHand: async (paid: { msisdn: string; account: string; amount: number }) =>
      String(
        (await ask<{ result_code: string | number }>('/paybill', json('POST', paid))).result_code,
      ),
    /** Sets the balance of the account from which M-Pesa pays refunds. */
    fillUtility: (kes: number) => ask('/business', json('PUT', { utility_kes: kes })),
    setFaults: (plan: object) => ask('/faults', json('PUT', plan)),
    faultCounts: async () => (await ask<{ counts: FaultCounts }>('/faults')).counts,
    clearFaults: async () =>
      (await ask<{ counts: FaultCounts }>('/faults', { method: 'DELETE' })).counts,
    ledger: () => ask<LedgerRow[]>('/ledger'),
    promptCounts: () => countPrompts(sandboxState),
  }
}

/**
 * Counts accepted prompts per account number. Reads the sandbox's log, because the ledger does not
 * show a second prompt within two minutes.
 */
function countPrompts(file: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!line.startsWith('{"type":"prompt"') || !line.endsWith('}')) continue
    const { account_reference: code } = JSON.parse(line).prompt as { account_reference: string }
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}
