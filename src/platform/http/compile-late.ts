import buildValidator from '@fastify/ajv-compiler'
import buildSerializer from '@fastify/fast-json-stringify-compiler'

type Validate = { (data: unknown): boolean; errors?: unknown }

/**
 * Fastify's own schema compilers, run when a route first needs them. Compiling every schema at
 * startup would take a third of the startup time, and the first minute needs few schemas. A schema
 * that many routes share is compiled only once.
 */
export const compilersFactory = {
  buildValidator: late(buildValidator(), (compiled: () => Validate) => {
    const validate: Validate = (data) => {
      const isValid = compiled()(data)
      // Fastify reads the errors from this property.
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
  const known = new WeakMap<object, F>()
  const delayed = (...options: never[]) => {
    const compile = factory(...options)
    return (definition: { schema: object }) =>
      wrap(() => {
        const { schema } = definition
        const compiled = known.get(schema) ?? (compile(definition as never) as F)
        known.set(schema, compiled)
        return compiled
      })
  }
  return delayed as unknown as G
}
