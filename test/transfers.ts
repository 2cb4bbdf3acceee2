import { callApi } from './http.ts'
import type { Stage } from './stage.ts'

/** Requests a transfer over the API. */
export async function askToSend(stage: Stage, number: string, body: object, address = '10.1.0.1') {
  return await callApi(stage, {
    method: 'POST',
    url: `/api/tickets/${number}/transfers`,
    payload: body,
    remoteAddress: address,
  })
}

export async function sayCode(stage: Stage, id: string, code: string, address = '10.1.0.1') {
  return await callApi(stage, {
    method: 'POST',
    url: `/api/transfers/${id}/confirm`,
    payload: { code },
    remoteAddress: address,
  })
}

/** Returns the latest code sent for a transfer, and the phone that received it. */
export async function readCode(stage: Stage): Promise<{ code: string; phone: string }> {
  await stage.runJobs()
  const sms = stage.sent.findLast(({ body }) => /^\d{6} /.test(body))
  if (!sms) throw new Error('no code was sent')
  return { code: sms.body.slice(0, 6), phone: sms.phone }
}

/**
 * Requests and confirms a transfer. Returns the new ticket numbers, in the order of the receiving
 * phones.
 */
export async function sendOn(
  stage: Stage,
  number: string,
  body: object,
  address?: string,
): Promise<string[]> {
  const asked = await askToSend(stage, number, body, address)
  if (asked.status !== 202) throw new Error(`not sent: ${JSON.stringify(asked.body)}`)
  const { code } = await readCode(stage)
  const said = await sayCode(stage, asked.body.id, code, address)
  if (said.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(said.body)}`)
  await stage.runJobs()
  const rows = await stage.db
    .selectFrom('ticket_transfer_part as p')
    .innerJoin('ticket as k', 'k.id', 'p.ticket_id')
    .select('k.number')
    .where('p.transfer_id', '=', asked.body.id)
    .orderBy('p.position')
    .execute()
  return rows.map((row) => row.number)
}
