import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioFields } from '../../ui/office/form-parts.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import type { DayDraft } from '../days/day-draft.rules.ts'
import { DAYS_MAX } from '../days/day-words.rules.ts'
import {
  addDay,
  dayPatch,
  highestDay,
  isDayCancelled,
  isDaySold,
  removeDay,
  toOneDay,
  toSeveralDays,
} from './day-rows.ts'
import type { EventForm } from './use-event-form.ts'

/** 'One day' or 'Several days'. `children` are date and time of one day. */
export function EventDays({ form, children }: { form: EventForm; children: ReactNode }) {
  const { draft, base, event, findings, edit } = form
  const isSeveral = draft.days.length > 0
  const isFixed = event?.has_orders === true
  const choose = (kind: 'one' | 'several') => {
    findings.takeOff(['date', 'time', 'days'])
    edit((now) => (kind === 'one' ? toOneDay(now) : toSeveralDays(now, base)))
  }
  return (
    <>
      {!isFixed && (
        <RadioFields<'one' | 'several'>
          legend="Days"
          name="days"
          isRow
          value={isSeveral ? 'several' : 'one'}
          onChange={choose}
          options={[
            { value: 'one', label: 'One day' },
            { value: 'several', label: 'Several days' },
          ]}
        />
      )}
      {isSeveral ? <DayRows form={form} /> : children}
    </>
  )
}

function DayRows({ form }: { form: EventForm }) {
  const { draft, findings, edit } = form
  return (
    <div className="flex flex-col gap-3">
      {draft.days.map((day, index) => (
        <DayRow key={day.n} form={form} day={day} index={index} />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-small text-quiet">
          Nairobi time. A night belongs to the day before: the next day begins at 6:00 AM.
        </p>
        {highestDay(draft) < DAYS_MAX && (
          <Button
            look="quiet"
            onClick={() => {
              findings.takeOff(['days'])
              edit((now) => addDay(now, form.types.isFixed))
            }}
          >
            Add a day
          </Button>
        )}
      </div>
    </div>
  )
}

function DayRow({ form, day, index }: { form: EventForm; day: DayDraft; index: number }) {
  const { draft, event, findings, edit } = form
  const isSold = isDaySold(event, day.n)
  const isCancelled = isDayCancelled(event, day.n)
  const title = `Day ${index + 1}`
  const field = (name: 'date' | 'time') => ({
    name: `days.${index}.${name}`,
    type: name,
    required: true,
    readOnly: isSold || isCancelled,
    value: day[name],
    'aria-invalid': findings.isMarked(`days.${index}.${name}`) || undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      findings.takeOff(draft.days.map((_, at) => `days.${at}.${name}`))
      edit((now) => dayPatch(now, day.n, { [name]: target.value }))
    },
  })
  const hint = chosenDay(day.date)
  return (
    <fieldset className="min-w-0 rounded-soft border border-line p-3 sm:px-4">
      <legend className="px-2 font-semibold">
        {title}
        {isCancelled && <span className="text-bad"> · Cancelled</span>}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5em,100%),1fr))] gap-3 sm:gap-4">
        <Field label="Date" {...(hint && { hint })} {...field('date')} />
        <Field label="Starts" {...field('time')} />
      </div>
      {isCancelled ? (
        <p className="mt-1 text-small text-quiet">
          This day is cancelled. Nothing of it is on sale, and no one can enter on it.
        </p>
      ) : isSold ? (
        <p className="mt-1 text-small text-quiet">People have ordered tickets for this day.</p>
      ) : (
        draft.days.length > 2 && (
          <div className="flex justify-end">
            <button
              type="button"
              aria-label={`Remove ${title}`}
              onClick={() => edit((now) => removeDay(now, day.n))}
              className="min-h-11 px-2 font-semibold text-bad underline hover:no-underline"
            >
              Remove
            </button>
          </div>
        )
      )}
    </fieldset>
  )
}
