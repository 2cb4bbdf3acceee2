import { vi } from 'vitest'
import type { Stage } from './stage.ts'

/** Returns the message and the fields of each error that is logged while `work` runs. */
export async function loggedErrors(
  { deps }: Pick<Stage, 'deps'>,
  work: () => Promise<unknown>,
): Promise<unknown[]> {
  const errors = vi.spyOn(deps.log, 'error')
  await work()
  const logged = errors.mock.calls.map(([fields, message]) => [message, fields])
  errors.mockRestore()
  return logged
}
