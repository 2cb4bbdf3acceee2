import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newPhone } from './build.ts'
import type { Stage } from './stage.ts'

export type Dialled = { isOpen: boolean; screen: string }

/** A phone and its operator's gateway, as Africa's Talking posts a session. */
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
    /** Begins a session; `behind` is what was dialled behind our code, wherever the gateway has it. */
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
    /** The same turn once more. */
    again: turn,
    /** The gateway's end notification. */
    end: async (status: string) => {
      await post('/end', { sessionId, serviceCode, phoneNumber: `+${phone}`, status, input: text })
    },
    sessionId: () => sessionId,
  }
}

export type Dialler = ReturnType<typeof makeDialler>

/** The digit before this label; throws where the screen has none such. */
export function digitOf({ screen }: Dialled, label: string): string {
  const line = screen.split('\n').find((one) => /^\d /.test(one) && one.slice(2).startsWith(label))
  if (!line) throw new Error(`no '${label}' on: ${screen}`)
  return line[0]!
}

/** Dials the event's own code and takes two tickets of its first type, until the PIN is to be typed. */
export async function dialOrder(stage: Stage, event: { id: string }) {
  const { dial_code } = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  const phone = makeDialler(stage)
  await phone.dial()
  for (const typed of [String(dial_code), '1', '2']) await phone.type(typed)
  expect((await phone.type('1')).screen).toMatch(/type your PIN/)
  return phone
}
