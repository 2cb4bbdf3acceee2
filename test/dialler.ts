import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newPhone } from './build.ts'
import type { Stage } from './stage.ts'

export type Dialled = { isOpen: boolean; screen: string }

/** A phone with its operator's gateway, which posts a session in the format of Africa's Talking. */
export function makeDialler(stage: Pick<Stage, 'app' | 'env'>, phone = newPhone()) {
  let sessionId = ''
  let text = ''
  let serviceCode = '*265*25#'

  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await stage.app.inject({
      method: 'POST',
      url: `/cb/u/${stage.env.ussdToken}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    return answer.body
  }
  const turn = async (): Promise<Dialled> => {
    const phoneNumber = `+${phone}`
    const body = await post('', { sessionId, serviceCode, phoneNumber, networkCode: '63902', text })
    const [, kind, screen] = /^(CON|END) ([\s\S]*)$/.exec(body) ?? []
    if (!kind) throw new Error(`no screen: ${body}`)
    return { isOpen: kind === 'CON', screen: screen! }
  }
  return {
    phone,
    /**
     * Begins a session. `behind` is the text dialled after our code. Some gateways send it as part
     * of the service code, some as input.
     */
    dial: async (behind = '', code = '*265*25#') => {
      sessionId = `ATUid_${randomUUID()}`
      text = behind
      serviceCode = code
      return await turn()
    },
    type: async (input: string) => {
      text = text === '' ? input : `${text}*${input}`
      return await turn()
    },
    /** Posts the last turn again. */
    again: turn,
    /** Posts the gateway's notification that the session has ended. */
    end: async (status: string) => {
      await post('/end', { sessionId, serviceCode, phoneNumber: `+${phone}`, status, input: text })
    },
    sessionId: () => sessionId,
  }
}

export type Dialler = ReturnType<typeof makeDialler>

/** Returns the digit before this label. Throws if the screen has no such row. */
export function digitOf({ screen }: Dialled, label: string): string {
  const line = screen.split('\n').find((one) => /^\d /.test(one) && one.slice(2).startsWith(label))
  if (!line) throw new Error(`no '${label}' on: ${screen}`)
  return line[0]!
}

/** The event's code, as callers type it. */
export async function dialCodeOf({ db }: Pick<Stage, 'db'>, eventId: string): Promise<string> {
  const { dial_code } = await db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return String(dial_code)
}

/**
 * Dials the event's code and orders two tickets of its first type. Ends before the PIN is entered.
 */
export async function dialOrder(stage: Stage, event: { id: string }) {
  const code = await dialCodeOf(stage, event.id)
  const phone = makeDialler(stage)
  await phone.dial()
  for (const typed of [code, '1', '2']) await phone.type(typed)
  expect((await phone.type('1')).screen).toMatch(/enter your PIN/)
  return phone
}
