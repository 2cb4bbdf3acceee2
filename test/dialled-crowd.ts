import { randomUUID } from 'node:crypto'
import { newPhone } from './build.ts'

/**
 * Posts one turn of a session as the gateway does. Returns the reply, or throws if the status is
 * not 200.
 */
type Gateway = (fields: Record<string, string>) => Promise<string>

type Buyers = {
  count: number
  /**
   * The event's code, which each buyer types into the menu. Each buyer buys one ticket of the first
   * type.
   */
  code: string
  post: Gateway
  /** Waits for the time that a person needs to read a screen and type. */
  think: () => Promise<unknown>
  /** Whether the gateway posts each turn twice at the same time. */
  isRepeated?: boolean
}

export type Heard = {
  /** The duration of each turn, in ms. */
  took: number[]
  /** The phones for which a prompt was announced. */
  prompted: string[]
  soldOut: number
  /** Replies that no session should ever get. */
  strange: string[]
  mostOpen: number
}

const LAST_INPUTS = ['1', '1', '1']

/**
 * Simulates `count` phones that buy concurrently, each from dialling the code to the last screen.
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
    if (/enter your PIN/.test(screen)) heard.prompted.push(phone)
    else if (/sold out|being bought right now/.test(screen)) heard.soldOut += 1
    else heard.strange.push(screen)
  }
  await Promise.all(Array.from({ length: buyers.count }, walk))
  return heard
}

/**
 * Plays one session. Returns the last screen, which announces the prompt, or the first unexpected
 * screen.
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
