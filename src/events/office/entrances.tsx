import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { randomId } from '../../ui/random-id.ts'
import { GATE_NAME_MAX } from '../edit.rules.ts'
import { gateLabels } from './add-on-gates.tsx'
import { useSmsHint } from './sms-hints.tsx'
import type { EventForm } from './use-event-form.ts'

const nameField = (index: number) => `gates.${index}.name`

function AddEntrance({ form }: { form: EventForm }) {
  const { gates } = form.draft
  function add() {
    form.change({ gates: [...gates, { id: randomId(), name: '' }] })
    setTimeout(() => document.getElementsByName(nameField(gates.length))[0]?.focus())
  }
  return (
    <Button look="quiet" className="self-start" onClick={add}>
      Add an entrance
    </Button>
  )
}

/** The button for an event whose form has no gates to assign yet. */
export function FirstEntrance({ form }: { form: EventForm }) {
  return (
    <section
      aria-label="Entrances"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-paper p-4 sm:px-6"
    >
      <p className="min-w-0 flex-1 basis-60 text-quiet">
        All tickets say 'Main Gate'. Name your entrances if there are several.
      </p>
      <AddEntrance form={form} />
    </section>
  )
}

/** The names of the entrances of this event. */
export function Entrances({ form }: { form: EventForm }) {
  const { draft, change, findings } = form
  const smsHint = useSmsHint('gate')
  const labels = gateLabels(draft)

  function remove(id: string) {
    const types = draft.types.map((type) => ({
      ...type,
      gate_ids: type.gate_ids.filter((other) => other !== id),
    }))
    change({ gates: draft.gates.filter((gate) => gate.id !== id), types })
    // Hides the problem at the top, because it may be about this entrance.
    findings.hush()
    findings.takeOff(draft.gates.map((_, index) => nameField(index)))
  }

  return (
    <div className="flex flex-col gap-3">
      {draft.gates.map(({ id, name }, index) => (
        <div key={id} className="flex items-start gap-2 sm:max-w-120">
          <div className="min-w-0 flex-1">
            <Field
              label={labels[index]!}
              name={nameField(index)}
              required
              maxLength={GATE_NAME_MAX}
              hint={smsHint(name, 'SMS say "see link".')}
              value={name}
              aria-invalid={findings.isMarked(nameField(index)) || undefined}
              onChange={({ target }) => {
                findings.takeOff([nameField(index)])
                change({
                  gates: draft.gates.map((gate) =>
                    gate.id === id ? { id, name: target.value } : gate,
                  ),
                })
              }}
            />
          </div>
          <button
            type="button"
            aria-label={`Remove ${name.trim() || labels[index]!.toLowerCase()}`}
            onClick={() => remove(id)}
            className="mt-6 min-h-11 px-2 font-semibold text-bad underline hover:no-underline"
          >
            Remove
          </button>
        </div>
      ))}
      <AddEntrance form={form} />
    </div>
  )
}
