import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import type { CodeDraft } from './code-draft.ts'
import { EffectFields, MaximumFields } from './code-fields.tsx'

const draft = { kind: 'amount', value: '100', max_tickets: '', max_per_phone: '' } as CodeDraft

function shown(types: object[]): string {
  const fields = {
    draft,
    types: types as TicketTypeReply[],
    onChange: () => {},
    errorOf: () => null,
  }
  const html = renderToStaticMarkup(
    <>
      <EffectFields {...fields} />
      <MaximumFields {...fields} />
    </>,
  )
  return html.replace(/<[^>]+>/g, '')
}

// spec: code-form-units
test('the form of a code says that a code counts people, if tables are sold', () => {
  const vip = { name: 'VIP' }
  const text = shown([vip, { name: 'VIP Table', sold_in: 10 }])
  expect(text).toContain('Off each ticket. Once per whole VIP Table.')
  expect(text.split('Counts people: one VIP Table uses 10.')).toHaveLength(3)
  for (const types of [[vip], [vip, { name: 'Drinks', sold_in: 3, kind: 'add_on' }]]) {
    expect(shown(types)).toContain('Leave empty for any number.')
    expect(shown(types)).not.toMatch(/people|whole/)
  }
})
