import { useRef, useState } from 'react'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { randomId } from '../../ui/random-id.ts'
import { lastDateOf } from '../days/day-draft.rules.ts'
import {
  dateFaults,
  type FormKind,
  findFaults,
  takenIn,
  whyNothingSells,
} from '../editing/draft-faults.rules.ts'
import {
  type EventDraft,
  isSameDraft,
  newDraft,
  soldPriceChanges,
  type TypeDraft,
  toDraft,
  toInput,
} from '../editing/event-draft.rules.ts'
import type { EventInput, ZeroPrices } from '../editing/event-edit.contract.ts'
import { toOrganizersDraft } from '../editing/waiting-draft.rules.ts'
import { isEntry, wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { hasEnded } from '../sales.rules.ts'
import { TYPES_MAX } from '../types/offset.rules.ts'
import type { Kind } from '../types/unit.rules.ts'
import { addedType, changeType, isOrdered, keptOffsets, withKind } from './type-rows.ts'
import { type Findings, type FormProblem, useFindings } from './use-findings.ts'
import { useKeptOnSignOut, useKeptVersion } from './use-kept-version.ts'
import { type Picture, usePicture } from './use-picture.ts'
import { type ZeroPrice, zeroPriceOf } from './zero-price.tsx'

export const SAVE_FAILED = 'Failed to save event'

/** The result of a save: the event as stored, or the problem. */
type SaveOutcome = { saved: EventReply } | { problem: FormProblem } | { zero: ZeroPrice }

/** The state and actions of the form; `event` is null for a new event. */
export function useEventForm(loaded: EventReply | null, onSaved: (event: EventReply) => void) {
  const isAdmin = useSession().user?.role === 'admin'
  const { back, place } = useKeptVersion<Version>(loaded?.id ?? 'new')
  const [version, setVersion] = useState(() => back ?? versionOf(loaded, isAdmin))
  const [mine, setMine] = useState<Version | null>(null)
  const picture = usePicture()
  const findings = useFindings()
  const { base, draft } = version
  useKeptOnSignOut(place, isSameDraft(draft, base) ? null : version)

  function change(patch: Partial<EventDraft>) {
    findings.takeOff(Object.keys(patch))
    setVersion((now) => ({ ...now, draft: { ...now.draft, ...patch } }))
  }

  /** Changes the draft by a function, for changes of several fields. */
  const edit = (of: (draft: EventDraft) => EventDraft) =>
    setVersion((now) => ({ ...now, draft: of(now.draft) }))

  async function choosePicture(file: File) {
    findings.hush()
    findings.takeOff(['image'])
    const outcome = await picture.choose(file)
    if ('url' in outcome) change({ image: outcome.url })
    else findings.add(outcome.text, 'image')
  }

  const { isSaved, ...saving } = useSaving({ version, isAdmin, picture, findings, change, onSaved })

  function loadTheirs(theirs: EventReply) {
    setMine(version)
    setVersion(versionOf(theirs, isAdmin))
    picture.forget()
    findings.clear()
  }

  /**
   * Shows the admin's own draft again, after the other admin's version was loaded. The next save of
   * the draft reports the same conflict.
   */
  function bringBack() {
    if (mine) setVersion(mine)
    setMine(null)
  }

  return {
    ...version,
    ...saving,
    ...useMove(setVersion),
    change,
    edit,
    types: useTypes(version, setVersion, findings),
    picture,
    choosePicture,
    findings,
    loadTheirs,
    bringBack: mine ? bringBack : null,
    /** Whether the form shows a draft that was stored at a sign-out. */
    isBack: back !== null,
    kind: kindOf(isAdmin, version.event),
    /**
     * Whether there are unsaved changes. A function, because the form calls it only when the user
     * is about to leave.
     */
    isDirty: () => !isSaved() && (picture.isPending || !isSameDraft(draft, base)),
  }
}
export type EventForm = ReturnType<typeof useEventForm>

const QUESTIONS = ['publish', 'prices'] as const
type QuestionKind = (typeof QUESTIONS)[number]

/** A question that the user must confirm before a save. */
type Question = {
  kind: QuestionKind
  reasons: string[]
  agreed: readonly QuestionKind[]
  /** The other admin's version that this save overwrites, if the user has agreed to that. */
  over: EventReply | undefined
}

type SaveOptions = {
  agreed?: readonly QuestionKind[]
  over?: EventReply | undefined
  zero_prices?: ZeroPrices
}

/** The current draft and the draft from which the form started. */
type Version = {
  event: EventReply | null
  base: EventDraft
  draft: EventDraft
  /** Stored ticket types that were removed in the form. */
  removed: TypeDraft[]
}

function kindOf(isAdmin: boolean, event: EventReply | null): FormKind {
  if (isAdmin) return 'admin'
  return event && wasPublished(event) ? 'change' : 'draft'
}

function versionOf(event: EventReply | null, isAdmin: boolean): Version {
  const base = event ? (isAdmin ? toDraft : toOrganizersDraft)(event) : newDraft()
  return { event, base, draft: base, removed: [] }
}

/** The dialog for rescheduling, which stores a schedule before the draft is saved. */
function useMove(setVersion: (update: (now: Version) => Version) => void) {
  const [isMoving, setMoving] = useState(false)
  const [moved, setMoved] = useState<string | null>(null)
  /** Takes over the schedule that the dialog has stored. Keeps everything else that was typed. */
  function takeSchedule(event: EventReply, isMoved: boolean) {
    const { date, time, days, location } = toDraft(event)
    const schedule = { date, time, days, location }
    const merged = (draft: EventDraft) => ({ ...draft, ...schedule })
    setVersion((now) => ({ ...now, event, base: merged(now.base), draft: merged(now.draft) }))
    setMoved(
      isMoved ? 'Rescheduled.' : 'Sales have stopped until we have checked the new schedule.',
    )
    setMoving(false)
  }
  return { isMoving, setMoving, moved, takeSchedule }
}

type SavingParts = {
  version: Version
  isAdmin: boolean
  picture: Picture
  findings: Findings
  change: (patch: Partial<EventDraft>) => void
  onSaved: (event: EventReply) => void
}

/**
 * Saves the draft. Asks for confirmation if the save would publish an event of which no ticket can
 * be bought, or change the price of a type that has sold tickets.
 */
function useSaving({ version, isAdmin, picture, findings, change, onSaved }: SavingParts) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [zero, setZero] = useState<(ZeroPrice & Pick<Question, 'agreed' | 'over'>) | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const isSaved = useRef(false)
  const { event, base, draft } = version

  /**
   * Saves the draft. `over` is another admin's version that the user has seen and wants to
   * overwrite.
   */
  async function save({ agreed = [], over, zero_prices }: SaveOptions = {}) {
    if (isSaving) return
    setQuestion(null)
    setZero(null)
    const faults = [
      ...findFaults(draft, draft.image !== '' || picture.isPending, kindOf(isAdmin, event)),
      ...dateFaults(draft, event, { isAdmin, now: new Date() }),
    ]
    const fields = faults.map(({ field }) => field)
    if (faults[0]) return findings.tell(faults[0], draft.types, fields)
    const reasons = {
      publish: reasonsNotToPublish(draft, base, event),
      prices: soldPriceChanges(draft, event),
    }
    const kind = QUESTIONS.find((one) => !agreed.includes(one) && reasons[one].length > 0)
    if (kind) return setQuestion({ kind, reasons: reasons[kind], agreed: [...agreed, kind], over })
    findings.clear()
    setIsSaving(true)
    const answer = zero_prices && { zero_prices }
    const outcome = await sendWithPicture({ draft, over: over ?? event, picture, change, answer })
    setIsSaving(false)
    if ('zero' in outcome) return setZero({ ...outcome.zero, agreed, over })
    if ('problem' in outcome) return findings.tell(outcome.problem, draft.types)
    isSaved.current = true
    onSaved(outcome.saved)
  }

  return { question, setQuestion, zero, setZero, isSaving, save, isSaved: () => isSaved.current }
}

