import { expect } from 'vitest'
import { buildEvent } from './build.ts'
import type { Dialled } from './dialler.ts'
import { newReceipt, pay, prompted } from './purchase.ts'
import type { Stage } from './stage.ts'
import { sendOn } from './transfers.ts'

/** A ticket that one phone bought and transferred to a second phone. */
export type Passed = {
  eventId: string
  sent: string
  held: string
  /** The phone that holds the ticket now. */
  friend: string
  isCancelled: boolean
}

export async function passOn(
  stage: Stage,
  round: number,
  [buyer, friend]: { dialler: { phone: string } }[],
): Promise<Passed> {
  const event = await buildEvent(stage.db, { title: `Gamma ${round}`, types: [{ name: 'Held' }] })
  const order = await prompted(stage, event, [2], { phoneNumber: buyer!.dialler.phone })
  await pay(stage, order, newReceipt())
  await stage.runJobs()
  const bought = stage.db.selectFrom('ticket').select('number').where('event_id', '=', event.id)
  const { number: sent } = await bought.executeTakeFirstOrThrow()
  const { phone } = friend!.dialler
  const [held] = await sendOn(stage, sent, { phone })
  return { eventId: event.id, sent, held: held!, friend: phone, isCancelled: false }
}

/**
 * A turn of a session: the phone, the screen that it showed, and its input. The input is '' for
 * dialling.
 */
type Answered = { phone: string; screen: string; input: string }

/**
 * Expects that only the holder's phone shows the ticket number, and that checking each number gives
 * the right result.
 */
export function expectTickets(
  { sent, held, friend, isCancelled }: Passed,
  { phone, screen, input }: Answered,
  now: Dialled,
): void {
  const ending = /\n(?:No|Na)\. \.\.\.([0-9A-Z]{4})\n/.exec(now.screen)?.[1]
  if (ending !== undefined) expect([ending, phone]).toEqual([held.slice(-4), friend])
  // In the list of tickets some text follows the day, unlike in the list of events.
  const listed = /^1 Gamma \d+ \d+ \w+ (.+)\n/.exec(now.screen)?.[1]
  if (listed !== undefined) {
    const state = isCancelled ? /^(not valid|si halali)$/ : /^x2$/
    expect(listed).toMatch(phone === friend ? state : /^(sent|imetumwa)$/)
  }
  expect(now.screen).not.toMatch(/^(You have no upcoming tickets|Huna tiketi)/)
  if (!/^(Enter the 16|Weka herufi)/.test(screen)) return
  if (input === sent) expect(now.screen).toMatch(/^(Not valid: it was tr|Si halali: ilih)/)
  if (input !== held) return
  const said = isCancelled ? /^(No longer valid|Si halali tena)/ : /^(Genuine and|Ni halisi, na)/
  expect(now.screen).toMatch(said)
}
