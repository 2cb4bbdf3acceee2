/**
 * Texts of the pages from the event to the purchase. The keys are the English texts, with {} for
 * each value; the values are the Swahili texts.
 */
export const BUYING: Readonly<Record<string, string>> = {
  'At most {} in one order': 'Zisizozidi {} kwa agizo moja',
  'Only {} left': 'Zimebaki {} tu',
  'Your tickets are set aside. Pay by M-PESA with the numbers below, and they come by SMS.':
    'Tiketi zako zimehifadhiwa. Lipa kwa M-PESA ukitumia nambari zilizo hapa chini, nazo zitakuja kwa SMS.',
  'In line. Your tickets are set aside; the payment request comes to your phone in a moment.':
    'Uko kwenye foleni. Tiketi zako zimehifadhiwa; ombi la malipo litakuja kwa simu yako hivi punde.',
  'Check your phone and enter your M-PESA PIN to pay.':
    'Angalia simu yako na uweke PIN yako ya M-PESA ili kulipa.',
  'We are checking with M-PESA whether you have paid. Do not pay again.':
    'Tunaangalia na M-PESA kama umelipa. Usilipe tena.',
  'We are still confirming your payment. Do not pay again. Your tickets come by SMS as soon as M-PESA confirms.':
    'Bado tunathibitisha malipo yako. Usilipe tena. Tiketi zako zitakuja kwa SMS mara tu M-PESA itakapothibitisha.',
  'Payment received. Your tickets are on their way.':
    'Malipo yamepokelewa. Tiketi zako ziko njiani.',
  'Payment successful. Your tickets have been sent by SMS.':
    'Malipo yamefaulu. Tiketi zako zimetumwa kwa SMS.',
  'Your payment arrived, but it could not buy these tickets.':
    'Malipo yako yamefika, lakini hayakuweza kununua tiketi hizi.',
  'These tickets were taken back and let nobody in.':
    'Tiketi hizi zimerudishwa na hazimruhusu mtu yeyote kuingia.',
  'Your payment arrived, but it could not buy these tickets. It will be refunded to the M-PESA number that paid.':
    'Malipo yako yamefika, lakini hayakuweza kununua tiketi hizi. Pesa zitarudishwa kwa nambari ya M-PESA iliyolipa.',
  'The tickets are no longer set aside for you.': 'Tiketi hazijahifadhiwa tena kwa ajili yako.',
  'The time to pay ran out and the tickets were released. If M-PESA took your money, tickets or a refund will come by SMS; otherwise you can try again.':
    'Muda wa kulipa umeisha na tiketi zimeachiliwa. Ikiwa M-PESA ilichukua pesa zako, utapata tiketi au pesa zako kupitia SMS; la sivyo unaweza kujaribu tena.',
  'M-PESA has not confirmed that payment. If it took your money, tickets or a refund will come by SMS; otherwise you can try again.':
    'M-PESA haijathibitisha malipo hayo. Ikiwa ilichukua pesa zako, utapata tiketi au pesa zako kupitia SMS; la sivyo unaweza kujaribu tena.',
  'Your payment was refunded to the M-PESA number that paid.':
    'Malipo yako yamerudishwa kwa nambari ya M-PESA iliyolipa.',
  'No connection. Your order is safe; trying again…':
    'Hakuna mtandao. Agizo lako liko salama; tunajaribu tena…',
  'Many people are buying right now. Nothing is lost and nothing was charged: this page tries again by itself in {} seconds.':
    'Watu wengi wananunua sasa hivi. Hakuna kilichopotea wala kutozwa: ukurasa huu utajaribu tena wenyewe baada ya sekunde {}.',
  'Many people are buying right now. Nothing was charged. Press the button again in {} seconds.':
    'Watu wengi wananunua sasa hivi. Hujatozwa chochote. Bonyeza kitufe tena baada ya sekunde {}.',
  'Your payment of {} is still open: {}': 'Malipo yako ya {} bado hayajakamilika: {}',
  Continue: 'Endelea',
  'Show my tickets': 'Onyesha tiketi zangu',
  'Your tickets are ready: {}': 'Tiketi zako ziko tayari: {}',
  'Try again': 'Jaribu tena',
  'Nothing was paid: {}.': 'Hakuna kilicholipwa: {}.',
  'Nothing was paid: {}. {}': 'Hakuna kilicholipwa: {}. {}',
  'Back to the event': 'Rudi kwa tukio',
  'Payment failed. Please try again.': 'Malipo hayakufaulu. Tafadhali jaribu tena.',
  'The price has changed. The new total is {}. Nothing was charged. Pay again to confirm.':
    'Bei imebadilika. Jumla mpya ni {}. Hujatozwa chochote. Lipa tena ili kuthibitisha.',
  'View Ticket →': 'Tazama Tiketi →',
  'Failed to fetch ticket details': 'Maelezo ya tiketi hayakupatikana',
  'Free tickets alone cannot be ordered yet.': 'Bado huwezi kuagiza tiketi za bure pekee.',
  '{} tickets': 'Tiketi {}',
  '1 ticket': 'Tiketi 1',
  'If you typed no PIN, pay by yourself. If you did, wait: do not pay again.':
    'Kama hukuweka PIN, lipa mwenyewe. Kama uliiweka, subiri: usilipe tena.',
  'This event is cancelled, and your payment comes back.':
    'Tukio hili limefutwa, na malipo yako yanarudishwa.',
  'Click to Buy': 'Bofya Kununua',
  'Your choice': 'Chaguo lako',
  'Get tickets': 'Pata tiketi',
  Tickets: 'Tiketi',
  Summary: 'Muhtasari',
  'Ticket sales have ended': 'Mauzo ya tiketi yameisha',
  'Sold Out': 'Zimeisha',
  'Error: Ticket information is not available.': 'Hitilafu: Maelezo ya tiketi hayapatikani.',
  'This event is cancelled': 'Tukio hili limefutwa',
  'See where your refund is': 'Angalia pesa zako zimefika wapi',
  'with your ticket number or M-PESA reference, or read the ':
    'kwa nambari ya tiketi au ya M-PESA, au soma ',
  'refund policy': 'sera ya kurudisha pesa',
  'All tickets have been refunded': 'Pesa za tiketi zote zimerudishwa',
  'Every ticket is refunded, {}-{} business days from {}':
    'Pesa za kila tiketi zitarudishwa, siku {}-{} za kazi tangu {}',
  '{}, to the M-PESA number that paid. You need not do anything, and an SMS tells you.':
    '{}, kwa nambari ya M-PESA iliyolipa. Huhitaji kufanya chochote, na utajulishwa kwa SMS.',
  'No tickets chosen yet.': 'Bado hujachagua tiketi.',
  Total: 'Jumla',
  'Not your number?': 'Si nambari yako?',
  'Another number': 'Nambari nyingine',
  'Your M-PESA number': 'Nambari yako ya M-PESA',
  'We ask it for the PIN as soon as the request that is open has ended. Your tickets go to it.':
    'Itaombwa PIN mara tu ombi lililopo litakapoisha. Tiketi zako zitatumwa kwa nambari hiyo.',
  'Changing…': 'Inabadilishwa…',
  'Use this number': 'Tumia nambari hii',
  'Keep the number as it is': 'Acha nambari ilivyo',
  'No connection. Please try again.': 'Hakuna mtandao. Tafadhali jaribu tena.',
  'The number could not be changed. Please try again.':
    'Nambari haikuweza kubadilishwa. Tafadhali jaribu tena.',
  'Processing Payment...': 'Malipo Yanashughulikiwa...',
  'Pay {}': 'Lipa {}',
  'What to type on your phone': 'Cha kuandika kwenye simu yako',
  'Or pay by yourself': 'Au lipa mwenyewe',
  'Without a request on your phone. If you have paid already, do not pay again.':
    'Bila ombi kwenye simu yako. Ikiwa umeshalipa, usilipe tena.',
  'No request came?': 'Hakuna ombi lililokuja?',
  'Pay by paybill instead': 'Lipa kwa paybill badala yake',
  'Open M-PESA, then Lipa na M-PESA, Paybill, and type:':
    'Fungua M-PESA, kisha Lipa na M-PESA, Paybill, na uandike:',
  'Your tickets are set aside until {}. They come by SMS.':
    'Tiketi zako zimehifadhiwa hadi {}. Zitakuja kwa SMS.',
  Copied: 'Imenakiliwa',
  Copy: 'Nakili',
  'This order is already paid': 'Agizo hili limeshalipiwa',
  'Buy more tickets': 'Nunua tiketi zaidi',
  'Phone number': 'Nambari ya simu',
  'Leave empty to pay with {}.': 'Acha wazi ili kulipa na {}.',
  'Email (optional)': 'Barua pepe (si lazima)',
  'Leave empty to keep what you gave before.': 'Acha wazi ili kubaki na uliyoandika awali.',
  'Try again: pay {}': 'Jaribu tena: lipa {}',
  'Payment Complete!': 'Malipo Yamekamilika!',
  'Comes with your {} message': 'Inakuja na ujumbe wako wa {}',
  'Add to calendar': 'Weka kwenye kalenda',
  'Back to Home': 'Rudi Mwanzo',
  Payment: 'Malipo',
  'The M-PESA prompt comes to this phone, and so do your tickets.':
    'Ombi la M-PESA litakuja kwa simu hii, na tiketi zako pia.',
  'Your order': 'Agizo lako',
  'Choose how many tickets of each type, then go on to pay.':
    'Chagua idadi ya tiketi za kila aina, kisha endelea kulipa.',
  'Already paid': 'Umeshalipa',
  'You paid {} for this event{}. Your tickets are ready.':
    'Ulilipa {} kwa tukio hili{}. Tiketi zako ziko tayari.',
  'Your money goes back to you': 'Pesa zako zinarudishwa kwako',
  'Choose other tickets': 'Chagua tiketi nyingine',
  '{} seconds left': 'Zimebaki sekunde {}',
  seconds: 'sekunde',
  'None left': 'Hakuna iliyobaki',
  'One {} less': 'Punguza {} moja',
  'Quantity of {}': 'Idadi ya {}',
  'One {} more': 'Ongeza {} moja',
  'The request is from {}, account {}.': 'Ombi limetoka kwa {}, akaunti {}.',
  'M-PESA cannot take back the request on {}: cancel it there, or leave it alone. As soon as it has ended,':
    'M-PESA haiwezi kuondoa ombi lililo kwenye {}: lifute hapo, au uliache. Mara litakapoisha,',
  'We are checking with M-PESA whether the request on {} was paid. Do not pay again. If it was not,':
    'Tunaangalia na M-PESA kama ombi lililo kwenye {} lililipwa. Usilipe tena. Kama halikulipwa,',
  '{} is asked next': '{} ndiyo itakayoombwa',
  '{} the request comes to {}. Your tickets go to {}.':
    '{} ombi litakuja kwa {}. Tiketi zako zitatumwa kwa {}.',
  'Pay by M-PESA': 'Lipa kwa M-PESA',
  'Your tickets are set aside. They come by SMS as soon as M-PESA confirms; this page goes on by itself.':
    'Tiketi zako zimehifadhiwa. Zitakuja kwa SMS mara M-PESA itakapothibitisha; ukurasa huu utaendelea wenyewe.',
  'In line': 'Kwenye foleni',
  'Your tickets are set aside. The M-PESA prompt comes to {} in a moment.':
    'Tiketi zako zimehifadhiwa. Ombi la M-PESA litakuja kwa {} hivi punde.',
  'Enter your M-PESA PIN on {}': 'Weka PIN yako ya M-PESA kwenye {}',
  'Enter your {} PIN on {}': 'Weka PIN yako ya {} kwenye {}',
  'Unlock that phone, check the amount and enter your PIN. This page goes on by itself.':
    'Fungua simu hiyo, hakikisha kiasi na uweke PIN yako. Ukurasa huu utaendelea wenyewe.',
  'Checking your payment': 'Tunaangalia malipo yako',
  'We are checking with M-PESA whether you have paid. Do not pay again. This page goes on by itself.':
    'Tunaangalia na M-PESA kama umelipa. Usilipe tena. Ukurasa huu utaendelea wenyewe.',
  'Still confirming': 'Bado tunathibitisha',
  'We are still confirming your payment. Do not pay again.':
    'Bado tunathibitisha malipo yako. Usilipe tena.',
  'Payment received': 'Malipo yamepokelewa',
  'Your tickets are being made.': 'Tiketi zako zinatengenezwa.',
  'Your payment': 'Malipo yako',
  '{} This page goes on by itself once you have paid.':
    '{} Ukurasa huu utaendelea wenyewe ukishalipa.',
  'Your order is safe.': 'Agizo lako liko salama.',
  'Where your payment stands.': 'Malipo yako yamefika wapi.',
  'Your payment · Lango': 'Malipo yako · Lango',
  'This page asks again every {} seconds.': 'Ukurasa huu huuliza tena kila sekunde {}.',
  'Payment Complete! · Lango': 'Malipo Yamekamilika! · Lango',
  'Your tickets.': 'Tiketi zako.',
  'Looking for your tickets?': 'Unatafuta tiketi zako?',
  'Tickets that you paid for come to your phone by SMS. Open the link in that message, or find them by the reference number in your M-PESA message.':
    'Tiketi ulizolipia huja kwa simu yako kwa SMS. Fungua kiungo kilicho kwenye ujumbe huo, au uzitafute kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  'M-PESA works on Safaricom lines, and this looks like a number of another operator. If it has moved to Safaricom, go on.':
    'M-PESA hutumika kwenye laini za Safaricom, na hii inaonekana kuwa nambari ya mtandao mwingine. Ikiwa imehamia Safaricom, endelea.',
  'Please enter a valid email address': 'Tafadhali weka anwani sahihi ya barua pepe',
  'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)':
    'Tafadhali weka nambari sahihi ya simu inayoanza na 0 au 254 (k.m. 0712345678 au 254712345678)',
  'Put a 0 in front of this number.': 'Weka 0 mbele ya nambari hii.',
  'This is not a Kenyan mobile number.': 'Hii si nambari ya simu ya mkononi ya Kenya.',
  'This number is too short.': 'Nambari hii ni fupi mno.',
  'This number is too long.': 'Nambari hii ni ndefu mno.',
}
