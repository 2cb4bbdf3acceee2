import { randomUUID } from 'node:crypto'
import { newPhone } from './build.ts'

/** Posts one turn as the gateway does. Returns the reply, or throws if the status is not 200. */
export type Gateway = (fields: Record<string, string>) => Promise<string>

export type Buyers = {
  count: number
  /** The event's code, typed into the menu. Its first ticket type is bought, one ticket each. */
  code: string
  post: Gateway
  /** The time that a person takes to read a screen and type. */
  think: () => Promise<unknown>
  /** Whether the gateway posts each turn twice at the same time. */
  isRepeated?: boolean
}

export type Heard = {
  /** The duration of each turn, in ms. */
  took: number[]
  /** The phones that were promised a prompt, and the phones that found the event sold out. */
  prompted: string[]
  soldOut: number
  /** Replies that no session should get. */
  strange: string[]
  mostOpen: number
}

const LAST_INPUTS = ['1', '1', '1']

/**
 * Simulates this many phones that buy concurrently, each from the dialled code to the last screen.
 */
export async function walkSessions(buyers: Buyers): Promise<Heard> {
  const heard: Heard = { took: [], prompted: [], soldOut: 0, strange: [], mostOpen: 0 }
  let open = 0
  const walk = async () => {
    await buyers.think()
    open += 1
    heard.mostOpen = Math.max(heard.mostOpen, open)
    const { phone, screen } = await walkOne(buyers, heard)
    open -= 1
    if (/type your PIN/.test(screen)) heard.prompted.push(phone)
    else if (/sold out/.test(screen)) heard.soldOut += 1
    else heard.strange.push(screen)
  }
  await Promise.all(Array.from({ length: buyers.count }, walk))
  return heard
}

/**
 * Plays one session. Returns the last screen: the announced prompt, or the first screen that leads
 * nowhere.
 */
async function walkOne({ code, post, think, isRepeated }: Buyers, { took }: Heard) {
  const phone = newPhone()
  const sessionId = `ATUid_${randomUUID()}`
  const inputs: string[] = []
  const turn = async () => {
    const fields = {
      sessionId,
      serviceCode: '*265*25#',
      phoneNumber: `+${phone}`,
      networkCode: '63902',
      text: inputs.join('*'),
    }
    const began = performance.now()
    const [screen = '', again = screen] = await Promise.all(
      Array.from({ length: isRepeated ? 2 : 1 }, () => post(fields)),
    )
    took.push(performance.now() - began)
    return screen === again ? screen : `two answers: ${screen}; ${again}`
  }
  let screen = await turn()
  for (const input of [code, ...LAST_INPUTS]) {
    await think()
    inputs.push(input)
    screen = await turn()
    if (!screen.startsWith('CON ') || /sold out/.test(screen)) break
  }
  return { phone, screen }
}
