import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { FoldMark } from '../../ui/fold-mark.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { helpOf, searchHelp } from '../help.rules.ts'
import type { HelpCategory, HelpQuestion } from '../help.text.ts'
import type { SiteReply } from '../site.contract.ts'
import { LinkedText } from './linked-text.tsx'

/**
 * Questions that open when pressed. The search filters while the visitor types; without script, a
 * form posts the query.
 */
export function HelpCenter({ query, site }: { query: string; site: SiteReply | null }) {
  const [typed, setTyped] = useState(query)
  const { ussdCode } = useSite()
  const found = searchHelp(typed, helpOf(ussdCode, site))
  useOpenedQuestion()
  return (
    <>
      <SearchBox query={query} onType={setTyped} />
      <p role="status" className="sr-only">
        {typed.trim() && countOf(found)}
      </p>
      {found.length === 0 && (
        <p className="mt-8 rounded-card border border-line bg-paper p-6 text-quiet">
          No answers found for ‘{typed.trim()}’. Try another word, or write to us.
        </p>
      )}
      {found.map((category) => (
        <Category key={category.name} category={category} />
      ))}
      <div className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-card bg-accent-soft p-6">
        <div>
          <h2 className="text-lead font-bold tracking-tight">Still need help?</h2>
          <p className="mt-1">A real person will read and reply.</p>
        </div>
        <ButtonLink to="/contact">Contact us</ButtonLink>
      </div>
    </>
  )
}

function countOf(found: readonly HelpCategory[]): string {
  const count = found.flatMap(({ questions }) => questions).length
  return count === 1 ? '1 answer found' : `${count} answers found`
}

function SearchBox({ query, onType }: { query: string; onType: (typed: string) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Text that the visitor typed before hydration is searched too.
  useEffect(() => onType(input.current!.value), [onType])
  return (
    <search>
      <form
        action={`${PREFIX}/help`}
        onSubmit={(event) => event.preventDefault()}
        className="mt-6 flex flex-wrap gap-3"
      >
        <label htmlFor={id} className="sr-only">
          Search for answers
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          defaultValue={query}
          onChange={(event) => onType(event.target.value)}
          // Stores the query in the address only when the visitor leaves the field, so that the
          // back button restores the results.
          onBlur={({ target: { value } }) => {
            if (location.pathname !== `${PREFIX}/help`) return
            const search = value.trim() ? `?${new URLSearchParams({ q: value })}` : ''
            history.replaceState(history.state, '', location.pathname + search + location.hash)
          }}
          placeholder="Search for answers..."
          autoComplete="off"
          className="min-h-12 min-w-0 flex-1 basis-60 rounded-soft border border-edge bg-white px-4 text-body placeholder:text-quiet [&::-webkit-search-cancel-button]:appearance-none"
        />
        <noscript>
          <button
            type="submit"
            className="min-h-12 rounded-soft bg-accent px-6 font-semibold text-white"
          >
            Search
          </button>
        </noscript>
      </form>
    </search>
  )
}

function Category({ category }: { category: HelpCategory }) {
  return (
    <section aria-label={category.name} className="mt-10">
      <h2 className="text-lead font-bold tracking-tight">{category.name}</h2>
      <div className="mt-3 divide-y divide-line rounded-card border border-line bg-paper">
        {category.questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </div>
    </section>
  )
}

function Question({ question: { id, question, answer } }: { question: HelpQuestion }) {
  return (
    <details className="group">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 font-semibold sm:px-6 [&::-webkit-details-marker]:hidden">
        <h3 id={`${id}-question`}>
          <WholeWords text={question} />
        </h3>
        <FoldMark />
      </summary>
      {/* The id lies inside the <details>, so that a link to it opens the question without script. */}
      <div id={id} className="max-w-[680px] scroll-mt-20 px-4 pb-3 pt-2 sm:px-6">
        {answer.map((paragraph) => (
          <p key={paragraph} className="mb-3">
            <LinkedText text={paragraph} />
          </p>
        ))}
        <Link
          to={`#${id}`}
          aria-describedby={`${id}-question`}
          className="inline-flex min-h-11 items-center text-small text-quiet underline underline-offset-4 hover:text-ink"
        >
          Link to this answer
        </Link>
      </div>
    </details>
  )
}

/**
 * Opens the question that the address names, on the first visit and after each link to another
 * question.
 */
function useOpenedQuestion(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
  useEffect(() => {
    const answer = hash ? document.getElementById(hash.slice(1)) : null
    const details = answer?.closest('details')
    if (!details) return
    details.open = true
    const summary = details.querySelector('summary')
    summary?.scrollIntoView({ block: 'center' })
    summary?.focus({ preventScroll: true })
  }, [hash, key])
}
