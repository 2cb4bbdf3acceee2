/** The questions of the help page and their answers; see pages-buying.text.ts. */
export const HELP_ANSWERS: Readonly<Record<string, string>> = {
  'How do I buy tickets?': 'Ninanunuaje tiketi?',
  'On this website: open an event, choose how many tickets of each type you want, press ‘Click to Buy’ and enter your phone number. A prompt comes to that phone. Enter your M-PESA PIN, and your tickets are there within seconds. You need no account.':
    'Kwenye tovuti hii: fungua tukio, chagua idadi ya tiketi za kila aina unazotaka, bonyeza ‘Bofya Kununua’ na uweke nambari yako ya simu. Ombi la malipo litakuja kwa simu hiyo. Weka PIN yako ya M-PESA, na tiketi zako zitakuwa tayari kwa sekunde chache. Huhitaji akaunti.',
  'Without internet: dial the USSD code {ussd} on any phone and follow the menu.':
    'Bila intaneti: piga nambari ya USSD {ussd} kwa simu yoyote na ufuate menyu.',
  'Can I get a refund?': 'Je, ninaweza kurudishiwa pesa?',
  'Refunds vary by event. In general sales are final. If an event is cancelled, the money comes back by itself to the M-PESA number that paid. If it is moved to another date, you may ask for a refund within 14 days of the announcement. Some organizers offer more; the page of the event says so.':
    'Kurudishiwa pesa hutegemea tukio. Kwa kawaida mauzo ni ya mwisho. Tukio likifutwa, pesa hurudi zenyewe kwa nambari ya M-PESA iliyolipa. Likihamishiwa tarehe nyingine, unaweza kuomba kurudishiwa pesa ndani ya siku 14 tangu tangazo. Baadhi ya waandalizi hutoa zaidi; ukurasa wa tukio husema hivyo.',
  'The [Refund Policy](/refund-policy) has the whole of it.':
    '[Sera ya Kurudisha Pesa](/refund-policy) ina maelezo yote.',
  'How do I receive my ticket?': 'Nitapataje tiketi yangu?',
  'By SMS to the phone that paid, and by email if you gave an address. Each message has the ticket number and a link to your ticket with its QR code. You also see your tickets on screen as soon as the payment is complete.':
    'Kwa SMS kwenye simu iliyolipa, na kwa barua pepe kama uliweka anwani. Kila ujumbe una nambari ya tiketi na kiungo cha tiketi yako yenye msimbo wa QR. Pia utaona tiketi zako kwenye skrini mara tu malipo yanapokamilika.',
  'I lost my ticket. How do I get it back?': 'Nimepoteza tiketi yangu. Nitaipataje tena?',
  'Go to [My Ticket](/my-ticket), which you also find in the footer of every page, and enter the M-PESA transaction ID of your payment. It is the code at the beginning of the message from M-PESA, such as RG56TYHJ8K.':
    'Nenda kwa [Tiketi Yangu](/my-ticket), ambayo pia iko chini ya kila ukurasa, na uweke nambari ya muamala wa M-PESA ya malipo yako. Ni msimbo ulio mwanzoni mwa ujumbe wa M-PESA, kama RG56TYHJ8K.',
  'Does my ticket work without internet?': 'Je, tiketi yangu inafanya kazi bila intaneti?',
  'Yes. Open your ticket once while you have a connection. After that the same phone shows it without one. You can also print it, or show the ticket number from the SMS.':
    'Ndiyo. Fungua tiketi yako mara moja ukiwa na mtandao. Baada ya hapo simu hiyo hiyo itaionyesha bila mtandao. Unaweza pia kuichapisha, au kuonyesha nambari ya tiketi iliyo kwenye SMS.',
  'I bought several tickets but see only one. Where are the others?':
    'Nilinunua tiketi kadhaa lakini ninaona moja tu. Nyingine ziko wapi?',
  'Tickets of the same type come as one ticket with one QR code. ‘Quantity: 3’ on it means that it admits three people. Please enter together, or ask the steward to let you in one after the other. Each ticket type has a ticket of its own.':
    'Tiketi za aina moja huja kama tiketi moja yenye msimbo mmoja wa QR. ‘Idadi: 3’ juu yake inamaanisha kwamba inaingiza watu watatu. Tafadhali ingieni pamoja, au mwombe mhudumu awaingize mmoja baada ya mwingine. Kila aina ya tiketi ina tiketi yake.',
  'How can I pay?': 'Ninaweza kulipaje?',
  'With M-PESA only. You pay from your own phone, in Kenyan shillings. The phone that pays may be another one than the phone you are looking at now.':
    'Kwa M-PESA pekee. Unalipa kwa simu yako mwenyewe, kwa shilingi za Kenya. Simu inayolipa inaweza kuwa nyingine, si lazima iwe unayotazama sasa.',
  'Is my payment safe?': 'Je, malipo yangu ni salama?',
  'Yes. Payments are processed via the official M-PESA gateway of Safaricom. You enter your PIN in the prompt on your own phone; we never see it, and nobody from Lango will ever ask you for it.':
    'Ndiyo. Malipo hufanywa kupitia mfumo rasmi wa M-PESA wa Safaricom. Unaweka PIN yako kwenye ombi lililo kwenye simu yako; sisi hatuioni kamwe, na hakuna mtu wa Lango atakayewahi kukuuliza.',
  'What happens if my payment fails?': 'Itakuwaje malipo yangu yasipofaulu?',
  'A failed payment means that no tickets are issued and no money is taken. The page tells you what went wrong, such as a wrong PIN, too little balance or a prompt that was not answered in time, and you can try again at once. Your tickets stay set aside for a short while.':
    'Malipo yasipofaulu, hakuna tiketi zinazotolewa na hakuna pesa zinazochukuliwa. Ukurasa hukuambia tatizo ni nini, kama vile PIN isiyo sahihi, salio dogo au ombi ambalo halikujibiwa kwa wakati, na unaweza kujaribu tena papo hapo. Tiketi zako hubaki zimehifadhiwa kwa muda mfupi.',
  'I paid but have no ticket. What should I do?': 'Nimelipa lakini sina tiketi. Nifanye nini?',
  'Please do not pay again. M-PESA sometimes takes a few minutes to tell us about a payment. Enter the transaction ID from your M-PESA message at [My Ticket](/my-ticket). If nothing is found after ten minutes, [contact us](/contact) with that ID. A payment that we could not turn into tickets is refunded.':
    'Tafadhali usilipe tena. Wakati mwingine M-PESA huchukua dakika chache kutujulisha kuhusu malipo. Weka nambari ya muamala iliyo kwenye ujumbe wako wa M-PESA kwa [Tiketi Yangu](/my-ticket). Ikiwa hakuna kitakachopatikana baada ya dakika kumi, [wasiliana nasi](/contact) ukiwa na nambari hiyo. Malipo ambayo hatukuweza kuyageuza kuwa tiketi hurudishwa.',
  'The M-PESA prompt does not appear on my phone.': 'Ombi la M-PESA halionekani kwenye simu yangu.',
  'Unlock the phone, end any call or other M-PESA menu, and check that it has signal. Then try again. If it keeps happening, dial *234# to update the menu of your SIM card.':
    'Fungua simu, kata simu unayozungumza au funga menyu nyingine ya M-PESA, na uhakikishe kuwa kuna mtandao. Kisha jaribu tena. Ikiendelea kutokea, piga *234# kusasisha menyu ya laini yako.',
  'What happens if an event is cancelled or moved?': 'Itakuwaje tukio likifutwa au kuhamishwa?',
  'We notify everyone who has a ticket by SMS and email. After a cancellation you are refunded automatically, which takes 7-14 business days. If the event moves, your ticket is valid for the new date.':
    'Tunamjulisha kila mwenye tiketi kwa SMS na barua pepe. Tukio likifutwa, unarudishiwa pesa zako bila kuomba, kwa muda wa siku 7-14 za kazi. Tukio likihamishwa, tiketi yako ni halali kwa tarehe mpya.',
  'Can I give my ticket to somebody else?': 'Je, ninaweza kumpa mtu mwingine tiketi yangu?',
  'Tickets are generally non-transferable. If you pay for friends or family, come together: one ticket can admit several people. Never post a ticket online, for whoever shows its code first is let in.':
    'Kwa kawaida tiketi haziwezi kuhamishiwa mtu mwingine. Ukiwalipia marafiki au jamaa, njooni pamoja: tiketi moja inaweza kuingiza watu kadhaa. Usiweke tiketi mtandaoni kamwe, kwa kuwa anayeonyesha msimbo wake kwanza ndiye anayeingia.',
  'Where the organizer allows it, you can send a ticket on: open it, press ‘Send this ticket on’ and enter the other phone number, or several for your friends. A code comes by SMS to the phone that paid. Once you enter it, each phone gets a new ticket number by SMS, and the old one ends for them.':
    'Mwandalizi akiruhusu, unaweza kumtumia mwingine tiketi: ifungue, bonyeza ‘Mtumie mwingine tiketi hii’ na uweke nambari ya simu ya mwingine, au kadhaa kwa marafiki zako. Nambari ya siri itakuja kwa SMS kwenye simu iliyolipa. Ukiiweka, kila simu itapata nambari mpya ya tiketi kwa SMS, na ya zamani itaisha kwao.',
  'Somebody offers me a ticket. Is it genuine?': 'Mtu ananiuzia tiketi. Je, ni halisi?',
  'Ask for the ticket number and [check it](/genuine) before you pay: the page says whether it is valid, used, transferred or not valid, for which event and which type. A number that is valid may be known to others. So pay only once the seller has sent the ticket to your phone: you get a new number by SMS, and the old one ends.':
    'Omba nambari ya tiketi na [uikague](/genuine) kabla ya kulipa: ukurasa utasema kama ni halali, imetumika, imehamishwa au si halali, na ni ya tukio gani na aina gani. Nambari iliyo halali huenda inajulikana na wengine. Kwa hivyo lipa tu baada ya muuzaji kutuma tiketi kwa simu yako: utapata nambari mpya kwa SMS, na ya zamani itaisha.',
  'What should I bring to the event?': 'Nije na nini kwenye tukio?',
  'Your ticket, on your phone or on paper, and a valid ID. Some events have an age limit or do not allow bags; the page of the event says so.':
    'Tiketi yako, kwenye simu au kwenye karatasi, na kitambulisho halali. Baadhi ya matukio yana kikomo cha umri au hayaruhusu mifuko; ukurasa wa tukio husema hivyo.',
  'Which gate do I use?': 'Nitumie lango lipi?',
  'The one that your ticket names under ‘Enter Through’. The ticket is valid at that gate only, so that no line gets too long.':
    'Lile ambalo tiketi yako inataja chini ya ‘Ingia Kupitia’. Tiketi ni halali kwa lango hilo pekee, ili foleni isiwe ndefu mno.',
}
