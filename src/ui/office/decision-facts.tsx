import { LONE_LINK } from '../button.tsx'
import { Link } from '../link.tsx'
import { WholeWords } from '../whole-words.tsx'

type Fact = {
  label: string
  text: string
  is_warning: boolean
  link?: { to: string; label: string }
}

/** The facts on which an admin decides. Warnings are bold. */
export function DecisionFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ label, text, is_warning, link }) => (
        <div key={`${label} ${text}`} className="contents">
          <dt className="text-small text-quiet">{label}</dt>
          <dd className={`-mt-2 break-words sm:mt-0 ${is_warning ? 'font-semibold' : ''}`}>
            <WholeWords text={text} />
            {link && (
              <Link to={link.to} className={`${LONE_LINK} -my-2 ml-2`}>
                {link.label}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
