import { formatDate } from '../../ui/dates.rules.ts'
import { useSite } from '../../ui/site.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { fillSite, fillUssd } from '../linked-text.rules.ts'
import { POLICIES_UPDATED, type Policy, type PolicySection } from '../policy.rules.ts'
import type { SiteReply } from '../site.contract.ts'
import { LinkedText } from './linked-text.tsx'

export function PolicyView({ policy, site }: { policy: Policy; site: SiteReply | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 py-6 sm:py-12 lg:grid-cols-[minmax(0,1fr)_260px]">
      <header className="max-w-[680px]">
        <h1 className="text-title font-bold tracking-tight sm:text-hero">{policy.title}</h1>
        <p className="mt-2 text-small text-quiet">
          Last updated <time dateTime={POLICIES_UPDATED}>{formatDate(POLICIES_UPDATED)}</time>
        </p>
        <p className="mt-6 text-lead">
          <WholeWords text={policy.lead} />
        </p>
      </header>
      <Contents policy={policy} />
      <div className="max-w-[680px] lg:col-start-1">
        {policy.sections.map((section) => (
          <Section key={section.id} section={section} site={site} />
        ))}
      </div>
    </div>
  )
}

function Contents({ policy }: { policy: Policy }) {
  return (
    <nav
      aria-labelledby="contents"
      className="mt-8 max-w-[680px] border-y border-line py-4 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-2 lg:self-start lg:border-y-0 lg:border-l lg:py-0 lg:pl-6 print:hidden"
    >
      <h2 id="contents" className="text-small font-semibold text-quiet">
        On this page
      </h2>
      <ol className="mt-1">
        {policy.sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center py-1 text-small underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section, site }: { section: PolicySection; site: SiteReply | null }) {
  return (
    <section aria-labelledby={section.id} className="mt-10">
      <h2 id={section.id} tabIndex={-1} className="text-lead font-bold tracking-tight">
        {section.title}
      </h2>
      {section.blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block} className="mt-3 leading-7">
            <SiteText text={block} site={site} />
          </p>
        ) : (
          <ul
            key={block[0]}
            className="mt-3 flex list-disc flex-col gap-2 pl-6 leading-7 marker:text-edge"
          >
            {block.map((point) => (
              <li key={point}>
                <SiteText text={point} site={site} />
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  )
}

function SiteText({ text, site }: { text: string; site: SiteReply | null }) {
  const { ussdCode } = useSite()
  return <LinkedText text={fillUssd(fillSite(text, site), ussdCode)} />
}