/**
 * The reasons why buyers could buy no ticket after the save. Empty if the event stays a draft, or
 * if it was already published without a ticket that could be bought.
 */
function reasonsNotToPublish(
  draft: EventDraft,
  base: EventDraft,
  event: EventReply | null,
): string[] {
  if (!draft.is_published) return []
  const reasonsOf = (of: EventDraft) =>
    whyNothingSells(of, hasEnded(lastDateOf(of), Date.now()), takenIn(event))
  const wasSo = base.is_published && reasonsOf(base).length > 0
  return wasSo ? [] : reasonsOf(draft)
}

type Sending = {
  draft: EventDraft
  over: EventReply | null
  picture: Picture
  change: (patch: Partial<EventDraft>) => void
  answer: Pick<EventInput, 'zero_prices'> | undefined
}

async function sendWithPicture(sending: Sending): Promise<SaveOutcome> {
  const { draft, over, picture, change, answer } = sending
  const stored = await picture.finish()
  if (!stored) return await send(draft, over, answer)
  if (!('url' in stored)) return { problem: { text: stored.text, field: 'image' } }
  // The picture stays stored even if the save below fails, so the draft gets its address first.
  change({ image: stored.url })
  return await send({ ...draft, image: stored.url }, over, answer)
}

async function send(
  draft: EventDraft,
  over: EventReply | null,
  zeros: Sending['answer'],
): Promise<SaveOutcome> {
  const sent = toInput(over ? withKnownIds(draft, over) : draft, over?.updated_at ?? null)
  const input = { ...sent, ...zeros }
  const [path, method] = over ? [`/api/events/${over.id}`, 'PUT'] : ['/api/events', 'POST']
  const answer = await callApi<EventReply>(sessionFetch, path, { ...jsonPost(input), method })
  if (answer.ok) return { saved: answer.data }
  const zero = zeroPriceOf(answer)
  if (zero) return { zero }
  return over && answer.code === 'stale' ? await readTheirs(draft, over, answer) : toProblem(answer)
}

