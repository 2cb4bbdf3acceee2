import { BadInput } from './check.ts'
import { type Dialled, readDialled } from './dial.rules.ts'
import type { Faults } from './faults.ts'
import { sessionId } from './ids.ts'
import { networkOf } from './networks.ts'
import type { SandboxOptions } from './options.ts'
import { gsmLength } from './parts.ts'
import { postForm } from './post-form.ts'
import type { Session, Status } from './session.ts'
import { notifyEnd } from './ussd-end.ts'
import type { Waits } from './waits.ts'

/** The maximum length of a session. */
const SESSION_MS = 180_000
/** The phone's message for all failures without an explanation from the network. */
export const NO_CONNECTION = 'Connection problem or invalid MMI code.'

interface UssdScreen {
  session_id: string | null
  screen: string
  open: boolean
}

interface Parts {
  options: SandboxOptions
  faults: Faults
  waits: Waits
}

function view({ id, screen, isOpen }: Session): UssdScreen {
  return { session_id: id, screen, open: isOpen }
}

/**
 * USSD sessions between phones and a service, in Africa's Talking's protocol. A restart ends all
 * sessions.
 */
export class Ussd {
  readonly #parts: Parts
  /** The latest session of each phone. */
  readonly #sessions = new Map<string, Session>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  isOpen(msisdn: string): boolean {
    return this.#sessions.get(msisdn)?.isOpen ?? false
  }

  onScreen(msisdn: string): UssdScreen | null {
    const session = this.#sessions.get(msisdn)
    return session ? view(session) : null
  }

  /** Starts a session. Returns its first screen. */
  async dial(msisdn: string, dialString: string): Promise<UssdScreen> {
    if (this.isOpen(msisdn)) throw new BadInput('dial: a session is open on this phone', 409)
    const dialled = this.#read(dialString)
    if (!dialled) return { session_id: null, screen: NO_CONNECTION, open: false }
    const session: Session = {
      id: sessionId(),
      msisdn,
      network: networkOf(msisdn),
      ...dialled,
      began: Date.now(),
      hops: 0,
      screen: '',
      isOpen: true,
      isBusy: false,
      lastReply: '',
      timers: [],
    }
    this.#sessions.set(msisdn, session)
    this.#endAfter(session, SESSION_MS, 'The session lasted too long')
    return await this.#turn(session)
  }

  /** Posts an input. Returns the next screen. */
  async input(msisdn: string, id: string, text: string): Promise<UssdScreen> {
    const session = this.#sessions.get(msisdn)
    if (session?.id !== id) throw new BadInput('session_id: no such session on this phone', 404)
    if (!session.isOpen) throw new BadInput('session_id: this session has ended', 409)
    if (session.isBusy) throw new BadInput('input: the screen has not come yet', 409)
    const { inputLength } = session.network
    if (text.length > inputLength) {
      throw new BadInput(`input: this network takes ${inputLength} characters`)
    }
    session.inputs.push(text)
    return await this.#turn(session)
  }

  /**
   * Ends a session, like the phone's red key. An input that was already sent still reaches the
   * service.
   */
  cancel(msisdn: string): UssdScreen | null {
    const session = this.#sessions.get(msisdn)
    if (!session) return null
    this.#end(session, 'Incomplete', 'Cancelled by the customer')
    return view(session)
  }

  #read(dialString: string): Dialled | undefined {
    const { faults, options } = this.#parts
    if (!options.ussdUrl || !options.ussdCode) return undefined
    const drawn = {
      split_root: faults.chance('ussd', 'split_root'),
      split_none: faults.chance('ussd', 'split_none'),
    }
    const usual = readDialled(options.ussdCode, dialString, 'code')
    if (!usual) return undefined
    for (const split of ['root', 'none'] as const) {
      const other = readDialled(options.ussdCode, dialString, split)
      if (!drawn[`split_${split}`] || other?.serviceCode === usual.serviceCode) continue
      faults.count('ussd', `split_${split}`)
      return other
    }
    return usual
  }

  async #turn(session: Session): Promise<UssdScreen> {
    const { faults, waits } = this.#parts
    session.isBusy = true
    // Stop the last screen's timer, but not the session's.
    session.timers.splice(1).forEach((stop) => {
      stop()
    })
    const cut = faults.strikes('ussd', 'cut')
    const repeat = faults.chance('ussd', 'repeat')
    const lost = faults.chance('ussd', 'reply_lost')
    const delayMs = faults.delay('ussd')
    if (cut) return this.#fail(session, 'Incomplete', 'The network cut the session')
    if (delayMs > 0) {
      faults.count('ussd', 'delay_ms')
      await waits.sleep(delayMs)
    }
    session.hops++
    if (repeat) faults.count('ussd', 'repeat')
    // With the fault `repeat` the request is sent twice, concurrently. The phone shows the second
    // reply.
    const replies = await Promise.all(
      Array.from({ length: repeat ? 2 : 1 }, () => this.#ask(session)),
    )
    session.isBusy = false
    if (!session.isOpen) return view(session)
    if (lost) {
      faults.count('ussd', 'reply_lost')
      return this.#fail(session, 'Failed', 'The reply was lost')
    }
    return this.#show(session, replies.at(-1))
  }

  #ask(session: Session): Promise<string | undefined> {
    const { options, waits } = this.#parts
    const { id, serviceCode, msisdn, network, inputs } = session
    const fields = {
      sessionId: id,
      serviceCode,
      phoneNumber: `+${msisdn}`,
      networkCode: network.code,
      text: inputs.join('*'),
    }
    return postForm(waits, options.ussdUrl ?? '', fields, options.ussdAnswerMs)
  }

  #show(session: Session, reply: string | undefined): UssdScreen {
    session.lastReply = reply ?? ''
    const read = /^(CON|END) ([\s\S]*)$/.exec(reply ?? '')
    if (reply === undefined) return this.#fail(session, 'Failed', 'No answer from the service')
    if (!read) return this.#fail(session, 'Failed', 'The answer begins with neither CON nor END')
    const [, kind, screen = ''] = read
    // Real networks cut, split or garble a screen that is too long, each in a different way. The
    // sandbox ends the session, so that tests notice such a screen.
    const length = gsmLength(screen)
    if (length === undefined) return this.#fail(session, 'Failed', 'A character outside GSM-7')
    if (length > session.network.screenLength) {
      return this.#fail(session, 'Failed', `A screen of ${length} characters`)
    }
    session.screen = screen
    if (kind === 'END') this.#end(session, 'Success')
    else this.#endAfter(session, session.network.idleMs, 'Nothing was typed in time')
    return view(session)
  }

  #endAfter(session: Session, ms: number, why: string): void {
    const { waits } = this.#parts
    const stop = waits.after(waits.scaled(ms), () => this.#fail(session, 'Incomplete', why))
    session.timers.push(stop)
  }

  #fail(session: Session, status: Status, why: string): UssdScreen {
    if (session.isOpen) session.screen = NO_CONNECTION
    this.#end(session, status, why)
    return view(session)
  }

  #end(session: Session, status: Status, why?: string): void {
    if (!session.isOpen) return
    session.isOpen = false
    session.isBusy = false
    for (const stop of session.timers.splice(0)) stop()
    void notifyEnd(this.#parts, session, status, why)
  }
}
