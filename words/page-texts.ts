import { parseSync } from 'vite'

export type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** A text in a source file, as the page shows it. */
export type PageText = {
  /** The English text, with {} for each inserted value or element. */
  english: string
  start: number
  end: number
  /** The expressions inside the text, in their order. */
  parts: Node[]
  /** The white space before and after the text, which separates the text from its neighbours. */
  around: [string, string]
  kind: 'children' | 'template' | 'literal' | 'attribute'
  /**
   * Whether people read this text for certain. If false, the text may be a class name or a code
   * that looks like words.
   */
  isRead: boolean
}

/** Syntax nodes whose texts no reader sees. */
const UNSEEN = ['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSLiteralType']
/** Attributes whose texts people read, or hear from a screen reader. */
const READ = ['aria-label', 'label', 'placeholder', 'hint', 'alt', 'title', 'words', 'text']

const BARE: PageText['around'] = ['', '']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Returns all texts in a source file. A text comes before the texts inside it. */
export function textsOf(path: string, code: string): PageText[] {
  const found: PageText[] = []
  const visit = (node: Node, parent: Node | null, field: string): void => {
    if (UNSEEN.includes(node.type)) return
    const text = textAt(node, parent, field)
    if (text) found.push(text)
    for (const [name, value] of Object.entries(node)) {
      if (name === 'typeAnnotation' || name === 'typeArguments') continue
      for (const one of Array.isArray(value) ? value : [value]) {
        if (isNode(one)) visit(one, node, name)
      }
    }
  }
  visit(parseSync(path, code).program as unknown as Node, null, '')
  return found.sort((one, other) => one.start - other.start || other.end - one.end)
}

function textAt(node: Node, parent: Node | null, field: string): PageText | null {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return childrenText(node)
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as (Node & { value: { cooked: string } })[]
    const english = quasis.map((quasi) => quasi.value.cooked).join('{}')
    const { start, end } = node
    const parts = node.expressions as Node[]
    return {
      english,
      start,
      end,
      parts,
      around: BARE,
      kind: 'template',
      isRead: isSentence(english),
    }
  }
  if (node.type !== 'Literal' || typeof node.value !== 'string') return null
  if (parent?.type === 'Property' && field === 'key') return null
  const { start, end, value: english } = node
  if (parent?.type !== 'JSXAttribute') {
    const isRead = isSentence(english)
    return { english, start, end, parts: [], around: BARE, kind: 'literal', isRead }
  }
  const name = String((parent.name as Node).name)
  const isRead = READ.includes(name) && hasWords(english)
  return { english, start, end, parts: [], around: BARE, kind: 'attribute', isRead }
}

/**
 * All content between two tags is one text, because a translation may need its parts in another
 * order.
 */
function childrenText(element: Node): PageText | null {
  const children = element.children as Node[]
  const whole = children.map(wordsOfChild).join('')
  const english = whole.trim()
  if (!hasWords(english.replaceAll('{}', ''))) return null
  const parts = children.filter((child) => child.type !== 'JSXText' && !isSpace(child))
  const [start, end] = [children[0]!.start, children.at(-1)!.end]
  const around: PageText['around'] = [/^ /.test(whole) ? ' ' : '', / $/.test(whole) ? ' ' : '']
  return { english, start, end, parts, around, kind: 'children', isRead: true }
}

function wordsOfChild(child: Node): string {
  if (child.type === 'JSXText') return jsxWords(String(child.value))
  return isSpace(child) ? ' ' : '{}'
}

/** The text as JSX renders it: lines are trimmed and joined by a space. */
function jsxWords(raw: string): string {
  const lines = raw.split('\n')
  const trimmed = lines.map((line, at) => {
    const left = at === 0 ? line : line.trimStart()
    return at === lines.length - 1 ? left : left.trimEnd()
  })
  return lines.length === 1 ? raw : trimmed.filter((line) => line !== '').join(' ')
}

/** Whether a child is only {' '}. */
function isSpace(child: Node): boolean {
  const inner = child.expression as Node | undefined
  return child.type === 'JSXExpressionContainer' && inner?.type === 'Literal' && inner.value === ' '
}

const hasWords = (text: string) => /\p{L}{2}/u.test(text)

/**
 * Whether a text looks like a sentence: it starts with a capital, has several words ('Try again',
 * '{} has moved') and contains no code.
 */
function isSentence(text: string): boolean {
  const words = text.replaceAll('{}', 'X')
  const isWorded = hasWords(text.replaceAll('{}', ''))
  return (
    isWorded &&
    /^\p{Lu}/u.test(words) &&
    / \p{L}+/u.test(words) &&
    !/[[\]_<=]|:\S|-\[|^M\d/u.test(words)
  )
}
