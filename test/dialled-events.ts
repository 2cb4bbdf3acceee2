import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { nairobiDate } from '../src/platform/values/nairobi.rules.ts'
import type { Texts } from '../src/ussd/screen-texts.text.ts'
import { ussdTexts } from '../src/ussd/ussd.text.ts'
import { type BuiltEvent, buildCode, buildEvent, buildSeller } from './build.ts'
import type { Dialled } from './dialler.ts'
import type { Stage } from './stage.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/**
 * The `type_offset` of the first, second and third ticket type that the test adds to an event. The
 * event's original two types have 0 and 1.
 */
const ADDED = [3, 4, 5]

/** Changes that an organizer makes while a caller reads a screen. */
export type EventChange =
  | { do: 'publish' }
  | { do: 'rename'; event: number; what: 'event' | 'types' }
  | { do: 'stop'; event: number; how: 'draft' | 'sold_out' | 'over' | 'cancelled' | 'not' }
  | { do: 'add'; event: number }
  | { do: 'take away'; event: number }

/** The price of the only step; null removes the step. */
export type StepChange = { do: 'step'; kes: number | null; ends: 'soon' | 'by number' }
export type WindowChange = { do: 'window'; window: 'not_yet' | 'open' | 'over' }

/**
 * Returns each digit of a screen with the text next to the digit, such as '2' with 'VIP 1,000 (5
 * left)'.
 */
export function labelsOf({ screen }: Dialled): Map<string, string> {
  const lines = screen.split('\n').flatMap((line) => {
    const found = /^(\d) (?!x )(.+)$/.exec(line)
    return found ? [[found[1]!, found[2]!] as const] : []
  })
  return new Map(lines)
}

const firstWord = (line: string) => line.replace(/^\d (?!x )/, '').split(' ')[0]!
const inEither = (say: (words: Texts) => string) => [say(ussdTexts.en), say(ussdTexts.sw)]
const begins = ({ screen }: Dialled, say: (words: Texts) => string) =>
  inEither(say).some((words) => screen.startsWith(words))
const holds = ({ screen }: Dialled, say: (words: Texts) => string) =>
  inEither(say).some((words) => screen.includes(words))

type EventNow = {
  title: string
  is_published: boolean
  is_sold_out: boolean
  cancelled_at: Date | null
  date: string
  /** The reason why the event sells no tickets; null if it sells tickets. */
  why: 'closed' | 'notOneLeft' | null
}

const REFUSED_BY_WINDOW =
  /^(These tickets are (on sale from|no longer)|Tiketi hizi (zitauzwa kuanzia|haziuzwi))/

type Expected = (now: Dialled) => void

/**
 * The events of the property test, with all past and present names of the events and of their
 * ticket types. Each name is one word and unique, so that the test can tell which event a screen
 * shows.
 */
