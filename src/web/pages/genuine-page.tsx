import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { checkGenuine, type GenuineOutcome } from '../../tickets/screens/check-genuine.ts'
import { GenuineForm } from '../../tickets/screens/genuine-form.tsx'
import { apiOf } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await checkGenuine(apiOf(context), await request.formData())
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (outcome.retryAfter) headers.set('retry-after', String(outcome.retryAfter))
  return data(outcome, { status: outcome.status, headers })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Is this ticket genuine? · Lango',
    description: 'Buying from someone? Check the ticket number before you pay.',
    canonical: '/genuine',
  }),
}

export function Component() {
  const posted = useActionData<GenuineOutcome>() ?? null
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Is it genuine?</h1>
      <p className="mt-3 text-quiet">
        Buying from someone? Pay only when the ticket is on your own phone:
      </p>
      <ol className="mt-2 list-decimal pl-6 text-quiet">
        <li>Check the seller's number here.</li>
        <li>The seller sends the ticket to your phone. You get a new number by SMS.</li>
        <li>Check the new number here. After that the seller can't take it back. Then pay.</li>
      </ol>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <GenuineForm posted={posted} />
      </div>
    </div>
  )
}
