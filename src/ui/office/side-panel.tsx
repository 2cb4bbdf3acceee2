import { type ReactNode, type Ref, useId } from 'react'
import { CloseButton } from './close-button.tsx'
import { Modal } from './modal.tsx'

/** A panel at the right edge about a row of a list. Its title and foot stay in view. */
export function SidePanel({
  title,
  titleRef,
  about,
  foot,
  onClose,
  children,
}: {
  title: string
  /** For moving the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>
  /** Below the title, such as a link to the event. */
  about?: ReactNode
  /** A `PanelFoot`. */
  foot?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Modal isSide titleId={titleId} onClose={onClose}>
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-1 flex items-start justify-between gap-4 border-b border-line bg-paper py-2 pl-6 pr-2">
          <div className="min-w-0 py-2">
            <h2 ref={titleRef} tabIndex={-1} id={titleId} className="text-lead font-bold">
              {title}
            </h2>
            {about}
          </div>
          <CloseButton onClose={onClose} className="size-12 rounded-soft hover:bg-ground" />
        </header>
        <div className="flex flex-1 flex-col gap-6 px-6 py-5">{children}</div>
        {foot}
      </div>
    </Modal>
  )
}

/** The buttons of a panel. */
export function PanelFoot({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-paper px-6 py-4">
      {children}
    </footer>
  )
}

export function PanelFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{name}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
