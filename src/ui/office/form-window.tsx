import { type FormHTMLAttributes, type ReactNode, useId } from 'react'
import { Modal } from './modal.tsx'

/** A modal window with a title and a form. */
export function FormWindow({
  title,
  onClose,
  children,
  ...form
}: {
  title: string
  onClose: () => void
  children: ReactNode
} & Pick<FormHTMLAttributes<HTMLFormElement>, 'noValidate' | 'onSubmit' | 'onChange'>) {
  const id = useId()
  return (
    <Modal titleId={id} onClose={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
        {children}
      </form>
    </Modal>
  )
}
