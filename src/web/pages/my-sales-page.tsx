import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { MySalesForm } from '../../reports/screens/my-sales-form.tsx'
import { requestSales, type SalesOutcome } from '../../reports/screens/request-sales.ts'
import { apiOf } from '../../ui/api.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PageHandle } from '../layouts/page-head.ts'

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await requestSales(apiOf(context), await request.formData())
  return data(outcome, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Your sales · Lango',
    description: 'See what you have sold for organizers of events.',
    canonical: '/my-sales',
    noindex: true,
  }),
}

const LEAD =
  "If you sell tickets for an organizer, see what you have sold. We'll send a code to the phone, to make sure that it is yours."

export function Component() {
  const posted = useActionData<SalesOutcome>() ?? null
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Your sales</h1>
      <p className="mt-3 text-quiet">
        <WholeWords text={LEAD} />
      </p>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <MySalesForm posted={posted} />
      </div>
    </div>
  )
}
