import { callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import { PASSWORDS_DIFFER, SIGN_UP_FAILED, signUpFaults } from '../sign-up.rules.ts'
import type { FormOutcome } from './early-post.tsx'

export type SignUpOutcome = FormOutcome & { created?: { email: string } }

export async function sendSignUp(fetchApi: FetchApi, fields: FormData): Promise<SignUpOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const typed = { full_name: text('full_name'), email: text('email'), password: text('password') }
  const faults = {
    ...(typed.password !== text('confirm') && { confirm: PASSWORDS_DIFFER }),
    ...signUpFaults(typed),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const answer = await callApi(fetchApi, '/api/auth/signup', jsonPost(typed))
  if (answer.ok) return { created: { email: typed.email.trim() } }
  return answer.field && answer.field in typed
    ? { faults: { [answer.field]: answer.error } }
    : { problem: answer.status === 0 ? SIGN_UP_FAILED : answer.error || SIGN_UP_FAILED }
}
