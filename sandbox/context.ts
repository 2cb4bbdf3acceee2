import type { Faults } from './faults.ts'
import type { SandboxOptions } from './options.ts'
import type { Prompts } from './prompts.ts'
import type { Reports } from './reports.ts'
import type { State } from './state.ts'
import type { Tokens } from './tokens.ts'
import type { Waits } from './waits.ts'

/** What the routes work with. */
export interface Sandbox {
  options: SandboxOptions
  state: State
  faults: Faults
  tokens: Tokens
  prompts: Prompts
  reports: Reports
  waits: Waits
}
