/** The refund policy; see pages-buying.text.ts. */
export const REFUNDS: Readonly<Record<string, string>> = {
  'Ticket sales are final, unless the event is cancelled or rescheduled. If it is cancelled, your money comes back by itself, to the M-PESA number that paid.':
    'Mauzo ya tiketi ni ya mwisho, isipokuwa tukio likifutwa au likihamishwa. Likifutwa, pesa zako hurudi zenyewe, kwa nambari ya M-PESA iliyolipa.',
  'When tickets bought on Lango are refunded, how much comes back, how long it takes and how to ask.':
    'Ni lini pesa za tiketi zilizonunuliwa Lango hurudishwa, ni kiasi gani hurudi, huchukua muda gani na jinsi ya kuomba.',
  'Sales are final': 'Mauzo ni ya mwisho',
  'All ticket sales are final, unless an event is cancelled or rescheduled. We cannot refund a ticket because plans changed, because it was bought by mistake, or because you came late or did not come.':
    'Mauzo yote ya tiketi ni ya mwisho, isipokuwa tukio likifutwa au likihamishwa. Hatuwezi kurudisha pesa za tiketi kwa sababu mipango ilibadilika, kwa sababu ilinunuliwa kimakosa, au kwa sababu ulichelewa au hukuja.',
  'Please check the event, the date, the ticket type and the quantity before you enter your M-PESA PIN. An organizer may be more generous than this policy: if an event has refund terms of its own, they stand on its page, and they can only add to what you are promised here.':
    'Tafadhali hakikisha tukio, tarehe, aina ya tiketi na idadi kabla ya kuweka PIN yako ya M-PESA. Mwandalizi anaweza kuwa mkarimu kuliko sera hii: ikiwa tukio lina masharti yake ya kurudisha pesa, yako kwenye ukurasa wake, na yanaweza tu kuongeza unachoahidiwa hapa.',
  'When an event is cancelled': 'Tukio likifutwa',
  'If an event is cancelled, every ticket for it is refunded automatically. You do not have to ask, call or fill in anything.':
    'Tukio likifutwa, pesa za kila tiketi yake hurudishwa zenyewe. Huhitaji kuomba, kupiga simu wala kujaza chochote.',
  'We tell you by SMS, and by email if you gave us an address.':
    'Tunakujulisha kwa SMS, na kwa barua pepe ikiwa ulitupa anwani.',
  'The money goes to the M-PESA number that paid, and to no other number.':
    'Pesa huenda kwa nambari ya M-PESA iliyolipa, na si kwa nambari nyingine yoyote.',
  'It arrives within {} business days of the cancellation.':
    'Hufika ndani ya siku {} za kazi tangu tukio kufutwa.',
  'Your tickets stop being valid on the day of the cancellation.':
    'Tiketi zako huacha kuwa halali siku ambayo tukio limefutwa.',
  'When an event is rescheduled': 'Tukio likihamishwa',
  'If an event moves to another date, time or place, your tickets stay valid for the new one. You do not have to do anything: the ticket page shows the new date.':
    'Tukio likihamishiwa tarehe, saa au mahali pengine, tiketi zako zinabaki halali kwa mpango mpya. Huhitaji kufanya chochote: ukurasa wa tiketi unaonyesha tarehe mpya.',
  'If you cannot come on the new date, you may ask for a refund. Your request must reach us within {} days of the announcement. After that the tickets stay valid and the sale is final again. The SMS that tells you of the change has a link for that; how else to ask stands [further down](#how-to-ask).':
    'Ikiwa huwezi kuja tarehe mpya, unaweza kuomba kurudishiwa pesa. Ombi lako lazima litufikie ndani ya siku {} tangu tangazo. Baada ya hapo tiketi zinabaki halali na mauzo ni ya mwisho tena. SMS inayokujulisha badiliko ina kiungo cha hilo; njia nyingine za kuomba ziko [hapa chini](#how-to-ask).',
  'How much comes back': 'Ni kiasi gani hurudi',
  'The full price of the ticket is refunded. Transaction fees, such as what M-PESA or a bank charged for the payment, and service fees that were shown to you as such, may not be refundable.':
    'Bei yote ya tiketi hurudishwa. Gharama za muamala, kama vile M-PESA au benki ilitoza kwa malipo, na ada za huduma ulizoonyeshwa kuwa hivyo, huenda zisirudishwe.',
  'Refunds are paid in Kenyan shillings (KES), to the shilling that you paid for the ticket.':
    'Pesa hurudishwa kwa shilingi za Kenya (KES), hadi shilingi uliyolipia tiketi.',
  Exceptions: 'Hali za kipekee',
  'We also refund, although the event takes place as planned, in these three cases:':
    'Pia tunarudisha pesa, ingawa tukio linafanyika kama ilivyopangwa, katika hali hizi tatu:',
  'A technical payment error: money left your M-PESA account and no ticket was issued for it, or you were charged another amount than the one shown.':
    'Kosa la kiufundi la malipo: pesa zilitoka kwenye akaunti yako ya M-PESA na hakuna tiketi iliyotolewa, au ulitozwa kiasi tofauti na kilichoonyeshwa.',
  'A double booking by a system error: the same order was charged twice. You keep the tickets of one payment, and the other payment comes back.':
    'Agizo kutozwa mara mbili kwa kosa la mfumo: agizo lile lile lilitozwa mara mbili. Unabaki na tiketi za malipo moja, na malipo mengine yanarudi.',
  'A significant change of the event: the venue moves to another town, the main act or fixture is replaced, or what your ticket type promised is not there.':
    'Badiliko kubwa la tukio: mahali pamehamia mji mwingine, msanii mkuu au mchezo mkuu umebadilishwa, au kile ambacho aina ya tiketi yako iliahidi hakipo.',
  'Most payment errors are found by our own books before you notice them. A payment that arrives after the tickets have sold out is returned without a request.':
    'Makosa mengi ya malipo hupatikana na vitabu vyetu wenyewe kabla hujayatambua. Malipo yanayofika baada ya tiketi kuisha hurudishwa bila kuombwa.',
  'How to ask for a refund': 'Jinsi ya kuomba kurudishiwa pesa',
  'Write to us through the [contact page](/contact) or to {email}. Please give us the M-PESA reference number of the payment, the event and the reason. Never send us, or anybody, your M-PESA PIN.':
    'Tuandikie kupitia [ukurasa wa mawasiliano](/contact) au kwa {email}. Tafadhali tupe nambari ya kumbukumbu ya M-PESA ya malipo, tukio na sababu. Usimtumie kamwe mtu yeyote, hata sisi, PIN yako ya M-PESA.',
  'You get an answer within 3 business days. If we agree, the money reaches the M-PESA number that paid within {} business days. If we refuse, we tell you why.':
    'Unapata jibu ndani ya siku 3 za kazi. Tukikubali, pesa hufika kwa nambari ya M-PESA iliyolipa ndani ya siku {} za kazi. Tukikataa, tunakuambia kwa nini.',
  'If a refund does not arrive': 'Pesa zisipofika',
  'If {} business days have passed, look for the refund in your M-PESA messages first: it comes as a payment of its own, with a reference of its own. If it is not there, [write to us](/contact) with the reference number of the payment that you made.':
    'Ikiwa siku {} za kazi zimepita, kwanza tafuta pesa hizo kwenye ujumbe wako wa M-PESA: huja kama malipo ya peke yake, yenye kumbukumbu yake. Zisipokuwepo, [tuandikie](/contact) ukiwa na nambari ya kumbukumbu ya malipo uliyofanya.',
  'Nothing in this policy takes away what the Consumer Protection Act of Kenya gives you.':
    'Hakuna chochote katika sera hii kinachoondoa unachopewa na Sheria ya Kenya ya Kuwalinda Watumiaji.',
}
