import { type FormEvent, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { EventReply } from '../events.contract.ts'
import { FirstEntrance } from './entrances.tsx'
import { EventBasics } from './event-basics.tsx'
import { EventImage } from './event-image.tsx'
import { Reschedule } from './event-schedule.tsx'
import { FormProblemBox } from './form-problem-box.tsx'
import { FormSteps } from './form-steps.tsx'
import { GateChoices } from './gate-choices.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveQuestion } from './save-question.tsx'
import { SmsHints } from './sms-hints.tsx'
import { TicketTypes } from './ticket-types.tsx'
import { useEventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'
import { priceInput, ZeroPriceQuestion } from './zero-price.tsx'

/** The texts of the form's buttons, and the path of the list to which 'Cancel' leads. */
export type FormTexts = { list: string; save: string; saving: string }

/** Creates or edits an event. */
export function EventForm({
  event,
  lists,
  texts,
  onSaved,
}: {
  event: EventReply | null
  lists: FormLists
  texts: FormTexts
  onSaved: (event: EventReply) => void
}) {
  const form = useEventForm(event, onSaved)
  const { question, zero, isSaving } = form
  const hasGates = lists.gates.length + form.draft.gates.length > 0
  const { problem } = form.findings
  const box = useRef<HTMLDivElement>(null)

  // Scrolls to the problem, because the button may be far from it.
  useEffect(() => {
    if (!problem) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [problem])

  // If the address ends with '#' and the name of a field, moves the focus to this field.
  useEffect(() => focusField(location.hash.slice(1)), [])

  function onSubmit(submitted: FormEvent) {
    submitted.preventDefault()
    void form.save()
  }

  return (
    <>
      <div ref={box} tabIndex={-1} role="alert" className="rounded-soft">
        {problem && <FormProblemBox form={form} problem={problem} />}
      </div>
      {form.isBack && (
        <div className="mt-4">
          <Notice role="status">We restored what you typed. It is not saved yet.</Notice>
        </div>
      )}
      {form.bringBack && <BringBack bringBack={form.bringBack} />}
      <form
        noValidate
        aria-label={event ? 'Edit event' : 'Create event'}
        onSubmit={onSubmit}
        className="marked-form mt-4 flex flex-col gap-4"
      >
        <FormSteps form={form} hasGates={hasGates} />
        <SmsHints draft={form.draft} common={lists.gates}>
          <EventBasics form={form} lists={lists} />
          <EventImage form={form} />
          <TicketTypes form={form} lists={lists} />
          {hasGates ? (
            <GateChoices form={form} common={lists.gates} />
          ) : (
            <FirstEntrance form={form} />
          )}
        </SmsHints>
        <div className="form-foot flex flex-wrap justify-end gap-3">
          <ButtonLink look="quiet" to={texts.list}>
            Cancel
          </ButtonLink>
          <Button type="submit" disabled={isSaving} className="min-w-40">
            {isSaving ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
      {question && <SaveQuestion form={form} event={event} question={question} />}
      {zero && (
        <ZeroPriceQuestion
          zero={zero}
          onAnswer={(zero_prices) => void form.save({ ...zero, zero_prices })}
          onBack={() => {
            form.setZero(null)
            setTimeout(() => focusField(priceInput(zero)))
          }}
        />
      )}
      <Reschedule form={form} />
      <LeaveGuard isDirty={form.isDirty} />
    </>
  )
}

function focusField(name: string): void {
  if (name !== '') document.getElementsByName(name)[0]?.focus()
}

function BringBack({ bringBack }: { bringBack: () => void }) {
  return (
    <div className="mt-4">
      <Notice role="status">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0">Their version is loaded now.</p>
          <Button look="quiet" onClick={bringBack}>
            Restore what I typed
          </Button>
        </div>
      </Notice>
    </div>
  )
}
