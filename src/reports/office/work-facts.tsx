import { Link } from 'react-router'
import type { TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { isPlainPhone, localPhone, unbroken } from '../../platform/values/phone.rules.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { PanelFacts } from '../../ui/office/side-panel.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'

/** A link to the task's event. If the task has an order, it opens the order. */
export function TaskLink({
  row: { event, order_code },
  kind,
  children,
}: {
  row: WorkRow
  kind: TaskKind<object>
  children: string
}) {
  if (!event) return children
  const isOrder = order_code !== null
  const page = isOrder ? 'transactions' : kind.eventPage
  return (
    <Link
      to={`/organizer/events/${event.id}${page ? `/${page}` : ''}`}
      state={isOrder ? { search: order_code, opensOrder: true } : undefined}
      className={`${LONE_LINK} wrap-anywhere`}
    >
      {children}
    </Link>
  )
}

/** The amount, order, payment and person of a task. */
export function TaskFacts({ row, kind }: { row: WorkRow; kind: TaskKind<object> }) {
  const { amount, order_code, receipt, phone, phone_label, since } = row
  const facts = [
    ['Amount', amount !== null && <b key="amount">{formatExactKes(amount)}</b>],
    [
      'Order',
      order_code !== null && (
        <TaskLink key="order" row={row} kind={kind}>
          {order_code}
        </TaskLink>
      ),
    ],
    [
      phone_label ?? kind.phoneLabel ?? 'Phone',
      phone !== null && <Phone key="phone" phone={phone} />,
    ],
    ['M-PESA code', receipt],
    ['Since', <Instant key="since" at={since} />],
  ] as const
  return <PanelFacts facts={facts.filter(([, value]) => value)} />
}

function Phone({ phone }: { phone: string }) {
  if (!isPlainPhone(phone)) return phone
  return (
    <a href={`tel:+${phone}`} className={LONE_LINK}>
      {unbroken(localPhone(phone))}
    </a>
  )
}
