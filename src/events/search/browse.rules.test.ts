import { describe, expect, it } from 'vitest'
import { browseQuery, browseSearch, keptByDate, readBrowse } from './browse.rules.ts'

const read = (search: string) => readBrowse(new URLSearchParams(search))

describe('the choices in an address', () => {
  it('choices read back as they were written', () => {
    for (const search of [
      '',
      '?category=Sports',
      '?category=Comedy&date=next_month&pages=3',
      '?category=Comedy&for=tonight',
      '?for=Kisumu&pages=2',
    ]) {
      expect(browseSearch(read(search))).toBe(search)
    }
  })

  it('an invalid address has the default choices', () => {
    const first = { category: '', date: 'all', quick: '', pages: 1 }
    for (const search of ['', '?category=Opera&date=never&pages=-3', '?pages=1.5', '?pages=x']) {
      expect(read(search)).toEqual(first)
    }
    expect(read('?pages=100000').pages).toBe(50)
    expect(read('?category=sPORTS').category).toBe('Sports')
  })

  it('choices become the filters of the list', () => {
    const browse = read('?category=Sports&date=month')
    expect(`${browseQuery(browse, '2027-02-14')}`).toBe(
      'from=2027-02-01&to=2027-02-28&category=Sports',
    )
  })

  // spec: home-upcoming-once
  it('while nothing is chosen, the events in the hero and in Featured are left out', () => {
    const rest = 'is_main_event=false&is_featured=false'
    expect(`${browseQuery(read(''), '2027-02-14')}`).toBe(rest)
    expect(`${browseQuery(read('?pages=3'), '2027-02-14')}`).toBe(rest)
    expect(`${browseQuery(read('?category=Comedy'), '2027-02-14')}`).toBe('category=Comedy')
  })

  // spec: home-date-keeps
  it('another date keeps the category, a town or the free events, and ends a choice of days', () => {
    const kept = (search: string) => keptByDate(read(search))
    expect(kept('')).toEqual([])
    expect(kept('?category=Comedy&date=month&pages=3')).toEqual([['category', 'Comedy']])
    expect(kept('?for=Kisumu')).toEqual([['for', 'Kisumu']])
    expect(kept('?category=Comedy&for=free')).toEqual([
      ['category', 'Comedy'],
      ['for', 'free'],
    ])
    for (const days of ['tonight', 'weekend']) expect(kept(`?for=${days}`)).toEqual([])
  })

  // spec: home-quick-chips
  it('a quick choice becomes a day, the weekend, free events or a town', () => {
    const query = (search: string) => `${browseQuery(read(search), '2026-11-26')}`
    expect(query('?for=tonight')).toBe('from=2026-11-26&to=2026-11-26')
    expect(query('?for=weekend')).toBe('from=2026-11-27&to=2026-11-29')
    expect(query('?for=free')).toBe('is_free=true')
    expect(query('?category=Comedy&for=Kisumu')).toBe('town=Kisumu&category=Comedy')
    expect(query(`?for=${'x'.repeat(300)}`)).toBe(`town=${'x'.repeat(100)}`)
  })
})
