import type { ReactNode } from 'react'
import { feeWords, isNoFee } from '../../accounts/fees/service-fee.rules.ts'
import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { LONE_LINK, LOUD } from '../../ui/button.tsx'
import { useSite } from '../../ui/site.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { fillDays, fillUssd } from '../linked-text.rules.ts'
import { receivedExample } from '../sell.rules.ts'
import {
  CASH,
  DECISION,
  GATE,
  KEPT,
  LEAD,
  OTHER_TERMS,
  PAYMENT_TERMS,
  PLANS,
  REVIEW,
  STATEMENT,
  STEPS,
  USSD,
} from '../sell.text.ts'
import type { SiteReply } from '../site.contract.ts'
import { LinkedText } from './linked-text.tsx'

/**
 * The page for people who want to sell tickets. `site` is null if the settings could not be read:
 * the page then names no fee. `example` is the card of an event on sale.
 */
export function SellTickets({ site, example }: { site: SiteReply | null; example: ReactNode }) {
  const fee = site?.service_fee
  const terms = fee && !isNoFee(fee) ? [...PAYMENT_TERMS, CASH] : PAYMENT_TERMS
  return (
    <div className="py-6 sm:mt-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
        <div>
          <h1 className="text-title font-bold tracking-tight sm:text-hero">Sell tickets</h1>
          <p className="mb-6 mt-3 text-lead">
            <WholeWords text={LEAD} />
          </p>
          <SignUp />
        </div>
        {fee && <Cost fee={fee} />}
      </div>
      <Part id="money" title="When your money comes">
        <p className="mt-2 text-quiet">{STATEMENT}</p>
        {site && (
          <p className="mt-2 font-semibold">{fillDays(DECISION, site.payout_decision_days)}</p>
        )}
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          {PLANS.map(([title, text]) => (
            <Plan key={title} title={title} text={text} />
          ))}
        </div>
        <ol className="mt-6 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {STEPS.map(([title, text], index) => (
            <li key={title} className="flex gap-3">
              <span
                aria-hidden="true"
                className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-bold text-accent-deep"
              >
                {index + 1}
              </span>
              <p>
                <b className="font-semibold">{title}</b>
                <br />
                <WholeWords text={text} />
              </p>
            </li>
          ))}
        </ol>
      </Part>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <Selling />
          {example && (
            <Part id="example" title="An event on sale now">
              <div className="mt-4">{example}</div>
            </Part>
          )}
        </div>
        <Part id="payment" title="Terms of payment">
          <ul className="mt-3 flex max-w-[680px] list-disc flex-col gap-2 pl-6 marker:text-edge">
            {terms.map((text) => (
              <li key={text}>
                <WholeWords text={text} />
              </li>
            ))}
          </ul>
          <p className="mt-3">
            <LinkedText text={OTHER_TERMS} />
          </p>
        </Part>
      </div>
      <div className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-card bg-accent-soft p-6">
        <div className="max-w-[680px]">
          <h2 className="text-lead font-bold tracking-tight">Start with your first event</h2>
          <p className="mt-1">{REVIEW}</p>
        </div>
        <SignUp />
      </div>
    </div>
  )
}

/** A plain link, not a link of the router, because the back office has no Swahili pages. */
function SignUp() {
  return (
    <a href="/organizer/signup" className={LOUD}>
      Create an account
    </a>
  )
}

function Cost({ fee }: { fee: ServiceFee }) {
  return (
    <section
      aria-labelledby="cost"
      className="self-start rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6"
    >
      <h2 id="cost" className="text-small font-semibold text-quiet">
        What it costs
      </h2>
      <p className="mt-1 font-display text-title font-bold text-balance">{feeWords(fee)}</p>
      <p className="mt-2">
        <WholeWords text={receivedExample(fee)} />
      </p>
      {!isNoFee(fee) && (
        <p className="mt-2 text-small text-quiet">
          You can choose for each event that buyers pay the fee on top. Free and complimentary
          tickets have no fee.
        </p>
      )}
      <a href="#payment" className={LONE_LINK}>
        Terms of payment
      </a>
    </section>
  )
}

function Selling() {
  const { ussdCode } = useSite()
  return (
    <>
      {ussdCode && (
        <Part id="ussd" title="Without internet">
          <p className="mt-2">
            <WholeWords text={fillUssd(USSD, ussdCode)} />
          </p>
        </Part>
      )}
      <Part id="gate" title="At the gate">
        <p className="mt-2">
          <WholeWords text={GATE} />
        </p>
      </Part>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10 scroll-mt-4">
      <h2 id={`${id}-title`} className="text-heading font-bold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Plan({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-card border border-line bg-paper p-4 sm:p-6">
      <h3 className="text-lead font-bold tracking-tight">{title}</h3>
      <p className="mt-2">
        <WholeWords text={text} />
      </p>
      <p className="mt-2 text-quiet">
        <WholeWords text={KEPT} />
      </p>
    </div>
  )
}
