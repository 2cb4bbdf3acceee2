/**
 * Texts about events, and of the header and footer of all pages; see pages-buying.text.ts for the
 * format.
 */
export const SITE: Readonly<Record<string, string>> = {
  'This Week': 'Wiki Hii',
  'This Month': 'Mwezi Huu',
  'Next Month': 'Mwezi Ujao',
  'All Upcoming': 'Yote Yajayo',
  'Limited Tickets': 'Tiketi Chache',
  Free: 'Bure',
  '{} attending': 'Watu {} watahudhuria',
  'Filter by category': 'Chuja kwa aina',
  All: 'Yote',
  'Browse by date{}': 'Tafuta kwa tarehe{}',
  Show: 'Onyesha',
  'Standard Admission': 'Kiingilio cha Kawaida',
  'Buy Tickets': 'Nunua Tiketi',
  'Buy Tickets for {}': 'Nunua Tiketi za {}',
  'There are more events. Search, or choose a category or a date.':
    'Kuna matukio zaidi. Tafuta, au chagua aina au tarehe.',
  'Load More Events': 'Onyesha Matukio Zaidi',
  'About this event': 'Kuhusu tukio hili',
  From: 'Kuanzia',
  carousel: 'picha zinazopita',
  'Main events': 'Matukio makuu',
  'Next: {}': 'Inayofuata: {}',
  'Show {}': 'Onyesha {}',
  'Turn slides by themselves': 'Picha zipite zenyewe',
  'Stop turning slides': 'Simamisha picha',
  'No events found': 'Hakuna matukio yaliyopatikana',
  'Search events': 'Tafuta matukio',
  'Search events...': 'Tafuta matukio...',
  'Events found': 'Matukio yaliyopatikana',
  'Searching...': 'Inatafuta...',
  'No connection. Trying again…': 'Hakuna mtandao. Tunajaribu tena…',
  'Link copied': 'Kiungo kimenakiliwa',
  'Copy this address: {}': 'Nakili anwani hii: {}',
  'Bring someone along': 'Njoo na mwenzako',
  'Share on WhatsApp': 'Shiriki kwa WhatsApp',
  'Copy link': 'Nakili kiungo',
  'Event not found': 'Tukio halikupatikana',
  'Event not found · Lango': 'Tukio halikupatikana · Lango',
  '{}, {}. Tickets by M-PESA.': '{}, {}. Tiketi kwa M-PESA.',
  'No connection.': 'Hakuna mtandao.',
  'Buy by phone: {}': 'Nunua kwa simu: {}',
  'Lango, home': 'Lango, mwanzo',
  'Page not found': 'Ukurasa haukupatikana',
  'Something went wrong': 'Kuna hitilafu',
  'Check the number for a typing error, or find the ticket by its M-PESA reference.':
    'Hakikisha nambari haina kosa, au utafute tiketi kwa kumbukumbu yake ya M-PESA.',
  'It may have moved, or the address has a typing error.':
    'Huenda umehamishwa, au anwani ina kosa la kuandika.',
  'This page could not be shown. Please try again in a moment.':
    'Ukurasa huu haukuweza kuonyeshwa. Tafadhali jaribu tena baada ya muda mfupi.',
  'Error number {}': 'Nambari ya hitilafu {}',
  'You are offline.': 'Huna mtandao.',
  'This page opens by itself as soon as you are back. We keep trying.':
    'Ukurasa huu utafunguka wenyewe mtandao ukirudi. Tunaendelea kujaribu.',
  'You are offline. This page may be out of date; we try again as soon as you are back.':
    'Huna mtandao. Ukurasa huu huenda umepitwa na wakati; tutajaribu tena mtandao ukirudi.',
  'Tickets for events in Kenya, paid with M-PESA.':
    'Tiketi za matukio nchini Kenya, kwa malipo ya M-PESA.',
  'Not found · Lango': 'Haikupatikana · Lango',
  'Something went wrong · Lango': 'Kuna hitilafu · Lango',
  'Sandbox: no money moves': 'Majaribio: hakuna pesa zinazotozwa',
  Sandbox: 'Majaribio',
  'Loading the page': 'Ukurasa unafunguka',
  Events: 'Matukio',
  'Your tickets': 'Tiketi zako',
  'My Ticket': 'Tiketi Yangu',
  'Order History': 'Historia ya Maagizo',
  'Help Center': 'Kituo cha Msaada',
  Contact: 'Wasiliana nasi',
  'The small print': 'Masharti',
  'Refund Policy': 'Sera ya Kurudisha Pesa',
  'Terms of Service': 'Masharti ya Huduma',
  'Privacy Policy': 'Sera ya Faragha',
  'Tickets for events in Kenya, paid with {}': 'Tiketi za matukio nchini Kenya, kwa malipo ya {}',
  Dashboard: 'Dashibodi',
  'Sign In': 'Ingia',
  Categories: 'Aina',
  'Skip to content': 'Ruka hadi yaliyomo',
  '{} in Kenya: dates, places and prices. Pay with M-PESA, get your ticket by SMS.':
    '{} nchini Kenya: tarehe, mahali na bei. Lipa kwa M-PESA, pata tiketi yako kwa SMS.',
  'There are currently no {} events scheduled. Please check back later.':
    'Kwa sasa hakuna matukio ya {} yaliyopangwa. Tafadhali rudi baadaye.',
  'Search: {} · Lango': 'Tafuta: {} · Lango',
  'Lango · Tickets for events in Kenya': 'Lango · Tiketi za matukio nchini Kenya',
  'Sports, concerts, festivals, theater and comedy in Kenya. Pay with M-PESA, get your ticket by SMS.':
    'Michezo, muziki, matamasha, maigizo na vichekesho nchini Kenya. Lipa kwa M-PESA, pata tiketi yako kwa SMS.',
  'Tickets for what’s on in Kenya': 'Tiketi za yanayoendelea nchini Kenya',
  'Featured events': 'Matukio yaliyochaguliwa',
  'Hear of it first': 'Pata habari kwanza',
  'New events, now and then, by email.': 'Matukio mapya, mara kwa mara, kwa barua pepe.',
  'Upcoming events': 'Matukio yajayo',
  'Nothing is on sale right now. Please check back later.':
    'Kwa sasa hakuna kinachouzwa. Tafadhali rudi baadaye.',
  'Nothing is planned for this choice yet. Please try another one.':
    'Bado hakuna kilichopangwa kwa chaguo hili. Tafadhali jaribu jingine.',
  'Show all events': 'Onyesha matukio yote',
  'Results for “{}”': 'Matokeo ya “{}”',
  'Try fewer or other words: a title, an artist, a town.':
    'Jaribu maneno machache au mengine: jina la tukio, msanii, mji.',
  Newsletter: 'Jarida',
  'Email Address': 'Anwani ya Barua Pepe',
  'Subscribing...': 'Inasajili...',
  Subscribe: 'Jisajili',
  'Successfully subscribed to newsletter!': 'Umesajiliwa kupokea jarida!',
  'Failed to subscribe': 'Usajili haukufaulu',
  'By subscribing you agree to receive news about events by email. Every email has a link to unsubscribe.':
    'Kwa kujisajili unakubali kupokea habari za matukio kwa barua pepe. Kila barua pepe ina kiungo cha kujiondoa.',
}

