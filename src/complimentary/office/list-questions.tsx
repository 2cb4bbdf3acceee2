import { localPhone } from '../../platform/values/phone.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { ListColumn, Use } from '../columns.rules.ts'
import type { Repeat } from '../rows.rules.ts'

const USE_OPTIONS: readonly (readonly [Use | 'unused', string])[] = [
  ['phone', 'Phone'],
  ['quantity', 'Number of tickets'],
  ['type', 'Ticket type'],
  ['name', 'Name'],
  ['unused', 'Not used'],
]

/** The use of each column of the list. The organizer can change the use. */
export function ColumnUses({
  columns,
  onChoose,
}: {
  columns: readonly ListColumn[]
  onChoose: (key: string, use: Use | 'unused') => void
}) {
  return (
    <fieldset>
      <legend className="font-semibold">Columns</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {columns.map(({ key, heading, use }) => (
          <SelectField
            key={key}
            label={<span className="wrap-anywhere font-normal text-small">{heading}</span>}
            options={use === 'unknown' ? [['unknown', 'Choose...'], ...USE_OPTIONS] : USE_OPTIONS}
            value={use}
            error={use === 'unknown' && 'Is this the number of tickets?'}
            onChange={({ target }) => onChoose(key, target.value as Use | 'unused')}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The most repeated phones that the question lists. */
const NAMED = 5

/** Asks which lines to use for a phone that is in several lines. */
export function RepeatsQuestion({
  repeats,
  answer,
  onAnswer,
}: {
  repeats: readonly Repeat[]
  answer: 'first' | 'sum' | null
  onAnswer: (answer: 'first' | 'sum') => void
}) {
  const named = repeats
    .slice(0, NAMED)
    .map(({ phone, lines }) => `${localPhone(phone)} (lines ${lines.join(', ')})`)
  const more = repeats.length > NAMED ? `; and ${formatCount(repeats.length - NAMED)} more` : ''
  const [count, verb] =
    repeats.length === 1 ? ['1 phone', 'is'] : [`${repeats.length} phones`, 'are']
  return (
    <SelectField
      label={`${count} ${verb} in several lines. Which tickets do they get?`}
      hint={`${named.join('; ')}${more}`}
      options={[
        ...(answer === null ? [['', 'Choose...'] as const] : []),
        ['first', 'Only those of the first line'],
        ['sum', 'Those of all lines, added up'],
      ]}
      value={answer ?? ''}
      onChange={({ target }) => onAnswer(target.value as 'first' | 'sum')}
    />
  )
}

/** Asks whether phones that already have complimentary tickets get more tickets. */
export function MoreTicketsQuestion({
  text,
  others,
  isBusy,
  onSend,
}: {
  text: string
  /** The number of rows whose phones have no complimentary tickets yet. */
  others: number
  isBusy: boolean
  onSend: (who: 'others' | 'all') => void
}) {
  return (
    <Notice look="bad" role="alert">
      <p>{text} Nothing was sent.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {others > 0 && (
          <Button aria-disabled={isBusy} onClick={() => onSend('others')}>
            Send only to the other {formatCount(others)}
          </Button>
        )}
        <Button look="quiet" aria-disabled={isBusy} onClick={() => onSend('all')}>
          Give these phones more tickets
        </Button>
      </div>
    </Notice>
  )
}
