// Components that three kinds of pages share: sign-in, sign-up, and pages behind links in emails.
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NeedsScript } from '../../ui/office/needs-script.tsx'

/** The result of sending a form: errors by field, or an error of the whole form. */
export type FormOutcome = {
  problem?: string
  faults?: Record<string, string | undefined>
}

/** A heading, a subtitle and the form. */
export function EntranceCard({
  heading,
  subtitle,
  children,
  foot,
}: {
  heading: string
  subtitle: string
  children: ReactNode
  /** Links to other pages. */
  foot?: ReactNode
}) {
  return (
    <>
      <div className="text-center">
        <h1 className="text-title font-bold tracking-tight">{heading}</h1>
        <p className="mt-2 text-quiet">{subtitle}</p>
      </div>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-8">
        <NeedsScript />
        {children}
      </div>
      {foot && <div className="mt-4 flex flex-col items-center text-small text-quiet">{foot}</div>}
    </>
  )
}

/** A link on its own line, large enough for a thumb. */
export function EntranceLink(props: LinkProps) {
  return (
    <Link
      className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
      {...props}
    />
  )
}

/** The error of the whole form, at its top. */
export function FormProblem({ outcome }: { outcome: FormOutcome | null }) {
  if (!outcome?.problem) return null
  return (
    <Notice look="bad" role="alert">
      {outcome.problem}
    </Notice>
  )
}

export function FullName({ error, known }: { error: string | undefined; known?: string }) {
  return (
    <Field
      label="Full name"
      name="full_name"
      required
      maxLength={100}
      autoComplete="name"
      defaultValue={known}
      error={error}
    />
  )
}

/** Fields for a new password, typed twice. */
export function NewPassword({
  faults,
  label = 'Password',
}: {
  faults: Record<string, string | undefined>
  label?: string
}) {
  return (
    <>
      <Field
        label={label}
        name="password"
        type="password"
        required
        minLength={6}
        maxLength={200}
        autoComplete="new-password"
        hint="At least 6 characters"
        error={faults.password}
      />
      <Field
        label={`Confirm ${label.toLowerCase()}`}
        name="confirm"
        type="password"
        required
        maxLength={200}
        autoComplete="new-password"
        error={faults.confirm}
      />
    </>
  )
}

/**
 * Defined outside the component, because a new function for each render would move the focus at
 * every render.
 */
const focus = (element: HTMLElement | null) => element?.focus()

/**
 * Shown in place of a form that has been sent. Takes the focus, which would be lost together with
 * the form.
 */
export function FormDone({ children }: { children: ReactNode }) {
  return (
    <div ref={focus} tabIndex={-1} role="status" className="flex flex-col gap-4">
      {children}
    </div>
  )
}
