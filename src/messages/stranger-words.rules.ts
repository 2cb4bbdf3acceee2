import { toGsm } from './sms.rules.ts'

// Checks names and titles that organizers write and strangers read in SMS from Lango.

export type StrangerWords = {
  fault: 'link' | 'number' | 'money' | 'trusted' | 'alphabets'
  /** The words at fault, as they were typed. */
  words: string
}

/** Phones turn texts like 'bit.ly/3x', 'pay.me', '10.0.0.1' and 'a@b' into links. */
const LINK = /\S*(?:[\\]|\/\/|\.\p{L}{2}|\S@\S|\d\.\d+\.\d+\.\d)\S*|\bwww\b\S*/iu
/** Phone numbers, payment numbers (paybill and till), and codes such as *334#. */
const NUMBER = /\d(?:[\s().+-]*\d){6}|\d{5}|\*\s*\d+#?|\d+\s*#/
/** Dates and seasons, which NUMBER would match: '2026-11-29', '29.11.2026', '2026 - 2027'. */
const DAYS =
  /(?<!\d[\s.-]{0,3})\b(?:(?:19|20)\d\d-\d\d-\d\d|\d\d?[.-]\d\d?[.-](?:19|20)\d\d|(?:19|20)\d\d\s*-\s*(?:19|20)\d\d)\b(?![\s.-]{0,3}\d)/g
const AMOUNT =
  /(?:\b(?:kes|kshs?|sh|usd)\b\.?\s*|\$\s*)\d[\d.,]*|\d[\d.,]*\s*(?:kes|kshs?|bob|shillings?|shilingi|million|usd|dollars?|\/=)(?!\w)/i

const CLAIMS = [
  ...['you won', 'you have won', 'you win', 'umeshinda', 'jackpot', 'lottery', 'cash prize'],
  ...['win cash', 'free cash', 'cashback', 'free money', 'send money', 'tuma pesa', 'pesa bure'],
  ...['loan', 'loans', 'mkopo', 'mikopo', 'refund', 'refunds', 'bonus', 'claim your'],
  ...['otp', 'your pin', 'pin yako', 'password', 'your account', 'akaunti yako'],
]
const TRUSTED = [
  ...['lango', 'mpesa', 'fuliza', 'mshwari', 'tkash', 'safaricom', 'airtel', 'airtel money'],
  ...['paybill', 'paypal', 'western union', 'hustler fund', 'ecitizen'],
  ...['bank', 'banks', 'banking', 'banker', 'bankers', 'benki', 'sacco', 'saccos', 'cbk', 'kcb'],
  ...['equity', 'equity bank', 'coop bank', 'family bank', 'ecobank', 'postbank', 'ncba', 'absa'],
  ...['stanbic', 'stanchart', 'standard chartered', 'dtb', 'sidian', 'faulu'],
  ...['police', 'polisi', 'dci', 'criminal investigations'],
  ...['kra', 'itax', 'etims', 'tax', 'taxes', 'ushuru', 'revenue authority'],
]
/** Names forbidden inside words too. Each is too long to occur in other words by chance. */
const INSIDE = ['mpesa', 'fuliza', 'safaricom', 'police', 'polisi', 'ecitizen', 'paybill']

// Letters of other alphabets and digits that look like a Latin letter. 'i' and '1' look like 'l'.
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аαɑ@4',
    b: 'вβʙ8',
    c: 'сϲᴄ',
    d: 'ԁᴅ',
    e: 'еєεᴇ3',
    f: 'ϝғ',
    g: 'ɡɢ',
    h: 'нһηʜ',
    j: 'јᴊ',
    k: 'кκᴋ',
    l: 'іıιɩɪӏʟ|1i',
    m: 'мμᴍ',
    n: 'пνɴ',
    o: 'оοσօᴏ0',
    p: 'рρᴘ',
    q: 'ԛ',
    r: 'гʀ',
    s: 'ѕꜱ$5',
    t: 'тτᴛ7',
    u: 'υսᴜ',
    v: 'ѵᴠ',
    w: 'ԝωᴡ',
    x: 'хχ',
    y: 'уүγʏ',
    z: 'ᴢζ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

type Folded = { text: string; at: number[] }

