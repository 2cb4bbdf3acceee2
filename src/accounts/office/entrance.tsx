// What the pages of the entrance share: sign-in, sign-up, and those that mailed links open.
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What became of a form: what is wrong by field, or with the whole. */
export type FormOutcome = {
  problem?: string
  faults?: Record<string, string | undefined>
}

/** Heading, a line under it, and what is to be done. */
export function EntranceCard({
  heading,
  subtitle,
  children,
  foot,
}: {
  heading: string
  subtitle: string
  children: ReactNode
  /** Other ways from here. */
  foot?: ReactNode
}) {
  return (
    <>
      <div className="text-center">
        <h1 className="text-title font-bold tracking-tight">{heading}</h1>
        <p className="mt-2 text-quiet">{subtitle}</p>
      </div>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-8">
        <noscript>
          <p className="mb-4 font-semibold">This page needs JavaScript.</p>
        </noscript>
        {children}
      </div>
      {foot && <div className="mt-4 flex flex-col items-center text-small text-quiet">{foot}</div>}
    </>
  )
}

/** A link in a line of its own, large enough for a thumb. */
export function EntranceLink(props: LinkProps) {
  return (
    <Link
      className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
      {...props}
    />
  )
}

/** What is wrong with the whole of a form, at its head. */
export function FormProblem({ outcome }: { outcome: FormOutcome | null }) {
  if (!outcome?.problem) return null
  return (
    <Notice look="bad" role="alert">
      {outcome.problem}
    </Notice>
  )
}

/** A password that is chosen, typed twice. */
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

/** The same function at every render: only what has just appeared takes the focus. */
const focus = (element: HTMLElement | null) => element?.focus()

/** What stands where a form was: the focus goes there, and does not fall off the page. */
export function Arrived({ children }: { children: ReactNode }) {
  return (
    <div ref={focus} tabIndex={-1} role="status" className="flex flex-col gap-4">
      {children}
    </div>
  )
}
