import { type TextareaHTMLAttributes, useId } from 'react'

/** A labelled text area with its error, which screen readers read together. */
export function TextArea({
  label,
  hint,
  error,
  ...rest
}: {
  label: string
  hint?: string
  error?: string | null
} & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
        className="mt-1 block w-full resize-y rounded-soft border border-edge bg-white px-4 py-3 text-body placeholder:text-quiet aria-invalid:border-bad"
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-small text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
