import { useSession } from '../../accounts/office/session.ts'
import { smsDetail } from '../../messages/sms-count.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Advanced, CheckField, FormSection } from '../../ui/office/form-parts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import {
  type EventDraft,
  FLAGS,
  followingPrice,
  startingText,
} from '../editing/event-draft.rules.ts'
import { DESCRIPTION_MAX, ONLY_ADMINS_SET, TITLE_MAX } from '../editing/event-form.rules.ts'
import { wasPublished } from '../event.rules.ts'
import { EventSchedule } from './event-schedule.tsx'
import { STEPS } from './form-steps.tsx'
import { OrganizerField } from './organizer-field.tsx'
import { OwnOrganizerField } from './own-organizer-field.tsx'
import { useSmsHint } from './sms-hints.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

const ONLY_ADMINS: ReadonlySet<string> = new Set(ONLY_ADMINS_SET)

type TextField = 'title' | 'date' | 'time' | 'location' | 'attendees' | 'price'

export function EventBasics({ form, lists }: { form: EventForm; lists: FormLists }) {
  const { draft, change, findings } = form
  const smsHint = useSmsHint('title')
  const isAdmin = useSession().user?.role === 'admin'
  // Hides the checkboxes about sales in an organizer's draft, which sells nothing.
  const hasSale = form.event !== null && wasPublished(form.event)
  const flags = FLAGS.filter(([flag]) => isAdmin || (hasSale && !ONLY_ADMINS.has(flag)))
  const text = (name: TextField) => ({
    name,
    value: draft[name],
    'aria-invalid': findings.isMarked(name) || undefined,
    onChange: (typed: { target: { value: string } }) => change({ [name]: typed.target.value }),
  })
  return (
    <FormSection {...STEPS.basics}>
      <Field
        label="Title"
        required
        maxLength={TITLE_MAX}
        hint={smsHint(draft.title, 'SMS say "your event", USSD says "Event".')}
        {...text('title')}
      />
      <TextArea
        label="Description"
        name="description"
        rows={6}
        maxLength={DESCRIPTION_MAX}
        value={draft.description}
        hint={
          form.event?.description
            ? undefined
            : "You can save without one. We'll remind you before the event goes public."
        }
        onChange={(typed) => change({ description: typed.target.value })}
      />
      <EventSchedule form={form} text={text} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Expected Attendees"
          type="number"
          inputMode="numeric"
          min={0}
          {...text('attendees')}
        />
        <StartingPrice draft={draft} field={text('price')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Category"
          name="category_id"
          value={draft.category_id}
          error={findings.isMarked('category_id')}
          onChange={(chosen) => change({ category_id: chosen.target.value })}
          options={[
            ['', 'Uncategorized'],
            ...lists.categories.map(({ id, name }) => [id, name] as const),
          ]}
        />
        {isAdmin ? <OrganizerField form={form} /> : <OwnOrganizerField form={form} />}
      </div>
      <div className="grid gap-x-6 gap-y-1 empty:hidden sm:grid-cols-2">
        {flags.map(([flag, label, hint]) => (
          <CheckField
            key={flag}
            label={label}
            hint={hint}
            checked={draft[flag]}
            onChange={(checked) => change({ [flag]: checked })}
          />
        ))}
      </div>
      <Advanced>
        <p>Title in an SMS: {smsDetail(draft.title)}</p>
        <p>Location in an SMS: {smsDetail(draft.location)}</p>
      </Advanced>
    </FormSection>
  )
}

/** The starting price. Follows from the ticket types as soon as a type has a price. */
function StartingPrice({ draft, field }: { draft: EventDraft; field: object }) {
  const price = startingText(draft)
  const isFollowing = followingPrice(draft) !== null
  return (
    <div>
      <Field
        label="Starting Price (KES)"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        required
        {...field}
        value={price}
        readOnly={isFollowing}
        hint={
          isFollowing
            ? 'The lowest price of your ticket types. Early prices do not count.'
            : 'Shown as "From KES …" on the card'
        }
      />
      <ZeroWarning price={isFollowing ? '' : price}>
        At a starting price of 0 this event looks free.
      </ZeroWarning>
    </div>
  )
}

/** A warning below a price field. It is a live region, so that screen readers announce it. */
export function ZeroWarning({ price, children }: { price: string; children: string }) {
  const isZero = price.trim() !== '' && Number(price) === 0
  return (
    <p role="status" className="text-small text-used">
      {isZero && <span className="mt-1 block">{children}</span>}
    </p>
  )
}
