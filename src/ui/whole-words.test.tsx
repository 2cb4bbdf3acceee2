import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WholeWords } from './whole-words.tsx'

test.each([
  ['Pay by M-PESA, please.', ['M-PESA']],
  ['It takes 3-5 days.', ['3-5']],
  ['Balance due: KES 1,234.50.', ['KES 1,234.50']],
  ['KES −1,000 (1 order, 2 tickets)', ['KES −1,000']],
  ['from 7:00 PM, or 10:30 am', ['7:00 PM', '10:30 am']],
  ['asha@lango.test asks to change it.', ['asha@lango.test']],
  ['Nothing to keep together.', []],
])('in %j a line breaks inside none of %j', (text, kept) => {
  const html = renderToStaticMarkup(<WholeWords text={text} />)
  expect([...html.matchAll(/nowrap">([^<]+)</g)].map(([, words]) => words)).toEqual(kept)
  expect(html.replace(/<[^>]+>/g, '')).toBe(text)
})