/** Short texts of the contact, help and policy pages; see pages-buying.text.ts for the format. */
export const CONTACT: Readonly<Record<string, string>> = {
  'Contact · Lango': 'Wasiliana nasi · Lango',
  'Write to us, call us or visit us in Nairobi. We help with tickets and payments.':
    'Tuandikie, tupigie au ututembelee Nairobi. Tunasaidia kuhusu tiketi na malipo.',
  'A question about a ticket or a payment? Tell us the M-PESA reference number and we find it faster. We never ask for your PIN.':
    'Una swali kuhusu tiketi au malipo? Tuambie nambari ya kumbukumbu ya M-PESA nasi tutayapata haraka zaidi. Hatuulizi PIN yako kamwe.',
  'Write to us': 'Tuandikie',
  'Your Name': 'Jina Lako',
  Subject: 'Mada',
  Message: 'Ujumbe',
  'Send Message': 'Tuma Ujumbe',
  'Sending...': 'Inatuma...',
  Email: 'Barua pepe',
  Phone: 'Simu',
  Office: 'Ofisi',
  'Nairobi, Kenya': 'Nairobi, Kenya',
  '[the contact page](/contact)': '[ukurasa wa mawasiliano](/contact)',
  "Thank you for your message! We'll get back to you soon.":
    'Asante kwa ujumbe wako! Tutakujibu hivi karibuni.',
  'Failed to send message': 'Ujumbe haukutumwa',
  'Please enter your name': 'Tafadhali weka jina lako',
  'Please enter your email address': 'Tafadhali weka anwani yako ya barua pepe',
  'Please enter a subject': 'Tafadhali weka mada',
  'Please write your message': 'Tafadhali andika ujumbe wako',
  'Help Center · Lango': 'Kituo cha Msaada · Lango',
  'Answers about tickets, M-PESA payments and events: how to buy, refunds, lost tickets, entry.':
    'Majibu kuhusu tiketi, malipo ya M-PESA na matukio: jinsi ya kununua, kurudishiwa pesa, tiketi zilizopotea, kuingia.',
  'No answers found for ‘{}’. Try another word, or write to us.':
    'Hakuna majibu yaliyopatikana kwa ‘{}’. Jaribu neno lingine, au utuandikie.',
  'Still need help?': 'Bado unahitaji msaada?',
  'People read what you write, and answer.': 'Watu husoma unachoandika, na hujibu.',
  'Contact us': 'Wasiliana nasi',
  '1 answer found': 'Jibu 1 limepatikana',
  '{} answers found': 'Majibu {} yamepatikana',
  'Search for answers': 'Tafuta majibu',
  'Search for answers...': 'Tafuta majibu...',
  Search: 'Tafuta',
  'Link to this answer': 'Kiungo cha jibu hili',
  'Last updated {}': 'Ilisasishwa mwisho {}',
  'On this page': 'Kwenye ukurasa huu',
  '5 years': 'miaka 5',
  '90 days': 'siku 90',
  '30 days': 'siku 30',
  '12 months': 'miezi 12',
  'Newsletter · Lango': 'Jarida · Lango',
  'New events in Kenya by email. Unsubscribe in one step at any time.':
    'Matukio mapya nchini Kenya kwa barua pepe. Jiondoe kwa hatua moja wakati wowote.',
  Unsubscribe: 'Jiondoe',
  'Unsubscribing...': 'Inakuondoa...',
  'Unsubscribe · Lango': 'Jiondoe · Lango',
  'End the newsletter in one step.': 'Acha kupokea jarida kwa hatua moja.',
  'You are unsubscribed.': 'Umejiondoa.',
  'This did not work. Please try again in a moment.':
    'Haikufaulu. Tafadhali jaribu tena baada ya muda mfupi.',
  'your address': 'anwani yako',
  'This link is not valid': 'Kiungo hiki si sahihi',
  'No more newsletters go to {}. Messages about tickets that you buy still do.':
    'Hakuna majarida zaidi yatakayotumwa kwa {}. Ujumbe kuhusu tiketi unazonunua bado utatumwa.',
  'Do you want no more newsletters at {}?': 'Je, hutaki majarida zaidi kwa {}?',
  'Is this ticket genuine? · Lango': 'Je, tiketi hii ni halisi? · Lango',
  'Somebody offers you a ticket? Check its number before you pay.':
    'Mtu anakuuzia tiketi? Kagua nambari yake kabla ya kulipa.',
  'Is it genuine?': 'Je, ni halisi?',
  'Somebody offers you a ticket? Ask for its number and check it here before you pay.':
    'Mtu anakuuzia tiketi? Omba nambari yake na uikague hapa kabla ya kulipa.',
}

/** Questions and answers of the help page; see pages-buying.text.ts for the format. */
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
