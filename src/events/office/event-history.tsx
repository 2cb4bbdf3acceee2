import { AuditList } from './audit-list.tsx'

/** The audit log of this event. */
export function EventHistory({ id }: { id: string }) {
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-3 text-lead font-bold">
        History
      </h2>
      <AuditList path={`/api/audit_log?event_id=${id}`} caption="What was changed of this event" />
    </section>
  )
}
