import type { Faults } from './faults.ts'
import type { Initiator } from './initiator.ts'
import type { Operations } from './operations.ts'
import type { SandboxOptions } from './options.ts'
import type { Paybills } from './paybills.ts'
import type { Prompts } from './prompts.ts'
import type { Reports } from './reports.ts'
import type { State } from './state.ts'
import type { Tokens } from './tokens.ts'
import type { Ussd } from './ussd.ts'
import type { Waits } from './waits.ts'

/** The dependencies of the routes. */
export interface Sandbox {
  options: SandboxOptions
  state: State
  faults: Faults
  tokens: Tokens
  prompts: Prompts
  paybills: Paybills
  initiator: Initiator
  operations: Operations
  reports: Reports
  ussd: Ussd
  waits: Waits
}
