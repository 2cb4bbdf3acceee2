import type { EventReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckField } from '../../ui/office/form-parts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { KIND_NAMES, PER_NAMES, TEXT_MAX, WHY_MAX } from '../question.rules.ts'
import type { QuestionDraft } from './question-draft.ts'

type Props = {
  draft: QuestionDraft
  /** The place of the question, from 1. */
  place: number
  types: EventReply['ticket_types']
  errorOf: (field: string) => string | null
  onChange: (changed: Partial<QuestionDraft>) => void
  onRemove: () => void
  /** Absent without the right to buyers' data. */
  onAtDoor?: ((isOn: boolean) => void) | undefined
}

export function QuestionFields({
  draft,
  place,
  types,
  errorOf,
  onChange,
  onRemove,
  onAtDoor,
}: Props) {
  const isFixed = draft.answers > 0
  const text = (name: 'text_en' | 'text_sw' | 'why_en' | 'why_sw', label: string) => (
    <Field
      label={label}
      value={draft[name]}
      readOnly={isFixed}
      maxLength={name.startsWith('text') ? TEXT_MAX : WHY_MAX}
      autoComplete="off"
      error={errorOf(name)}
      onChange={(typed) => onChange({ [name]: typed.target.value })}
    />
  )
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="float-left w-full text-body font-bold">Question {place}</legend>
      <Standing draft={draft} />
      <div className="grid gap-4 sm:grid-cols-2">
        {text('text_en', 'Question in English')}
        {text('text_sw', 'Question in Swahili')}
        {text('why_en', 'Why do you ask? In English')}
        {text('why_sw', 'Why do you ask? In Swahili')}
        <SelectField
          label="Answer"
          value={draft.kind}
          disabled={isFixed}
          options={Object.entries(KIND_NAMES)}
          onChange={(chosen) => onChange({ kind: chosen.target.value as QuestionDraft['kind'] })}
        />
        <SelectField
          label="Asked"
          value={draft.per}
          disabled={isFixed}
          options={Object.entries(PER_NAMES)}
          onChange={(chosen) => onChange({ per: chosen.target.value as QuestionDraft['per'] })}
        />
        {draft.kind === 'choice' && (
          <TextArea
            label="Choices, one per line"
            rows={4}
            value={draft.choices}
            readOnly={isFixed}
            error={errorOf('choices')}
            onChange={(typed) => onChange({ choices: typed.target.value })}
          />
        )}
        <Field
          label="Last day for answers"
          type="date"
          hint="Blank: until the event is over."
          value={draft.until}
          error={errorOf('until')}
          onChange={(typed) => onChange({ until: typed.target.value })}
        />
      </div>
      <TypeChoices draft={draft} types={types} error={errorOf('types')} onChange={onChange} />
      {onAtDoor && (
        <CheckField
          label="Show the answers at the door"
          hint="On the door list, and when a gate looks up a ticket with a network. Stewards and door leads then read these answers. Only one question can be shown."
          checked={draft.is_at_door}
          onChange={onAtDoor}
        />
      )}
      <Button look="quiet" className="self-start" onClick={onRemove}>
        Remove question {place}
      </Button>
    </fieldset>
  )
}

function Standing({ draft: { answers, state, note, asked_now } }: { draft: QuestionDraft }) {
  return (
    <>
      {answers > 0 && (
        <Notice>
          This question has answers, so its words cannot change. To ask something else, remove it
          and add a new question. The answers stay.
        </Notice>
      )}
      {state === 'waiting' && (
        <Notice look="used">
          {asked_now
            ? `Waits for approval. Until then, ticket holders read: ${asked_now.text_en}`
            : 'Waits for approval. Ticket holders do not see it yet.'}
        </Notice>
      )}
      {state === 'returned' && <Notice look="bad">{`Not approved: ${note ?? ''}`}</Notice>}
    </>
  )
}

function TypeChoices({
  draft,
  types,
  error,
  onChange,
}: Pick<Props, 'draft' | 'types' | 'onChange'> & { error: string | null }) {
  const chosen = draft.ticket_type_ids
  // Shows the types of a question that names types, even if the event's other types were removed.
  if (types.length < 2 && chosen === null) return null
  return (
    <fieldset className="flex flex-col">
      <legend className="font-semibold">Ticket types</legend>
      <CheckField
        label="All types, without add-ons"
        checked={chosen === null}
        onChange={(isAll) => onChange({ ticket_type_ids: isAll ? null : [] })}
      />
      {chosen !== null &&
        types.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            isWrong={error !== null}
            onChange={(isOn) =>
              onChange({
                ticket_type_ids: isOn ? [...chosen, id] : chosen.filter((one) => one !== id),
              })
            }
          />
        ))}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
