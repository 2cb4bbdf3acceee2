/** The page on which sellers see their own sales. */
export const SELLING: Readonly<Record<string, string>> = {
  'From {}, you choose': 'Kuanzia {}, unachagua bei',
  Hidden: 'Imefichwa',
  'Your sales': 'Mauzo yako',
  'Your sales · Lango': 'Mauzo yako · Lango',
  'See what you have sold for organizers of events.':
    'Ona ulichouza kwa niaba ya waandalizi wa matukio.',
  'If you sell tickets for an organizer, see what you have sold. We send a code to the phone, to make sure that it is yours.':
    'Ikiwa unauza tiketi kwa niaba ya mwandalizi, ona ulichouza. Tunatuma msimbo wa uthibitisho kwa simu hiyo, ili kuhakikisha kwamba ni yako.',
  'If an organizer has entered this number for a seller, we have sent a code to it by SMS. It works for 15 minutes.':
    'Ikiwa mwandalizi ameiweka nambari hii kwa muuzaji, tumeitumia msimbo wa uthibitisho kwa SMS. Unafanya kazi kwa dakika 15.',
  'Show my sales': 'Onyesha mauzo yangu',
  'Number {}': 'Nambari {}',
  '{}% of what the organizer receives': 'Asilimia {} ya anachopokea mwandalizi',
  '{} for each paid ticket': '{} kwa kila tiketi iliyolipwa',
  'You no longer sell for this event': 'Huuzi tena kwa tukio hili',
  Visits: 'Waliofungua',
  Orders: 'Maagizo',
  'Paid by buyers': 'Waliyolipa wanunuzi',
  'People inside': 'Walioingia',
  'Refunded to buyers': 'Waliyorudishiwa wanunuzi',
  'Your commission': 'Kamisheni yako',
  'The organizer pays your commission. Lango does not send it.':
    'Mwandalizi ndiye anayekulipa kamisheni. Lango haiitumi.',
}
