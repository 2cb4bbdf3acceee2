import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { MyDataForm } from '../../privacy/screens/my-data-form.tsx'
import { type DataOutcome, requestData } from '../../privacy/screens/request-data.ts'
import { apiOf } from '../../ui/api.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PageHandle } from '../layouts/page-head.ts'

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await requestData(apiOf(context), await request.formData())
  return data(outcome, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Your data · Lango',
    description: 'Get a copy of what we hold about your phone number, or have it erased.',
    canonical: '/my-data',
  }),
}

const LEAD =
  "Get a copy of what we hold about your phone number, or have it erased. We'll send a code to the phone, to make sure that it is yours."

export function Component() {
  const posted = useActionData<DataOutcome>() ?? null
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Your data</h1>
      <p className="mt-3 text-quiet">
        <WholeWords text={LEAD} />
      </p>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <MyDataForm posted={posted} />
      </div>
    </div>
  )
}
