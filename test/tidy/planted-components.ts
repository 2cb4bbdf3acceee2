// Small trees that break one rule each of what components and hooks are made of.
import { plant, SCREEN } from './plant.ts'

const component = (body: string) => ({ [SCREEN]: `function Card() {\n  ${body}\n}` })

export const PLANTED_COMPONENTS = [
  ...[
    'latest.current = load',
    'if (rows) last.current = rows',
    'asked.current ??= begin()',
    'times.current++',
    'const of = useMemo(() => { last.current = rows }, [rows])',
    'rows.map((row) => { last.current = row })',
    ';(() => { last.current = rows })()',
    "last['current'] = rows",
    'useEffect(() => {}, [(last.current = rows)])',
  ].map((body) => plant('ref-write', body, component(body))),
  plant('ref-write', 'in a hook', {
    'src/ui/use-answer.ts': 'export const useAnswer = (load) => { latest.current = load }',
  }),
  plant('ref-write', 'in a component that is handed on', {
    [SCREEN]: 'const Card = memo(() => { latest.current = load })',
  }),
  plant('jsx', 'a hook', { [SCREEN]: 'export function useCard() { return 1 }' }),
  plant('jsx', 'in the back office, with a type of what it is not', {
    'src/events/office/card.tsx': "export type X = 1\nexport const text = '<p>text</p>'",
  }),
]
