import { Field } from '../../ui/field.tsx'

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
