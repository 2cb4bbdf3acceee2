import buildValidator from '@fastify/ajv-compiler'
import buildSerializer from '@fastify/fast-json-stringify-compiler'

type Validate = { (data: unknown): boolean; errors?: unknown }

/**
 * Fastify's own compilers, asked for a route's schemas when they are first needed: all of them
 * together are a third of what a start has to do, and few are needed in the first minute.
 */
export const compilersFactory = {
  buildValidator: late(buildValidator(), (compiled: () => Validate) => {
    const validate: Validate = (data) => {
      const isValid = compiled()(data)
      // Where Fastify looks for what is wrong.
      validate.errors = compiled().errors
      return isValid
    }
    return validate
  }),
  buildSerializer: late(
    buildSerializer(),
    (compiled: () => (data: unknown) => string) => (data: unknown) => compiled()(data),
  ),
}

function late<F, G extends (...options: never[]) => (definition: never) => unknown>(
  factory: G,
  wrap: (compiled: () => F) => F,
): G {
  const delayed = (...options: never[]) => {
    const compile = factory(...options)
    return (definition: never) => {
      let compiled: F | undefined
      return wrap(() => {
        compiled ??= compile(definition) as F
        return compiled
      })
    }
  }
  return delayed as unknown as G
}
