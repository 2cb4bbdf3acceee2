import type { Language } from '../platform/values/language.rules.ts'
import type { UssdDeps } from './caller.ts'
import type { Turn } from './gateway-call.rules.ts'
import { type Move, moveOn, type Place, type State } from './place.rules.ts'
import { ussdTimes } from './times.ts'
import { insertTurn, type SessionRow, selectSession } from './ussd.sql.ts'
import { ussdWords, type Words } from './ussd.text.ts'
import { type Arrival, arrive, type Reached } from './views.ts'

/** So often a turn is begun anew, since another one of its session was written meanwhile. */
const TRIES = 5
/** So much of what was dialled behind the code is followed. */
const DIALLED_MAX = 6

/**
 * What a turn is answered: 'CON …' or 'END …'. The same turn again is answered the same, from its row,
 * and one that comes twice at once is written once.
 */
export async function answerTurn(deps: UssdDeps, turn: Turn): Promise<string> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    // Screens that are passed on the way to the last one are about the same event: it is read once.
    const answer = await tryTurn({ ...deps, seen: new Map() }, turn)
    if (answer !== null) return answer
  }
  throw new Error('a USSD session is written by too many at once')
}

/** Null where another turn of the session was written meanwhile. */
async function tryTurn(deps: UssdDeps, turn: Turn): Promise<string | null> {
  const { own, last, answer: before } = await selectSession(deps.db, turn)
  if (before !== null) return before
  // Over, or another phone's.
  if (own && (own.state === null || own.phone !== turn.phone)) {
    return `END ${ussdWords[own.language].over}`
  }
  const { language, reached } = own?.state
    ? await goOn(deps, turn, { ...own, state: own.state })
    : await begin(deps, turn, last)
  const { path, shown } = reached
  const answer = `${shown.answers ? 'CON' : 'END'} ${shown.text}`
  const end = path.at(-1)!
  const isWritten = await insertTurn(deps.db, {
    id: turn.sessionId,
    phone: turn.phone,
    language,
    dialled: own?.dialled ?? turn.typed,
    turns: (own?.turns ?? 0) + 1,
    typed: turn.typed,
    state: shown.answers && { path, ...shown.answers },
    order_id: orderAt(end) ?? own?.order_id ?? null,
    answer,
    now: deps.clock.now(),
  })
  return isWritten ? answer : null
}

type Answered = { language: Language; reached: Reached }

async function goOn(
  deps: UssdDeps,
  { phone, typed }: Turn,
  own: SessionRow & { state: State },
): Promise<Answered> {
  const input = inputOf(own.typed, typed)
  const move = moveOn(own.state, input)
  const language = move?.speak ?? own.language
  return { language, reached: await arrive(deps, { phone, language }, arrivalOf(own, input, move)) }
}

function arrivalOf(
  { state, language }: Pick<SessionRow, 'language'> & { state: State },
  input: string,
  move: Move | null,
): Arrival {
  if (move) return move
  return { path: state.path, notice: notAnswer(state, input, ussdWords[language]) }
}

/** Why this is no answer to the screen. */
function notAnswer({ field }: Pick<State, 'field'>, input: string, words: Words): string {
  if (field?.kind === 'phone') return words.wrongPhone
  const isMore = field?.kind === 'quantity' && /^[1-9]\d*$/.test(input.trim())
  return isMore ? words.atMost(field.max) : words.unclear
}

/** What was typed last: behind what the turn before had, so that a star in it is a part of it. */
function inputOf(before: string, typed: string): string {
  // Of blank answers before the first one only the stars are there.
  if (before === '') return typed.replace(/^\*+/, '')
  return typed.startsWith(`${before}*`) ? typed.slice(before.length + 1) : ''
}

async function begin(deps: UssdDeps, turn: Turn, last: SessionRow | null): Promise<Answered> {
  const { phone, typed } = turn
  let language = last?.language ?? 'en'
  const left = last && leftAt(deps, last, typed)
  const path = left ?? [{ at: 'menu' }]
  let reached = await arrive(deps, { phone, language }, { path })
  if (left) return { language, reached }
  for (const input of typed.split('*').filter(Boolean).slice(0, DIALLED_MAX)) {
    const { path, shown, notice } = reached
    // What came of the input before is to be read before anything is made of the next.
    if (!shown.answers || notice !== undefined) break
    const state = { path, ...shown.answers }
    const move = moveOn(state, input)
    // Nothing is bought or sent unseen.
    if (move && isDone(move)) break
    const arrival = arrivalOf({ state, language }, input, move)
    language = move?.speak ?? language
    reached = await arrive(deps, { phone, language }, arrival)
  }
  return { language, reached }
}

/**
 * Where the phone's session before was dropped, or the order that it ended with; null where it is too
 * long ago, or something else was dialled now.
 */
function leftAt(
  { clock, timeScale }: UssdDeps,
  { state, updated_at, dialled, order_id }: SessionRow,
  typed: string,
): Place[] | null {
  const age = clock.now().getTime() - updated_at.getTime()
  const isSame = typed === '' || typed === dialled
  if (!isSame || age >= ussdTimes(timeScale).resumeMs) return null
  // At the menu nothing was begun: what was dialled is followed again.
  if (state) return state.path.length > 1 || typed === '' ? state.path : null
  // By its whole code one buys anew.
  if (order_id === null || typed !== '') return null
  return [{ at: 'menu' }, { at: 'order', id: order_id }]
}

function orderAt(place: Place): string | null {
  if (place.at === 'pay') return place.orderId
  return ['order', 'asked', 'renumbered'].includes(place.at) && 'id' in place ? place.id : null
}

const isDone = ({ path }: Move) => ['pay', 'resend'].includes(path.at(-1)!.at)
