import type { ReactNode } from 'react'
import { telOf } from '../linked-text.rules.ts'
import type { SiteReply } from '../site.contract.ts'

export function ContactWays({ site }: { site: SiteReply }) {
  return (
    <dl className="flex flex-col gap-4">
      <Way label="Email">
        <ContactLink to={`mailto:${site.support_email}`}>{site.support_email}</ContactLink>
      </Way>
      <Way label="Phone">
        <ContactLink to={telOf(site.support_phone)}>{site.support_phone}</ContactLink>
      </Way>
      <Way label="Office">
        <span className="inline-flex min-h-11 items-center">{site.office}</span>
      </Way>
    </dl>
  )
}

function Way({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-quiet">{label}</dt>
      <dd className="min-w-0 text-lead font-semibold tracking-tight">{children}</dd>
    </div>
  )
}

function ContactLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      className="inline-flex min-h-11 max-w-full items-center wrap-anywhere underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent"
    >
      {children}
    </a>
  )
}
