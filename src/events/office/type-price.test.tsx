import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { newDraft, type TypeDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { PreviewArticle } from '../screens/preview-article.tsx'
import { feeTermsOf } from '../types/ticket-sums.rules.ts'
import { PriceTimeline } from './price-timeline.tsx'
import { TypePrice, TypeSight } from './type-price.tsx'
import type { EventForm } from './use-event-form.ts'
import { ZeroPriceQuestion } from './zero-price.tsx'

const FIVE = { basis_points: 500, fixed: 0 }
const FREE = { price_kind: 'free' } as const
const CHOSEN = { price_kind: 'chosen', lowest: '200', suggested: '500' } as const

const typeOf = (typed: Partial<TypeDraft>): TypeDraft => ({ ...newDraft().types[0]!, ...typed })

const textOf = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")

function shown(typed: Partial<TypeDraft>, { onTop = false, marks = [] as string[] } = {}): string {
  const form = {
    findings: { isTypeMarked: (_: string, name: string) => marks.includes(name) },
    types: { change: () => {} },
  } as unknown as EventForm
  const parts = { form, type: typeOf(typed) }
  return renderToStaticMarkup(
    <>
      <TypePrice {...parts} index={0} fee={feeTermsOf(FIVE, onTop)} />
      <TypeSight {...parts} />
    </>,
  )
}

/** The names of the text fields that are shown. */
const fields = (html: string) =>
  [...html.matchAll(/<input(?=[^>]*type="number")[^>]*name="([^"]*)"/g)].map(([, name]) => name)

// spec: form-price-choice
describe('the choice of the price in the form', () => {
  test('shows only the fields of the choice', () => {
    const text = textOf(shown({ price: '500' }))
    for (const label of ['A price', 'This ticket is free', 'Buyers choose the price']) {
      expect(text).toContain(label)
    }
    expect(fields(shown({ price: '500' }))).toEqual(['price-0'])
    expect(fields(shown(FREE))).toEqual([])
    expect(fields(shown(CHOSEN))).toEqual(['lowest-0', 'suggested-0', 'highest-0'])
    for (const label of ['Lowest price (KES)', 'Suggested price (KES)', 'Highest price (KES)']) {
      expect(textOf(shown(CHOSEN))).toContain(label)
    }
  })

  test('marks the bound that is wrong', () => {
    const html = shown(CHOSEN, { marks: ['suggested'] })
    expect(html.match(/<input[^>]*aria-invalid="true"[^>]*>/g)).toMatchObject([
      expect.stringContaining('name="suggested-0"'),
    ])
  })

  test('says what the organizer gets of a chosen price, whoever pays the fee', () => {
    expect(textOf(shown(CHOSEN))).toContain('Of KES 500 you get KES 475.')
    expect(textOf(shown({ ...CHOSEN, suggested: '' }))).toContain('Of KES 200 you get KES 190.')
    const onTop = textOf(shown(CHOSEN, { onTop: true }))
    expect(onTop).toContain('Of KES 500 you get KES 475. Buyers pay exactly what they choose.')
    expect(onTop).not.toContain('Buyers pay KES')
    expect(textOf(shown(FREE, { onTop: true }))).not.toContain('KES')
  })

  test('offers the door only for a hidden type', () => {
    expect(textOf(shown({}))).toContain('Hidden: only with a code')
    expect(textOf(shown({}))).not.toContain('Also sold at the door')
    expect(textOf(shown({ is_hidden: true }))).toContain('Also sold at the door')
  })

  test('shows free and chosen prices in the timeline of a type with sale dates', () => {
    const until = { sale_until: '2099-01-01T12:00' }
    const plan = (typed: Partial<TypeDraft>) =>
      textOf(
        renderToStaticMarkup(
          <PriceTimeline
            type={typeOf({ ...until, ...typed })}
            fee={feeTermsOf(FIVE, true)}
            times={{ now: Date.now(), salesEnd: Number.NaN }}
          />,
        ),
      )
    const when = 'Buyers payNow – Thu, Jan 1, 2099, 12:00 PM · '
    expect(plan(FREE)).toBe(`${when}Free`)
    expect(plan(CHOSEN)).toBe(`${when}from KES 200`)
    expect(plan({ price: '1000' })).toBe(`${when}KES 1,050`)
  })
})

// spec: form-price-choice
test('the preview shows free, chosen and hidden types', () => {
  const types = [
    { name: 'Students', price: 0, is_free: true },
    { name: 'Friends', price: 200, lowest: 200, is_hidden: true },
    { name: 'VIP', price: 1000, price_now: 1050 },
  ].map((type) => ({ id: type.name, description: '', ...type }))
  const event = { title: 'Derby', date: '2027-03-14', time: '15:30', location: 'Nyayo' }
  const reply = { ...event, description: '', image_formats: [], ticket_types: types }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PreviewArticle event={reply as unknown as EventReply} />
    </MemoryRouter>,
  )
  const rows = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => textOf(row))
  expect(rows).toEqual(['StudentsFree', 'FriendsHiddenFrom KES 200, you choose', 'VIPKES 1,050'])
})

// spec: zero-price-question
test('the question about a type at 0 has an answer for each meaning, and a way back', () => {
  const zero = { text: 'Standard costs KES 0. Free, or was the price forgotten?', field: undefined }
  const asked = (form?: null) =>
    textOf(
      renderToStaticMarkup(
        <MemoryRouter>
          <ZeroPriceQuestion zero={zero} form={form} onAnswer={() => {}} onBack={() => {}} />
        </MemoryRouter>,
      ),
    )
  expect(asked()).toMatch(
    /^Standard costs KES 0. Free, or was the price forgotten\?.*Back to the priceOnly with a paid ticketIt is free$/,
  )
  expect(asked(null)).toContain('Go back')
})
