import type { Draw } from './draw.ts'
import type { Shop } from './processes.ts'

/** A USSD screen on the sandbox's phone. */
type Screen = { session_id: string | null; screen: string; open: boolean }

/** A purchase that a caller wants to make by USSD. `digits` are the digits of a promo code. */
type Wish = { code: string; type: string; quantity: number; digits?: string }

/** Presses the keys of one phone through the sandbox's control API. */
export function dialler({ sandboxOrigin }: Pick<Shop, 'sandboxOrigin'>, msisdn: string) {
  const url = `${sandboxOrigin}/phones/${msisdn}/ussd`
  const ask = async (method: string, body?: object): Promise<Screen | null> => {
    const answer = await fetch(url, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    // 409: the session has ended or is busy, or the phone shows a prompt or another session.
    if (answer.status === 409) return null
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${await answer.text()}`)
    return (await answer.json()) as Screen
  }
  return {
    dial: (dialled: string) => ask('POST', { dial: dialled }),
    type: ({ session_id }: Screen, input: string) => ask('POST', { session_id, input }),
    hangUp: () => ask('DELETE'),
  }
}

type Dialler = ReturnType<typeof dialler>

/**
 * Enters inputs until the screen contains this text. Returns null if the session ends earlier, if
 * an order is refused, or after MOST_TURNS inputs.
 */
export async function goOnTo(
  phone: Dialler,
  first: Screen | null,
  wish: Wish,
  goal: RegExp,
): Promise<Screen | null> {
  let shown = first
  for (let turn = 0; shown && turn < MOST_TURNS; turn++) {
    if (goal.test(shown.screen)) return shown
    if (!shown.open || REFUSED.test(shown.screen)) return null
    shown = await phone.type(shown, inputFor(shown.screen, wish))
  }
  return null
}

/** Matches the last screen, which the phone shows after the prompt was sent. */
export const PROMPTED = /enter your PIN/
/** Matches the last screen of an order of free tickets. */
const GOT = /tickets? comes? by SMS/
/**
 * The maximum number of sessions for a purchase: a caller dials again after a session was cut off
 * or refused by a slow machine.
 */
export const CALLS = 12

/**
 * Plays a caller. If a session is cut off, the caller dials again: either the event's code or the
 * menu. Returns true once the caller has seen the last screen.
 */
export async function buyByUssd(phone: Dialler, wish: Wish, draw: Draw): Promise<boolean> {
  for (let call = 0; call < CALLS; call++) {
    const first = await phone.dial(draw.pick(['*265*25#', `*265*25*${wish.code}#`]))
    if (await goOnTo(phone, first, wish, PROMPTED)) return true
    await phone.hangUp()
  }
  return false
}

/** Like CALLS, for tickets that may be sold out: a caller then dials fewer times. */
const CALLS_FOR_FEW = 3

/** Gets free tickets, or buys with a code. Returns true once the caller has seen the last screen. */
export async function getByUssd(phone: Dialler, wish: Wish): Promise<boolean> {
  const promo = wish.digits ? `*${wish.digits}` : ''
  for (let call = 0; call < CALLS_FOR_FEW; call++) {
    const first = await phone.dial(`*265*25*${wish.code}${promo}#`)
    if (await goOnTo(phone, first, wish, wish.digits ? PROMPTED : GOT)) return true
    await phone.hangUp()
  }
  return false
}

/** Gives the caller's ticket back. Returns true once the caller has read the confirmation. */
export async function returnByUssd(phone: Dialler): Promise<boolean> {
  for (let call = 0; call < CALLS_FOR_FEW; call++) {
    let shown = await phone.dial('*265*25#')
    for (let turn = 0; shown && turn < MOST_TURNS; turn++) {
      const { screen } = shown
      const isReturned = screen.includes('You returned the ticket')
      if (isReturned || !shown.open || /no upcoming tickets|not valid/.test(screen)) {
        await phone.hangUp()
        return isReturned
      }
      shown = await phone.type(shown, returnInput(screen))
    }
    await phone.hangUp()
  }
  return false
}

/** The next input on the way from the menu to the first ticket, its return and confirmation. */
function returnInput(screen: string): string {
  const row = rowOf(screen, 'Return ticket') ?? rowOf(screen, 'My tickets')
  return row ? row[0]! : / x\d+$/m.test(screen) ? '1' : '00'
}

const MOST_TURNS = 12
/**
 * Matches a refusal that is shown above the total again. Confirming the total would be refused once
 * more.
 */
const REFUSED = /is in progress|Too many M-PESA prompts|very busy right now/

function inputFor(screen: string, { code, type, quantity }: Wish): string {
  if (/enter an event code/.test(screen)) return code
  if (/How many\?/.test(screen)) return String(quantity)
  if (/Total KES| of \d+ (is|are) left/.test(screen)) return '1'
  if (/^Get \d+ free/m.test(screen)) return '1'
  const row = rowOf(screen, type) ?? rowOf(screen, 'More')
  return row && !/\((sold out|taken now)\)/.test(row) ? row[0]! : '00'
}

const rowOf = (screen: string, label: string) =>
  screen.split('\n').find((line) => /^\d /.test(line) && line.slice(2).startsWith(label))
