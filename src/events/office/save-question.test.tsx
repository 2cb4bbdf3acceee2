import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SaveQuestion } from './save-question.tsx'
import type { EventForm } from './use-event-form.ts'

function shown(kind: EventForm['kind'], publishes_alone: boolean): string {
  const form = { kind, save: async () => {}, setQuestion: () => {} }
  const reasons = ['Stand: KES 1,000 → KES 10']
  const question = { kind: 'prices' as const, reasons, agreed: [], over: undefined }
  return renderToStaticMarkup(
    <SaveQuestion form={form} event={{ publishes_alone }} question={question} />,
  )
}

test('the question about a new price says whether the price is reviewed first', () => {
  const waits = 'New buyers pay the old price until we have approved it.'
  expect(shown('change', false)).toContain(waits)
  expect(shown('change', true)).not.toContain(waits)
  expect(shown('admin', false)).not.toContain(waits)
})