/**
 * Replaces letters that look alike by one letter, and removes signs that no SMS shows. `at` has the
 * position in `typed` of each letter. A capital inside a word begins a new word: 'KenyaPolice'.
 */
function fold(typed: string, foldsDigits: boolean): Folded {
  const folded: Folded = { text: '', at: [] }
  const push = (text: string, position: number) => {
    folded.text += text
    for (const _ of text) folded.at.push(position)
  }
  let position = 0
  let before = ''
  for (const symbol of typed) {
    if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(symbol)) push(' ', position)
    push(foldSymbol(symbol, foldsDigits), position)
    before = symbol
    position += symbol.length
  }
  folded.at.push(position)
  return folded
}

function foldSymbol(symbol: string, foldsDigits: boolean): string {
  const parts = symbol
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
  return [...parts]
    .map((part) => {
      if (/\s/.test(part)) return ' '
      if (!foldsDigits && /[\d$@|]/.test(part)) return part
      return LOOKALIKES.get(part) ?? (/[ -~]/.test(part) ? part : '')
    })
    .join('')
}

/** A pattern for a word with up to four other characters between letters: 'M-PESA', 'K.R.A.'. */
const spelled = (word: string) => [...fold(word, true).text.replaceAll(' ', '')].join('[^a-z]{0,4}')
const matching = (words: string[]) =>
  `(?<![a-z])(?:${words
    .toSorted((a, b) => b.length - a.length)
    .map(spelled)
    .join('|')})(?![a-z])`
const NAMES = new RegExp(
  `${INSIDE.map((word) => fold(word, true).text).join('|')}|${matching(TRUSTED)}|(?<![a-z])l ?& ?m(?![a-z])`,
  'g',
)
const MONEY = new RegExp(matching(CLAIMS), 'g')
/** A Latin letter next to a letter of another alphabet with capitals, such as Cyrillic or Greek. */
const TWO_ALPHABETS =
  /\S*(?:\p{Script=Latin}(?=(?!\p{Script=Latin}|\p{Script=Common})[\p{Lu}\p{Ll}])|(?!\p{Script=Latin}|\p{Script=Common})[\p{Lu}\p{Ll}](?=\p{Script=Latin}))\S*/u

/** The words of a text that strangers may read only if an admin agrees. */
export function findStrangerWords(typed: string): StrangerWords[] {
  const found = new Map<string, StrangerWords>()
  const add = (fault: StrangerWords['fault'], words: string | undefined) => {
    if (words?.trim()) found.set(`${fault} ${words.trim()}`, { fault, words: words.trim() })
  }
  const texts = [typed, toGsm(typed)]
  add('alphabets', TWO_ALPHABETS.exec(typed.normalize('NFKC'))?.[0])
  add('link', firstMatch(texts, LINK))
  add('number', firstMatch([toGsm(typed).replace(DAYS, '')], NUMBER))
  add('money', firstMatch(texts, AMOUNT))
  for (const foldsDigits of [true, false]) {
    const { text, at } = fold(typed, foldsDigits)
    const words = ({ index, 0: match }: RegExpExecArray) =>
      typed.slice(at[index], at[index + match.length])
    for (const match of text.matchAll(NAMES)) add('trusted', words(match))
    for (const match of text.matchAll(MONEY)) add('money', words(match))
  }
  return [...found.values()]
}

function firstMatch(texts: string[], pattern: RegExp): string | undefined {
  return texts.map((text) => pattern.exec(text)?.[0]).find((match) => match !== undefined)
}

const ADVICE: Record<StrangerWords['fault'], string> = {
  link: 'web addresses are not allowed here',
  number: 'phone numbers and other long numbers are not allowed here',
  money: 'amounts of money, prizes and loans are not allowed here',
  trusted:
    'it must not seem to come from a bank, M-PESA, Lango, the police, a tax office or a phone company',
  alphabets: 'write each word with letters of one alphabet',
}

/** The fault of a text that strangers read in SMS. Null if the text may be sent. */
export function strangerWordsFault(typed: string): string | null {
  const [first] = findStrangerWords(typed)
  return first ? adviceAbout(first) : null
}

/** The advice about forbidden words: which words to change, and why. */
export function adviceAbout({ fault, words }: StrangerWords): string {
  return `People read this in SMS. Change '${words}': ${ADVICE[fault]}.`
}
