// Finds syntax, regular expressions and built-ins in a script that the oldest supported browsers
// lack.
import { Linter, type Rule } from 'eslint'
import es from 'eslint-plugin-es-x'
import { readBuiltIns } from './built-ins.ts'

const missing = readBuiltIns()

/** Functions of Lango and of libraries that have the name of a newer built-in. */
const OURS = [
  'createContext',
  'forget',
  'getState',
  'navigate',
  'setStatus',
  'subscribe',
  'take',
  'use',
]
/** Built-ins that our code or a library calls only after testing that they exist. */
const TESTED = [
  ...['detect', 'share', 'skipTransition', 'startViewTransition', 'toBase64'],
  ...['navigation', 'setImmediate'],
]

/** The names of members that browsers of the floor have on no object. */
const newMembers = new Set(
  [...missing.members]
    .map((path) => path.split('.')[1]!)
    .filter((name) => !missing.known.has(name) && ![...OURS, ...TESTED].includes(name)),
)

/**
 * Reports built-ins that the floor lacks. The types of objects are not known, so a member is judged
 * by its name alone. `x?.()` and `typeof x` test for a built-in before its use.
 */
const builtIns: Rule.RuleModule = {
  create(context) {
    const report = (node: Rule.Node, name: string) =>
      context.report({ node, message: `${name} is missing at the floor` })
    return {
      'Program:exit'(program) {
        const { through } = context.sourceCode.getScope(program)
        for (const { identifier } of through) {
          const { parent } = identifier as Rule.Node & { parent: Rule.Node }
          const isTest = parent.type === 'UnaryExpression' && parent.operator === 'typeof'
          const { name } = identifier
          if (missing.globals.has(name) && !isTest && !TESTED.includes(name))
            report(identifier as Rule.Node, name)
        }
      },
      MemberExpression(node) {
        const { object, property, computed, parent } = node as typeof node & { parent: Rule.Node }
        if (computed || property.type !== 'Identifier') return
        const { name } = property
        const path = object.type === 'Identifier' ? `${object.name}.${name}` : name
        if (missing.statics.has(path)) return report(node, path)
        const isCall =
          parent.type === 'CallExpression' && !parent.optional && parent.callee === node
        if (newMembers.has(name) && isCall) report(node, name)
      },
    }
  },
}

const CONFIG: Linter.Config = {
  plugins: { 'es-x': es, floor: { rules: { 'built-ins': builtIns } } },
  languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
  linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
  rules: {
    ...es.configs['flat/restrict-to-es2022'].rules,
    // Features of ES2022 or older that Safari 15.4 lacks.
    'es-x/no-class-static-block': 'error',
    'es-x/no-regexp-lookbehind-assertions': 'error',
    'floor/built-ins': 'error',
  },
}

/** Lists the features of a script that a browser at the floor lacks. */
export function findBeyondFloor(script: string): string[] {
  const messages = new Linter().verify(script, CONFIG)
  return [...new Set(messages.map(({ message }) => message))].sort()
}
