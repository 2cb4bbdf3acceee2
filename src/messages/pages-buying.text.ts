/** Texts of the pages for buyers: from English, with {} for each value, to Swahili. */
export const BUYING: Readonly<Record<string, string>> = {
  'Maximum {} per order': 'Zisizozidi {} kwa agizo moja',
  'Only {} left': 'Zimebaki {} tu',
  'Your money stays with us until the morning after the event':
    'Pesa zako zinabaki kwetu hadi asubuhi baada ya tukio',
  "We're holding your tickets. Pay with M-PESA using the details below, and you'll get them by SMS.":
    'Tumekuhifadhia tiketi zako. Lipa kwa M-PESA ukitumia maelezo yaliyo hapa chini, na utazipata kwa SMS.',
  "In the queue. We're holding your tickets; you'll get the M-PESA prompt in a moment.":
    'Uko kwenye foleni. Tumekuhifadhia tiketi zako; utapata ombi la M-PESA hivi punde.',
  'Check your phone and enter your M-PESA PIN to pay.':
    'Angalia simu yako na uweke PIN yako ya M-PESA ili kulipa.',
  'We are checking with M-PESA whether you have paid. Do not pay again.':
    'Tunaangalia na M-PESA kama umelipa. Usilipe tena.',
  "We are still confirming your payment. Do not pay again. You'll get your tickets by SMS when M-PESA confirms.":
    'Bado tunathibitisha malipo yako. Usilipe tena. Utapata tiketi zako kwa SMS M-PESA itakapothibitisha.',
  'Payment received. Your tickets are on their way.':
    'Malipo yamepokelewa. Tiketi zako ziko njiani.',
  'Payment successful. We could not deliver the SMS with your tickets. Keep this page, or find them with the reference number in your M-PESA message.':
    'Malipo yamefanikiwa. Hatukuweza kufikisha SMS yenye tiketi zako. Hifadhi ukurasa huu, au zitafute kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  'Payment successful. Your tickets have been sent by SMS.':
    'Malipo yamefaulu. Tiketi zako zimetumwa kwa SMS.',
  'Your tickets are on their way.': 'Tiketi zako zinakuja.',
  'Your tickets have been sent by SMS.': 'Tiketi zako zimetumwa kwa SMS.',
  'We could not deliver the SMS with your tickets. Keep this page.':
    'Hatukuweza kufikisha SMS yenye tiketi zako. Hifadhi ukurasa huu.',
  "We received your payment but couldn't issue these tickets.":
    'Tumepokea malipo yako lakini hatukuweza kutoa tiketi hizi.',
  'These tickets were cancelled and are no longer valid.':
    'Tiketi hizi zimefutwa na si halali tena.',
  "We received your payment but couldn't issue these tickets. It will be refunded to the M-PESA number that paid.":
    'Tumepokea malipo yako lakini hatukuweza kutoa tiketi hizi. Pesa zitarudishwa kwa nambari ya M-PESA iliyolipa.',
  "We're no longer holding these tickets for you.": 'Tiketi hazijahifadhiwa tena kwa ajili yako.',
  "You ran out of time to pay and the tickets were released. If M-PESA took your money, you'll get tickets by SMS or a refund; otherwise you can try again.":
    'Muda wa kulipa umeisha na tiketi zimeachiliwa. Ikiwa M-PESA ilichukua pesa zako, utapata tiketi kwa SMS au utarudishiwa pesa; la sivyo unaweza kujaribu tena.',
  "M-PESA has not confirmed that payment. If it took your money, you'll get tickets by SMS or a refund; otherwise you can try again.":
    'M-PESA haijathibitisha malipo hayo. Ikiwa ilichukua pesa zako, utapata tiketi kwa SMS au utarudishiwa pesa; la sivyo unaweza kujaribu tena.',
  'Your payment was refunded to the M-PESA number that paid.':
    'Malipo yako yamerudishwa kwa nambari ya M-PESA iliyolipa.',
  'No connection. Your order is safe; trying again…':
    'Hakuna mtandao. Agizo lako liko salama; tunajaribu tena…',
  "We're very busy right now. Your order is safe and nothing was charged: this page will try again automatically in {} seconds.":
    'Tuna wateja wengi sasa hivi. Agizo lako liko salama na hujatozwa chochote: ukurasa huu utajaribu tena wenyewe baada ya sekunde {}.',
  "We're very busy right now. Nothing was charged. Press the button again in {} seconds.":
    'Tuna wateja wengi sasa hivi. Hujatozwa chochote. Bonyeza kitufe tena baada ya sekunde {}.',
  'Payment in progress: {} for {}': 'Malipo yanaendelea: {} ya {}',
  Continue: 'Endelea',
  'Show my tickets': 'Onyesha tiketi zangu',
  'Your tickets are ready: {}': 'Tiketi zako ziko tayari: {}',
  'Try again': 'Jaribu tena',
  'Payment not completed: {}.': 'Malipo hayakukamilika: {}.',
  'Payment not completed: {}. {}': 'Malipo hayakukamilika: {}. {}',
  'Back to the event': 'Rudi kwa tukio',
  'Payment failed. Please try again.': 'Malipo hayakufaulu. Tafadhali jaribu tena.',
  'The price has changed. The new total is {}. Nothing was charged. Pay again to confirm.':
    'Bei imebadilika. Jumla mpya ni {}. Hujatozwa chochote. Lipa tena ili kuthibitisha.',
  'View Ticket →': 'Tazama Tiketi →',
  'Failed to fetch ticket details': 'Maelezo ya tiketi hayakupatikana',
  'These tickets come only with a paid ticket. Add one.':
    'Tiketi hizi hupatikana tu pamoja na tiketi ya kulipia. Ongeza moja.',
  '{} tickets': 'Tiketi {}',
  'You have 1 ticket': 'Una tiketi 1',
  'You have {} tickets': 'Una tiketi {}',
  View: 'Tazama',
  Hide: 'Ficha',
  '1 ticket': 'Tiketi 1',
  "Didn't enter your PIN? Pay with Paybill. If you did, wait – don't pay twice.":
    'Hukuweka PIN? Lipa kwa Paybill. Kama uliiweka, subiri – usilipe mara mbili.',
  'This event is cancelled, and your payment will be refunded.':
    'Tukio hili limefutwa, na malipo yako yatarudishwa.',
  'Click to Buy': 'Bofya Kununua',
  'Your choice': 'Chaguo lako',
  'Get tickets': 'Pata tiketi',
  'Get {}': 'Pata {}',
  "We'll send a code to this number, and then your tickets.":
    'Tutatuma msimbo wa uthibitisho kwa nambari hii, kisha tiketi zako.',
  'Please wait…': 'Tafadhali subiri…',
  'Send the code again': 'Tuma msimbo tena',
  'Your number': 'Nambari yako',
  'Confirm your number now': 'Thibitisha nambari yako sasa',
  'Your number is confirmed. When the sale begins, one tap is enough.':
    'Nambari yako imethibitishwa. Mauzo yakianza, bonyeza mara moja tu.',
  'Enter the 6 digits from the SMS.': 'Weka tarakimu 6 zilizo kwenye SMS.',
  'Enter the code that we sent you by SMS.': 'Weka msimbo tuliokutumia kwa SMS.',
  'Your tickets go to {}': 'Tiketi zako zitatumwa kwa {}',
  'Your tickets are on their way: {}': 'Tiketi zako zinakuja: {}',
  'You did not get the tickets: {}.': 'Hukupata tiketi: {}.',
  'Your tickets are ready': 'Tiketi zako ziko tayari',
  'Your tickets are ready!': 'Tiketi zako ziko tayari!',
  'Get more tickets': 'Pata tiketi zaidi',
  'Get more tickets or add-ons': 'Pata tiketi zaidi au nyongeza',
  'You have these tickets': 'Una tiketi hizi',
  'This page updates automatically.': 'Ukurasa huu hujisasisha wenyewe.',
  '{} This page updates automatically.': '{} Ukurasa huu hujisasisha wenyewe.',
  Close: 'Funga',
  'Pay as {}': 'Lipa kama {}',
  change: 'badilisha',
  'Tickets at the gate': 'Tiketi langoni',
  'New date: {} (was {})': 'Tarehe mpya: {} (awali {})',
  'New time: {} (was {})': 'Saa mpya: {} (awali {})',
  Days: 'Siku',
  Cancelled: 'Imefutwa',
  'Moved, was {}': 'Imehamishwa, awali {}',
  '{} only': '{} pekee',
  'Both days': 'Siku zote mbili',
  'All {} days': 'Siku zote {}',
  '{}, once a day': '{}, mara moja kwa siku',
  '{}, once in all': '{}, mara moja kwa jumla',
  'One visit, on either day': 'Kuingia mara moja, siku yoyote kati ya mbili',
  'One visit, any of the {} days': 'Kuingia mara moja, siku yoyote kati ya {}',
  'One visit, any of {}': 'Kuingia mara moja, siku yoyote kati ya {}',
  'New place: {} (was {})': 'Mahali papya: {} (awali {})',
  'Only 1 of {} is left': 'Imebaki 1 tu kati ya {}',
  'Only {} of {} are left': 'Zimebaki {} tu kati ya {}',
  'Take {} · {}': 'Chukua {} · {}',
  'Continue your order': 'Endelea na agizo lako',
  'All tickets are being bought right now. Unpaid ones return within minutes.':
    'Tiketi zote zinanunuliwa sasa hivi. Zisizolipiwa hurudi baada ya dakika chache.',
  Tickets: 'Tiketi',
  Summary: 'Muhtasari',
  'Ticket sales have ended': 'Mauzo ya tiketi yameisha',
  'Sold Out': 'Zimeisha',
  'Error: Ticket information is not available.': 'Hitilafu: Maelezo ya tiketi hayapatikani.',
  'This event is cancelled': 'Tukio hili limefutwa',
  'Track your refund': 'Fuatilia marejesho yako',
  'with your ticket number or M-PESA reference, or read the ':
    'kwa nambari ya tiketi au ya M-PESA, au soma ',
  'refund policy': 'sera ya kurudisha pesa',
  'All tickets have been refunded': 'Pesa za tiketi zote zimerudishwa',
  'Every ticket will be refunded by {}': 'Pesa za kila tiketi zitarudishwa kufikia {}',
  "{}, to the M-PESA number that paid. You don't need to do anything; we'll let you know by SMS.":
    '{}, kwa nambari ya M-PESA iliyolipa. Huhitaji kufanya chochote; tutakujulisha kwa SMS.',
  'No tickets selected': 'Hakuna tiketi zilizochaguliwa',
  Total: 'Jumla',
  'Not your number?': 'Si nambari yako?',
  'Another number': 'Nambari nyingine',
  'Your M-PESA number': 'Nambari yako ya M-PESA',
  "We'll prompt this number when the first prompt ends. Your tickets go there too.":
    'Tutatuma ombi kwa nambari hii ombi la kwanza litakapoisha. Tiketi zako zitatumwa hapo pia.',
  'Changing…': 'Inabadilishwa…',
  'Change number': 'Badilisha nambari',
  'Keep this number': 'Acha nambari hii',
  'No connection. Please try again.': 'Hakuna mtandao. Tafadhali jaribu tena.',
  'The number could not be changed. Please try again.':
    'Nambari haikuweza kubadilishwa. Tafadhali jaribu tena.',
  'Processing Payment...': 'Malipo Yanashughulikiwa...',
  'Pay {}': 'Lipa {}',
  'Enter these details': 'Weka maelezo haya',
  'Or pay with Paybill': 'Au lipa kwa Paybill',
  'Sending…': 'Inatumwa…',
  'Send a prompt instead': 'Tuma ombi la M-PESA badala yake',
  'Not paid yet? We can send an M-PESA prompt to {}.':
    'Bado hujalipa? Tunaweza kutuma ombi la M-PESA kwa {}.',
  "No prompt needed. If you have already paid, don't pay again.":
    'Bila ombi kwenye simu yako. Ikiwa umeshalipa, usilipe tena.',
  'No prompt?': 'Hujapata ombi?',
  'Pay with Paybill': 'Lipa kwa Paybill',
  'Open {}, choose Pay Bill, and enter exactly:': 'Fungua {}, chagua Pay Bill, na uweke kamili:',
  'Open M-PESA, then Lipa na M-PESA, Paybill, and enter:':
    'Fungua M-PESA, kisha Lipa na M-PESA, Paybill, na uweke:',
  "We're holding your tickets until {}. You'll get them by SMS.":
    'Tumekuhifadhia tiketi zako hadi {}. Utazipata kwa SMS.',
  Copied: 'Imenakiliwa',
  Copy: 'Nakili',
  'This order is already paid': 'Agizo hili limeshalipiwa',
  'Buy more tickets': 'Nunua tiketi zaidi',
  'Buy more tickets or add-ons': 'Nunua tiketi zaidi au nyongeza',
  'To choose more, press this first:': 'Ili kuchagua zaidi, bonyeza hapa kwanza:',
  Event: 'Tukio',
  Amount: 'Kiasi',
  'Order number': 'Nambari ya agizo',
  'Payment reference': 'Nambari ya malipo',
  'Business number': 'Nambari ya biashara',
  'Account number': 'Nambari ya akaunti',
  'Phone number': 'Nambari ya simu',
  'Leave blank to pay with {}.': 'Acha wazi ili kulipa na {}.',
  'Email (optional)': 'Barua pepe (si lazima)',
  'Leave blank to keep your earlier email.': 'Acha wazi ili kubaki na barua pepe ya awali.',
  'Try again: pay {}': 'Jaribu tena: lipa {}',
  'Payment Complete!': 'Malipo Yamekamilika!',
  'Comes with your {} message': 'Inakuja na ujumbe wako wa {}',
  'Add to calendar': 'Weka kwenye kalenda',
  'Back to Home': 'Rudi Mwanzo',
  Payment: 'Malipo',
  "We'll send your tickets to this number.": 'Tutatuma tiketi zako kwa nambari hii.',
  "We'll send the M-PESA prompt and your tickets to this number.":
    'Tutatuma ombi la M-PESA na tiketi zako kwa nambari hii.',
  'Your order': 'Agizo lako',
  'Choose your tickets, then continue to payment.': 'Chagua tiketi zako, kisha endelea kulipa.',
  'Already paid': 'Umeshalipa',
  'You paid {} for this event{}. Your tickets are ready.':
    'Ulilipa {} kwa tukio hili{}. Tiketi zako ziko tayari.',
  'Your payment will be refunded': 'Malipo yako yatarudishwa',
  'Choose other tickets': 'Chagua tiketi nyingine',
  '{} seconds left': 'Zimebaki sekunde {}',
  seconds: 'sekunde',
  'All taken right now': 'Zimechukuliwa zote kwa sasa',
  'Not on sale yet': 'Bado hazijaanza kuuzwa',
  'No longer on sale': 'Haziuzwi tena',
  'On sale {}': 'Zitaanza kuuzwa {}',
  'Starts in {}': 'Zinaanza baada ya {}',
  'Starting now': 'Zinaanza kuuzwa sasa',
  '{} d {} h': 'siku {}, saa {}',
  '{} h {} min': 'saa {}, dakika {}',
  'until {}': 'hadi {}',
  '{} left': 'zimebaki {}',
  'then {}': 'kisha {}',
  '{} each': '{} kila moja',
  'Have a code?': 'Una msimbo?',
  Apply: 'Tumia',
  'Code {} applied': 'Msimbo {} umetumika',
  Remove: 'Ondoa',
  'This code is not valid here': 'Msimbo huu haufanyi kazi hapa',
  'Unlocked by code {}': 'Imefunguliwa kwa msimbo {}',
  'with code {}, instead of {}': 'kwa msimbo {}, badala ya {}',
  '{} is cheaper than with the code': '{} ni nafuu kuliko bei kwa msimbo',
  'This code is for other tickets of this event.':
    'Msimbo huu ni wa tiketi nyingine za tukio hili.',
  'This code has been used up.': 'Msimbo huu umeshatumika wote.',
  'This code works for 1 more ticket': 'Msimbo huu unafaa kwa tiketi 1 zaidi',
  'This code works for {} more tickets': 'Msimbo huu unafaa kwa tiketi {} zaidi',
  'One phone number can buy 1 ticket with this code.':
    'Nambari moja ya simu inaweza kununua tiketi 1 kwa msimbo huu.',
  'One phone number can buy {} tickets with this code.':
    'Nambari moja ya simu inaweza kununua tiketi {} kwa msimbo huu.',
  'Choose a price of {} or more.': 'Chagua bei ya {} au zaidi.',
  'M-PESA takes at most {} in one payment.': 'M-PESA inapokea {} pekee kwa malipo moja.',
  'Choose a price from {} to {}.': 'Chagua bei kati ya {} na {}.',
  'Price of {}': 'Bei ya {}',
  'Price per ticket of {}': 'Bei ya kila tiketi ya {}',
  'per ticket': 'kwa kila tiketi',
  'includes {} service fee': 'pamoja na ada ya huduma {}',
  'Only {} left at {}. {} tickets cost {}.': 'Zimebaki {} tu kwa {}. Tiketi {} ni {}.',
  'One {} less': 'Punguza {} moja',
  'Quantity of {}': 'Idadi ya {}',
  'One {} more': 'Ongeza {} moja',
  'The prompt is from {}, account {}.': 'Ombi limetoka kwa {}, akaunti {}.',
  "The prompt on {} can't be withdrawn. Cancel it there or let it expire; then":
    'Ombi lililo kwenye {} haliwezi kuondolewa. Lifute hapo au uliache liishe; kisha',
  'We are checking with M-PESA whether the prompt on {} was paid. Do not pay again. If it was not,':
    'Tunaangalia na M-PESA kama ombi lililo kwenye {} lililipwa. Usilipe tena. Kama halikulipwa,',
  'Next prompt goes to {}': 'Ombi linalofuata litaenda kwa {}',
  '{} we prompt {}. Your tickets go to {}.':
    '{} tutatuma ombi kwa {}. Tiketi zako zitatumwa kwa {}.',
  'Pay with M-PESA': 'Lipa kwa M-PESA',
  'Pay from {}': 'Lipa kwa {}',
  'This page updates automatically when M-PESA confirms your payment.':
    'Ukurasa huu hujisasisha M-PESA itakapothibitisha malipo yako.',
  'In the queue': 'Kwenye foleni',
  "We're holding your tickets. The M-PESA prompt will be on {} in a moment.":
    'Tumekuhifadhia tiketi zako. Ombi la M-PESA litakuja kwa {} hivi punde.',
  'Enter your M-PESA PIN on {}': 'Weka PIN yako ya M-PESA kwenye {}',
  'Enter your {} PIN on {}': 'Weka PIN yako ya {} kwenye {}',
  'Unlock that phone, check the amount and enter your PIN. This page updates automatically.':
    'Fungua simu hiyo, hakikisha kiasi na uweke PIN yako. Ukurasa huu hujisasisha.',
  'Checking your payment': 'Tunaangalia malipo yako',
  'We are checking with M-PESA whether you have paid. Do not pay again. This page updates automatically.':
    'Tunaangalia na M-PESA kama umelipa. Usilipe tena. Ukurasa huu hujisasisha.',
  'Still confirming': 'Bado tunathibitisha',
  'We are still confirming your payment. Do not pay again.':
    'Bado tunathibitisha malipo yako. Usilipe tena.',
  'Payment received': 'Malipo yamepokelewa',
  "We're preparing your tickets.": 'Tunatayarisha tiketi zako.',
  'Your payment': 'Malipo yako',
  'Your order is safe.': 'Agizo lako liko salama.',
  'Payment status.': 'Hali ya malipo yako.',
  'Your payment · Lango': 'Malipo yako · Lango',
  'This page refreshes every {} seconds.': 'Ukurasa huu hujisasisha kila sekunde {}.',
  'Payment Complete! · Lango': 'Malipo Yamekamilika! · Lango',
  'Your tickets.': 'Tiketi zako.',
  'Looking for your tickets?': 'Unatafuta tiketi zako?',
  "We'll send your tickets to your phone by SMS. Open the link in that message, or find them with the reference number in your M-PESA message.":
    'Tunatuma tiketi zako kwa simu yako kwa SMS. Fungua kiungo kilicho kwenye ujumbe huo, au uzitafute kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  "M-PESA works on Safaricom lines, and this looks like another network's number. If you've moved it to Safaricom, press Pay; or enter a Safaricom number.":
    'M-PESA hutumika kwenye laini za Safaricom, na hii inaonekana kuwa nambari ya mtandao mwingine. Ikiwa umeihamishia Safaricom, bonyeza Lipa; au weka nambari ya Safaricom.',
  "M-PESA prompts reach Safaricom lines, and this looks like another network's number.":
    'Maombi ya M-PESA hufika kwenye laini za Safaricom, na hii inaonekana kuwa nambari ya mtandao mwingine.',
  'Abroad? Someone in Kenya can pay for you': 'Uko nje ya nchi? Mtu aliye Kenya anaweza kukulipia',
  'Enter their M-PESA number above and your email here. They get the prompt and an SMS with the tickets; you get the tickets by email.':
    'Weka nambari yake ya M-PESA hapo juu na barua pepe yako hapa. Yeye hupata ombi na SMS yenye tiketi; wewe hupata tiketi kwa barua pepe.',
  'Abroad? Someone in Kenya can pay for you. Enter their M-PESA number above and your email below. They get the prompt and an SMS with the tickets; you get the tickets by email.':
    'Uko nje ya nchi? Mtu aliye Kenya anaweza kukulipia. Weka nambari yake ya M-PESA hapo juu na barua pepe yako hapo chini. Yeye hupata ombi na SMS yenye tiketi; wewe hupata tiketi kwa barua pepe.',
  'Your email': 'Barua pepe yako',
  'How to pay': 'Namna ya kulipa',
  'Pay from {}: pay bill, business number, account, exact amount':
    'Lipa kwa {}: pay bill, nambari ya biashara, akaunti, kiasi kamili',
  'When no prompt is open, this page shows them.':
    'Kama hakuna ombi lililo wazi, ukurasa huu unazionyesha.',
  "I've moved this number to Safaricom. Send the M-PESA prompt.":
    'Nimehamishia nambari hii Safaricom. Tuma ombi la M-PESA.',
  "M-PESA works on Safaricom lines, and this looks like another network's number. If you've moved it to Safaricom, press Change number.":
    'M-PESA hutumika kwenye laini za Safaricom, na hii inaonekana kuwa nambari ya mtandao mwingine. Ikiwa umeihamishia Safaricom, bonyeza Badilisha nambari.',
  'Please enter a valid email address': 'Tafadhali weka anwani sahihi ya barua pepe',
  'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)':
    'Tafadhali weka nambari sahihi ya simu inayoanza na 0 au 254 (k.m. 0712345678 au 254712345678)',
  'Put a 0 in front of this number.': 'Weka 0 mbele ya nambari hii.',
  'This is not a Kenyan mobile number.': 'Hii si nambari ya simu ya mkononi ya Kenya.',
  'This number is too short.': 'Nambari hii ni fupi mno.',
  'This number is too long.': 'Nambari hii ni ndefu mno.',
}