export class DialledEvents {
  readonly #stage: Stage
  readonly #titles = new Map<string, string>()
  readonly #names = new Map<string, string>()
  #made = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async build(letter: string, inDays = 30): Promise<BuiltEvent> {
    const title = this.#name(letter)
    const types = ['Low', 'Top'].map((kind) => {
      return { name: kind + title, capacity: 50, maxPerOrder: 3 }
    })
    const date = nairobiDate(new Date(Date.now() + inDays * DAY_MS))
    const event = await buildEvent(this.#stage.db, { title, date, types })
    await buildCode(this.#stage.db, event, { digits: '4471', kind: 'percent', value: 10 })
    await buildSeller(this.#stage.db, event, { number: 27 })
    this.#titles.set(title, event.id)
    await this.learnOf(event.id)
    return event
  }

  /** Records the event's ticket types under their current names. */
  async learnOf(eventId: string): Promise<void> {
    const types = this.#stage.db.selectFrom('ticket_type').select(['id', 'name'])
    for (const { id, name } of await types.where('event_id', '=', eventId).execute()) {
      this.#names.set(name, id)
    }
  }

  typeOf(name: string): string | undefined {
    return this.#names.get(name)
  }

  /** Makes an organizer's change. A newly published event is added to `events`. */
  async change(events: BuiltEvent[], step: EventChange): Promise<void> {
    if (step.do === 'publish') {
      events.push(await this.build('Delta', 29))
      return
    }
    const event = events[step.event % events.length]!
    if (step.do === 'rename') await this.#rename(event, step.what)
    else if (step.do === 'stop') await this.#stop(event, step.how)
    else if (step.do === 'add') await this.#add(event)
    else await this.#setType(event.types.at(-1)!.id, { archived_at: this.#stage.clock.now() })
  }

  /** Replaces the steps of a type by one step or none, or sets its sale window. */
  async setSale(typeId: string, change: StepChange | WindowChange): Promise<void> {
    if (change.do === 'step') await this.#setStep(typeId, change)
    else await this.#setWindow(typeId, change.window)
  }

  async #setStep(typeId: string, { kes, ends }: StepChange): Promise<void> {
    const { db, clock } = this.#stage
    await db.deleteFrom('price_step').where('ticket_type_id', '=', typeId).execute()
    if (kes === null) return
    const { event_id } = await this.#readType(typeId)
    const limit = { id: randomUUID(), event_id, kind: 'step', capacity: 2 }
    if (ends === 'by number') await db.insertInto('sale_limit').values(limit).execute()
    const step = { id: randomUUID(), ticket_type_id: typeId, position: 0, name: 'Early bird' }
    const end =
      ends === 'soon'
        ? { ends_at: new Date(clock.now().getTime() + MINUTE_MS) }
        : { limit_id: limit.id }
    await db
      .insertInto('price_step')
      .values({ ...step, ...end, price_cents: kes * 100 })
      .execute()
  }

  async #setWindow(typeId: string, window: WindowChange['window']): Promise<void> {
    const now = this.#stage.clock.now().getTime()
    await this.#setType(typeId, {
      sale_from: window === 'not_yet' ? new Date(now + 365 * DAY_MS) : null,
      sale_until: window === 'over' ? new Date(now - MINUTE_MS) : null,
    })
  }

  /**
   * The expected result of an input, even if the event has changed since the screen was shown.
   * Either the row next to the digit is chosen, or the input is refused. Call this function before
   * sending the input.
   */
  async expectedOf(before: Dialled, input: string): Promise<Expected> {
    const typed = input.trim()
    const word = firstWord(labelsOf(before).get(typed) ?? '')
    const [eventId, typeId] = [this.#titles.get(word), this.#names.get(word)]
    if (typeId !== undefined) return await this.#afterType(typeId)
    if (eventId !== undefined) {
      const event = await this.#readEvent(eventId)
      return (now) => this.#expectPage(event, now)
    }
    const [, asked, most] =
      /(?:^|\n)(\S+) KES [\d,]+\n(?:(?:Early bird|Code|Msimbo).*\n)?.*\(1-(\d)\)/.exec(
        before.screen,
      ) ?? []
    const isQuantity = asked && /^\d{1,6}$/.test(typed) && +typed >= 1 && +typed <= +most!
    return isQuantity ? await this.#afterQuantity(this.#names.get(asked)!, +typed) : () => {}
  }

  #name(kind: string): string {
    this.#made += 1
    return kind + this.#made
  }

  async #setEvent(id: string, set: object): Promise<void> {
    await this.#stage.db.updateTable('event').set(set).where('id', '=', id).execute()
  }

  async #setType(id: string, set: object): Promise<void> {
    await this.#stage.db.updateTable('ticket_type').set(set).where('id', '=', id).execute()
  }

  async #rename(event: BuiltEvent, what: 'event' | 'types'): Promise<void> {
    if (what === 'event') {
      const title = this.#name('Renamed')
      this.#titles.set(title, event.id)
      await this.#setEvent(event.id, { title })
      return
    }
    for (const { id } of event.types) await this.#setType(id, { name: this.#name('Type') })
    await this.learnOf(event.id)
  }

  async #stop({ id, types }: BuiltEvent, how: string): Promise<void> {
    const now = this.#stage.clock.now()
    if (how === 'cancelled') {
      await this.#setEvent(id, { cancelled_at: now })
      for (const type of types) await this.#setType(type.id, { closed_at: now })
      return
    }
    const days = how === 'over' ? -3 : 30
    await this.#setEvent(id, {
      is_published: how !== 'draft',
      is_sold_out: how === 'sold_out',
      date: nairobiDate(new Date(now.getTime() + days * DAY_MS)),
    })
  }

  /** Adds a ticket type, which comes before the original types if they were reordered. */
  async #add(event: BuiltEvent): Promise<void> {
    const type_offset = ADDED[event.types.length - 2]
    if (type_offset === undefined) return
    const [id, name] = [randomUUID(), this.#name('New')]
    const { cancelled_at: closed_at } = await this.#readEvent(event.id)
    const type = { id, name, event_id: event.id, type_offset, closed_at }
    await this.#stage.db
      .insertInto('ticket_type')
      .values({ ...type, price_cents: 10_000, max_per_order: 3, capacity: 50 })
      .execute()
    this.#names.set(name, id)
    event.types.push({ id, price: 100 })
  }

  async #readEvent(id: string): Promise<EventNow> {
    const event = await this.#stage.db
      .selectFrom('event')
      .select(['title', 'is_published', 'is_sold_out', 'cancelled_at', 'date'])
      .where('id', '=', id)
      .$narrowType<{ date: string }>()
      .executeTakeFirstOrThrow()
    const today = nairobiDate(this.#stage.clock.now())
    const isOver = event.cancelled_at !== null || event.date < today
    return { ...event, why: isOver ? 'closed' : event.is_sold_out ? 'notOneLeft' : null }
  }

  async #readType(id: string) {
    const type = await this.#stage.db
      .selectFrom('ticket_type')
      .select(['name', 'event_id', 'archived_at', 'capacity', 'held', 'sold'])
      .select(['sale_from', 'sale_until'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const event = await this.#readEvent(type.event_id)
    const hasWindow = type.sale_from !== null || type.sale_until !== null
    const isListed = event.is_published && event.why === null && type.archived_at === null
    const left = type.capacity - type.held - type.sold
    return { ...type, event, isSold: isListed && !hasWindow, hasWindow, left }
  }

  async #afterType(id: string): Promise<Expected> {
    const { name, event, isSold, hasWindow, left } = await this.#readType(id)
    if (!isSold || left < 1) return (now) => this.#expectRefused(event, hasWindow, now)
    const asked = new RegExp(
      `^${name} KES [\\d,]+\n((?:Early bird|Code|Msimbo).*\n)?(How many|Ngapi)`,
    )
    return (now) => expect(now.screen).toMatch(asked)
  }

  async #afterQuantity(id: string, quantity: number): Promise<Expected> {
    const { name, event, isSold, hasWindow } = await this.#readType(id)
    if (!isSold) return (now) => this.#expectRefused(event, hasWindow, now)
    const total = new RegExp(`^${quantity} x ${name}\n${event.title}\n`)
    return (now) => expect(now.screen).toMatch(total)
  }

  /**
   * Expects the page of this event. If the event is no longer public, expects the menu with a
   * notice about it.
   */
  #expectPage({ title, is_published, why }: EventNow, now: Dialled): void {
    if (!is_published) {
      expect(
        begins(now, ({ closed, menu }) => `${closed}\n${menu}`),
        now.screen,
      ).toBe(true)
      return
    }
    const words = now.screen.split('\n').map(firstWord)
    expect(words.filter((word) => this.#titles.has(word))).toEqual([title])
    if (why)
      expect(
        holds(now, (said) => said[why]),
        now.screen,
      ).toBe(true)
  }

  /** Expects a refusal on the page of the event, because the ticket type is no longer on sale. */
  #expectRefused(event: EventNow, hasWindow: boolean, now: Dialled): void {
    this.#expectPage(event, now)
    if (!event.is_published || event.why) return
    // The window of a removed type does not matter.
    if (hasWindow && REFUSED_BY_WINDOW.test(now.screen)) return
    expect(
      begins(now, ({ notOneLeft }) => notOneLeft),
      now.screen,
    ).toBe(true)
  }
}