function toProblem({ error, field }: Problem): SaveOutcome {
  return { problem: { text: error || SAVE_FAILED, ...(field && { field }) } }
}

/**
 * Clears the ids of types, early prices and pools that the other admin has removed. The save then adds
 * these again.
 */
function withKnownIds(draft: EventDraft, over: EventReply): EventDraft {
  const steps = over.ticket_types.flatMap(({ price_steps = [] }) => price_steps)
  const known = new Set([...over.ticket_types, ...steps].map(({ id }) => id))
  const withKnown = <T extends { id: string | null }>(one: T): T => ({
    ...one,
    id: one.id !== null && known.has(one.id) ? one.id : null,
  })
  const types = draft.types.map((type) => ({
    ...withKnown(type),
    price_steps: type.price_steps.map(withKnown),
  }))
  const pools = new Set(over.pools?.map(({ id }) => id))
  return {
    ...draft,
    types,
    pools: draft.pools.map((pool) => ({
      ...pool,
      id: pool.id && pools.has(pool.id) ? pool.id : null,
    })),
  }
}

/**
 * Reads the version that another admin has saved. If that version equals the draft, an earlier save
 * of this form succeeded and only its response was lost; then returns the version as saved.
 */
async function readTheirs(
  draft: EventDraft,
  over: EventReply,
  problem: Problem,
): Promise<SaveOutcome> {
  const answer = await callApi<EventReply>(sessionFetch, `/api/events/${over.id}`)
  if (!answer.ok) return toProblem(problem)
  if (isSameDraft(toDraft(answer.data), draft)) return { saved: answer.data }
  return { problem: { text: problem.error, theirs: answer.data } }
}

/** Adds, changes and removes ticket types. */
function useTypes(
  { event, draft, removed }: Version,
  setVersion: (update: (now: Version) => Version) => void,
  findings: Findings,
) {
  const update = (of: (types: TypeDraft[]) => TypeDraft[], gone = removed) =>
    setVersion((now) => ({
      ...now,
      draft: { ...now.draft, types: of(now.draft.types) },
      removed: gone,
    }))
  const soldOf = (id: string) => event?.ticket_types.find((type) => type.id === id)
  const kept = keptOffsets(event, removed)
  const entries = [...draft.types, ...kept].filter(isEntry).length
  return {
    soldOf,
    /** Whether orders fix how a type is sold. */
    isFixed: ({ id }: Pick<TypeDraft, 'id'>) => isOrdered((id !== null && soldOf(id)) || {}),
    add: (kind: Kind = 'entry') => {
      // The key is random. If keys were counted, they could equal the keys of a draft that was
      // restored after a sign-out.
      const key = randomId()
      update((types) => [...types, addedType(types, key, kept, kind)])
      return key
    },
    change: (key: string, patch: Partial<TypeDraft>) => {
      findings.takeOffType(key, Object.keys(patch))
      update((types) => types.map((type) => (type.key === key ? changeType(type, patch) : type)))
    },
    setKind: (type: TypeDraft, kind: Kind) => {
      findings.takeOffType(type.key, ['kind', 'gate_ids', 'pool_id', 'pool', 'type_offset'])
      update((types) =>
        types.map((one) => (one.key === type.key ? withKind(one, kind, { types, kept }) : one)),
      )
    },
    remove: (type: TypeDraft) =>
      update(
        (types) => types.filter((other) => other.key !== type.key),
        type.id === null ? removed : [...removed, type],
      ),
    putBack: (type: TypeDraft) =>
      update(
        (types) => [...types, type],
        removed.filter((other) => other.key !== type.key),
      ),
    isFull: entries >= TYPES_MAX,
    areAddOnsFull: draft.types.length + kept.length - entries >= TYPES_MAX,
  }
}
