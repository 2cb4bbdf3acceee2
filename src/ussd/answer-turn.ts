import type { Language } from '../platform/values/language.rules.ts'
import { act } from './actions.ts'
import { ussdTimes } from './declarations.ts'
import { bareSum } from './event-screens.rules.ts'
import type { Turn } from './gateway-call.rules.ts'
import { type Move, moveOn, type ScreenRef, type State } from './navigation.rules.ts'
import { sellingTexts } from './selling.text.ts'
import { insertTurn, type SessionRow, selectSession } from './ussd.sql.ts'
import { ussdTexts } from './ussd.text.ts'
import { arrive, type Reached } from './views.ts'
import type { Arrival, UssdDeps } from './visit.ts'

/** Attempts per turn. A turn starts again if another turn of the session was written first. */
const TRIES = 5
const DIALLED_MAX = 6

/** Returns 'CON …' or 'END …'. Equal turns, even concurrent ones, get the same stored reply. */
export async function answerTurn(deps: UssdDeps, turn: Turn): Promise<string> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    // All screens of a turn are about one event, so the turn reads the event once.
    const reply = await tryTurn({ ...deps, seen: new Map() }, turn)
    if (reply !== null) return reply
  }
  throw new Error('too many turns of one USSD session at the same time')
}

/** Returns null if another turn of the session was written first. */
async function tryTurn(deps: UssdDeps, turn: Turn): Promise<string | null> {
  const { own, last, answer: storedReply } = await selectSession(deps.db, turn)
  if (storedReply !== null) return storedReply
  if (own && (own.state === null || own.phone !== turn.phone))
    return `END ${ussdTexts[own.language].over}`
  const { language, reached } = own?.state
    ? await handleTurn(deps, turn, { ...own, state: own.state })
    : await begin(deps, turn, last)
  const { path, screen } = reached
  const reply = `${screen.answers ? 'CON' : 'END'} ${screen.text}`
  const isWritten = await insertTurn(deps.db, {
    id: turn.sessionId,
    phone: turn.phone,
    language,
    dialled: own?.dialled ?? turn.typed,
    turns: (own?.turns ?? 0) + 1,
    typed: turn.typed,
    state: screen.answers && { path, ...screen.answers },
    order_id: orderAt(path.at(-1)!) ?? own?.order_id ?? null,
    answer: reply,
    now: deps.clock.now(),
  })
  return isWritten ? reply : null
}

type TurnResult = { language: Language; reached: Reached }

/** Handles a turn: first the action, which writes, then the screen, which only reads. */
async function handleTurn(
  deps: UssdDeps,
  { phone, typed }: Turn,
  own: SessionRow & { state: State },
): Promise<TurnResult> {
  const input = inputOf(own.typed, typed)
  const move = moveOn(own.state, input)
  const language = move?.speak ?? own.language
  const caller = { phone, language }
  const arrival = await act(deps, caller, arrivalOf(own, input, move))
  return { language, reached: await arrive(deps, caller, arrival) }
}

function arrivalOf(
  { state, language }: Pick<SessionRow, 'language'> & { state: State },
  input: string,
  move: Move | null,
): Arrival {
  if (move) return move
  return { path: state.path, notice: wrongInputNotice(state, input, language) }
}

function wrongInputNotice(
  { field }: Pick<State, 'field'>,
  input: string,
  language: Language,
): string {
  const texts = ussdTexts[language]
  if (field?.kind === 'phone') return texts.wrongPhone
  if (field?.kind === 'price') {
    return sellingTexts[language].wrongPrice(bareSum(field.lowest), bareSum(field.highest))
  }
  const isNumber = field?.kind === 'quantity' && /^[1-9]\d*$/.test(input.trim())
  if (!isNumber) return texts.unclear
  const { least = 1, max } = field
  return Number(input) < least ? sellingTexts[language].notFewer(least) : texts.atMost(max)
}

/**
 * The newest input. The gateway sends all inputs of the session, joined by '*', and an input may
 * itself contain a star. So the newest input is the text that follows the previous turn's text.
 */
function inputOf(before: string, typed: string): string {
  // If the first inputs of a session are blank, only their stars are left.
  if (before === '') return typed.replace(/^\*+/, '')
  return typed.startsWith(`${before}*`) ? typed.slice(before.length + 1) : ''
}

/** Resumes a dropped session, or follows the inputs that the caller dialled after the code. */
async function begin(deps: UssdDeps, turn: Turn, last: SessionRow | null): Promise<TurnResult> {
  const { phone, typed } = turn
  let language = last?.language ?? 'en'
  const left = last && resumePath(deps, last, typed)
  let reached = await arrive(deps, { phone, language }, { path: left ?? [{ at: 'menu' }] })
  if (left) return { language, reached }
  for (const input of typed.split('*').filter(Boolean).slice(0, DIALLED_MAX)) {
    const { path, screen, notice } = reached
    // A notice about the last input must be read before the next input counts.
    if (!screen.answers || notice !== undefined) break
    const state = { path, ...screen.answers }
    const move = moveOn(state, input)
    // Nothing is bought or sent before the caller has seen the screen that confirms it.
    if (move && isAction(move)) break
    const arrival = arrivalOf({ state, language }, input, move)
    language = move?.speak ?? language
    reached = await arrive(deps, { phone, language }, arrival)
  }
  return { language, reached }
}

/**
 * The path at which to resume: the path of the phone's last session if that session was dropped, or
 * the screen of the order that the session ended with. Null if the last session is too old, or if
 * the caller has dialled something else now.
 */
function resumePath(
  { clock, timeScale }: UssdDeps,
  { state, updated_at, dialled, order_id }: SessionRow,
  typed: string,
): ScreenRef[] | null {
  const age = clock.now().getTime() - updated_at.getTime()
  const isSame = typed === '' || typed === dialled
  if (!isSame || age >= ussdTimes(timeScale).resumeMs) return null
  // A session dropped at the menu has started no purchase, so there is nothing to resume, and the
  // dialled inputs apply as in a new session.
  if (state) return state.path.length > 1 || typed === '' ? state.path : null
  // A caller who dials an event's whole code wants to buy again rather than to see the last order.
  if (order_id === null || typed !== '') return null
  return [{ at: 'menu' }, { at: 'order', id: order_id }]
}

function orderAt(screen: ScreenRef): string | null {
  if (screen.at === 'pay') return screen.orderId
  const isOrder = ['order', 'prompted_again', 'renumbered'].includes(screen.at)
  return isOrder && 'id' in screen ? screen.id : null
}

const isAction = ({ path }: Move) =>
  ['pay', 'resend', 'given_back', 'answered'].includes(path.at(-1)!.at)
