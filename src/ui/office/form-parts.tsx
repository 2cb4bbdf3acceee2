import { type ReactNode, useId, useState } from 'react'
import { WholeWords } from '../whole-words.tsx'

/** A section of a long form with its heading, and with its number if the form has steps. */
export function FormSection({
  title,
  step,
  children,
}: {
  title: string
  step?: number
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={step ? `step-${step}` : undefined}
      aria-labelledby={id}
      className="rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <div className="flex items-center gap-3">
        {step && <StepNumber step={step} />}
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
      </div>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  )
}

const MARK = 'inline-flex size-7 shrink-0 items-center justify-center rounded-full text-small'

export function StepNumber({ step, isDone = false }: { step: number; isDone?: boolean }) {
  if (!isDone) {
    return (
      <span aria-hidden="true" className={`border border-edge font-semibold ${MARK}`}>
        {step}
      </span>
    )
  }
  return (
    <span className={`bg-good text-white ${MARK}`}>
      <svg
        viewBox="0 0 24 24"
        className="size-4 fill-none stroke-current stroke-3"
        aria-hidden="true"
      >
        <path d="M6 12.5l4 4 8-9" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span className="sr-only">Done: </span>
    </span>
  )
}

export function OpenMark() {
  // Not `group-open`: a closed part may be inside an open one.
  return <Chevron className="shrink-0 stroke-2 [details[open]>summary>&]:rotate-90" />
}

export function Chevron({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`size-4 fill-none stroke-current ${className}`}
      aria-hidden="true"
    >
      <path d="M9 5l7 7-7 7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** The line that opens and closes a collapsed part of a form. */
export function OpenLine({ children }: { children: ReactNode }) {
  return (
    <summary className="flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink">
      <OpenMark />
      {children}
    </summary>
  )
}

/**
 * A collapsed part of a form. Opens when a field inside becomes wrong. With `isOpenFirst` it is
 * open until the user closes it.
 */
export function FoldedFields({
  title,
  isWrong,
  isOpenFirst = false,
  className,
  children,
}: {
  title: ReactNode
  isWrong: boolean
  isOpenFirst?: boolean
  className?: string
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(isWrong || isOpenFirst)
  if (isWrong && !isOpen) setIsOpen(true)
  return (
    <details
      open={isOpen}
      onToggle={(toggled) => setIsOpen(toggled.currentTarget.open)}
      className={className}
    >
      <OpenLine>{title}</OpenLine>
      <div className="flex flex-col gap-4 pb-4">{children}</div>
    </details>
  )
}

/**
 * A collapsed section for rarely used fields and technical details. Open if a field inside is
 * wrong.
 */
export function Advanced({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen || undefined} className="text-small">
      <OpenLine>Advanced</OpenLine>
      <div className="flex flex-col gap-3 pb-2">{children}</div>
    </details>
  )
}

/** Choices of which exactly one applies, each with a line that explains it. In a row if `isRow`. */
export function RadioFields<V extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  isRow = false,
}: {
  legend: string
  name: string
  options: readonly { value: V; label: string; hint?: string }[]
  value: V
  onChange: (value: V) => void
  isRow?: boolean
}) {
  return (
    <fieldset className={isRow ? 'sm:flex sm:flex-wrap sm:gap-x-6' : ''}>
      <legend className="font-semibold">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex w-fit cursor-pointer items-start">
          {/* As large as that of a checkbox (see CheckField). */}
          <span className="relative -ml-2.5 size-11 shrink-0">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0"
            />
            <span className="absolute inset-2.5 size-6 rounded-full border border-edge bg-white peer-checked:border-8 peer-checked:border-accent peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent" />
          </span>
          <span className="min-w-0 py-2">
            {option.label}{' '}
            {option.hint && (
              <span className="block text-small text-quiet">
                <WholeWords text={option.hint} />
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function CheckField({
  label,
  hint,
  checked,
  isWrong = false,
  onChange,
}: {
  label: string
  hint?: string
  checked: boolean
  isWrong?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-start">
      {/* Large enough for a thumb; the visible box in the middle is as large as a letter. */}
      <span className="relative -ml-2.5 size-11 shrink-0">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-invalid={isWrong || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(change) => onChange(change.target.checked)}
          className="peer absolute inset-0 z-1 size-full cursor-pointer opacity-0"
        />
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="absolute inset-2.5 size-6 rounded-soft border border-edge bg-white fill-none stroke-transparent stroke-3 peer-checked:border-accent peer-checked:bg-accent peer-checked:stroke-white peer-aria-invalid:border-bad peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
        >
          <path d="M6 12.5l4 4 8-9" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block py-2 font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="-mt-2 text-small text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
