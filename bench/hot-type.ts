import type { TypeSpec } from '../test/build.ts'

/** A ticket type whose stock never ends during a bench. */
export const HOT_TYPE: TypeSpec = { capacity: 1_000_000 }

/** `HOT_TYPE` with a price step that contains all of its tickets. */
export const WITH_STEP: TypeSpec = {
  ...HOT_TYPE,
  steps: [{ price: 100, quantity: 1_000_000 }],
}
