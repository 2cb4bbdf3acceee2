export const SITE: Readonly<Record<string, string>> = {
  'This Week': 'Wiki Hii',
  'This Month': 'Mwezi Huu',
  'Next Month': 'Mwezi Ujao',
  'All Upcoming': 'Yote Yajayo',
  'Limited Tickets': 'Tiketi Chache',
  New: 'Jipya',
  'Few left': 'Zimebaki chache',
  'All events on sale are shown above.': 'Matukio yote yanayouzwa yako hapo juu.',
  Map: 'Ramani',
  'By {}': 'Mwandalizi: {}',
  'Organizer not found': 'Mwandalizi hakupatikana',
  'Organizer not found · Lango': 'Mwandalizi hakupatikana · Lango',
  'Events by {}. Tickets by M-PESA.': 'Matukio ya {}. Tiketi kwa M-PESA.',
  'Past events {}': 'Matukio yaliyopita {}',
  'No events on sale right now.': 'Hakuna matukio yanayouzwa kwa sasa.',
  Menu: 'Menyu',
  Free: 'Bure',
  Tonight: 'Leo usiku',
  'This weekend': 'Wikendi hii',
  'Quick choices': 'Chaguo za haraka',
  '{} attending': 'Watu {} watahudhuria',
  'Filter by category': 'Chuja kwa aina',
  All: 'Yote',
  'Browse by date{}': 'Tafuta kwa tarehe{}',
  Show: 'Onyesha',
  'Standard Admission': 'Kiingilio cha Kawaida',
  'Buy Tickets': 'Nunua Tiketi',
  'Buy Tickets for {}': 'Nunua Tiketi za {}',
  'Load More Events': 'Onyesha Matukio Zaidi',
  'About this event': 'Kuhusu tukio hili',
  'No date yet': 'Tarehe haijawekwa',
  'No location yet': 'Mahali hapajawekwa',
  'Preview. This event is public now: {}':
    'Onyesho la awali. Tukio hili sasa liko wazi kwa wote: {}',
  'see its page': 'tazama ukurasa wake',
  'Preview. This event is not public yet, and its tickets are not on sale. This link works until {}.':
    'Onyesho la awali. Tukio hili bado haliko wazi kwa wote, na tiketi zake haziuzwi. Kiungo hiki kinafanya kazi hadi {}.',
  'This preview has ended': 'Onyesho hili la awali limeisha',
  'Preview of an event.': 'Onyesho la awali la tukio.',
  From: 'Kuanzia',
  carousel: 'picha zinazopita',
  'Main events': 'Matukio makuu',
  'Next: {}': 'Inayofuata: {}',
  'Show {}': 'Onyesha {}',
  'Play slideshow': 'Endesha picha',
  'Pause slideshow': 'Simamisha picha',
  'No events found': 'Hakuna matukio yaliyopatikana',
  'Search events': 'Tafuta matukio',
  'Search events...': 'Tafuta matukio...',
  'Events found': 'Matukio yaliyopatikana',
  'Searching...': 'Inatafuta...',
  'No connection. Trying again…': 'Hakuna mtandao. Tunajaribu tena…',
  'Link copied': 'Kiungo kimenakiliwa',
  'Copy this address: {}': 'Nakili anwani hii: {}',
  'Invite friends': 'Njoo na mwenzako',
  'Share on WhatsApp': 'Shiriki kwa WhatsApp',
  'Copy link': 'Nakili kiungo',
  'Event not found': 'Tukio halikupatikana',
  'Event not found · Lango': 'Tukio halikupatikana · Lango',
  '{}, {}. Tickets by M-PESA.': '{}, {}. Tiketi kwa M-PESA.',
  'No connection.': 'Hakuna mtandao.',
  'No internet? Dial {}': 'Huna intaneti? Piga {}',
  'Lango, home': 'Lango, mwanzo',
  'Page not found': 'Ukurasa haukupatikana',
  'Something went wrong': 'Kuna hitilafu',
  'The number may be mistyped. Check it, or find the ticket by its M-PESA reference.':
    'Huenda nambari imeandikwa vibaya. Ihakikishe, au utafute tiketi kwa kumbukumbu yake ya M-PESA.',
  'It may have moved, or the address may be mistyped.':
    'Huenda umehamishwa, au anwani imeandikwa vibaya.',
  'This page could not be shown. Please try again in a moment.':
    'Ukurasa huu haukuweza kuonyeshwa. Tafadhali jaribu tena baada ya muda mfupi.',
  'Error number {}': 'Nambari ya hitilafu {}',
  "You're offline.": 'Huna mtandao.',
  "This page will update when you're back.": 'Ukurasa huu utajisasisha mtandao ukirudi.',
  "You're offline. This page will update when you're back.":
    'Huna mtandao. Ukurasa huu utajisasisha mtandao ukirudi.',
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
  'Tickets for what’s on in Kenya': 'Tiketi za matukio Kenya',
  'Featured events': 'Matukio yaliyochaguliwa',
  'Be the first to know': 'Uwe wa kwanza kujua',
  "We don't send a newsletter at the moment.": 'Kwa sasa hatutumi jarida.',
  'We email you about new events now and then.':
    'Tunakutumia barua pepe kuhusu matukio mapya mara kwa mara.',
  'Upcoming events': 'Matukio yajayo',
  'Upcoming events{}': 'Matukio yajayo{}',
  'Nothing is on sale right now. Please check back later.':
    'Kwa sasa hakuna kinachouzwa. Tafadhali rudi baadaye.',
  'Nothing matches yet. Try another category or date.':
    'Bado hakuna kinacholingana. Jaribu aina au tarehe nyingine.',
  'Show all events': 'Onyesha matukio yote',
  'Results for “{}”': 'Matokeo ya “{}”',
  'Try fewer or different words: a title, an artist, a town.':
    'Jaribu maneno machache au tofauti: jina la tukio, msanii, mji.',
  Newsletter: 'Jarida',
  'Email Address': 'Anwani ya Barua Pepe',
  'Subscribing...': 'Inasajili...',
  Subscribe: 'Jisajili',
  'Successfully subscribed to newsletter!': 'Umesajiliwa kupokea jarida!',
  'Failed to subscribe': 'Usajili haukufaulu',
  'By subscribing you agree to receive news about events by email. Every email has a link to unsubscribe.':
    'Kwa kujisajili unakubali kupokea habari za matukio kwa barua pepe. Kila barua pepe ina kiungo cha kujiondoa.',
}

export const CONTACT: Readonly<Record<string, string>> = {
  'Contact · Lango': 'Wasiliana nasi · Lango',
  'Write to us, call us or visit us in Nairobi. We help with tickets and payments.':
    'Tuandikie, tupigie au ututembelee Nairobi. Tunasaidia kuhusu tiketi na malipo.',
  'A question about a ticket or a payment? Tell us the M-PESA reference number so we can find it faster. We never ask for your PIN.':
    'Una swali kuhusu tiketi au malipo? Tuambie nambari ya kumbukumbu ya M-PESA ili tuyapate haraka zaidi. Hatuulizi PIN yako kamwe.',
  'Write to us': 'Tuandikie',
  'Your Name': 'Jina Lako',
  Subject: 'Mada',
  Message: 'Ujumbe',
  'Send Message': 'Tuma Ujumbe',
  'Report this event': 'Ripoti tukio hili',
  'Report {} · Lango': 'Ripoti {} · Lango',
  'Tell us what is wrong with this event.': 'Tuambie kasoro ya tukio hili.',
  'Tell us what is wrong. The organizer does not see who reported it. To ask about your own ticket, contact us instead.':
    'Tuambie kasoro iliyopo. Mwandalizi haoni aliyeripoti. Kuuliza kuhusu tiketi yako, wasiliana nasi badala yake.',
  Reason: 'Sababu',
  'Choose a reason': 'Chagua sababu',
  'It looks fake or like a scam': 'Linaonekana kuwa la uongo au la utapeli',
  'Its date, place or price is wrong': 'Tarehe, mahali au bei yake si sahihi',
  'It is illegal or dangerous': 'Ni kinyume cha sheria au ni hatari',
  'It is offensive': 'Linaudhi',
  'Something else': 'Jambo lingine',
  'What is wrong?': 'Kasoro ni ipi?',
  'Send report': 'Tuma ripoti',
  'Please choose a reason': 'Tafadhali chagua sababu',
  'Please write what is wrong': 'Tafadhali andika kasoro iliyopo',
  'Please write at most 2,000 characters': 'Tafadhali andika herufi zisizozidi 2,000',
  'Thank you. We review every report.': 'Asante. Tunaangalia kila ripoti.',
  'Your report was not sent. Please try again.': 'Ripoti yako haikutumwa. Tafadhali jaribu tena.',
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
  'A real person will read and reply.': 'Mtu halisi atasoma na kukujibu.',
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
  '2 years': 'miaka 2',
  '48 hours': 'saa 48',
  '7 days': 'siku 7',
  'Newsletter · Lango': 'Jarida · Lango',
  'New events in Kenya by email. Unsubscribe in one step at any time.':
    'Matukio mapya nchini Kenya kwa barua pepe. Jiondoe kwa hatua moja wakati wowote.',
  Unsubscribe: 'Jiondoe',
  'Unsubscribing...': 'Inakuondoa...',
  'Unsubscribe · Lango': 'Jiondoe · Lango',
  'Unsubscribe from the newsletter in one step.': 'Jiondoe kwenye jarida kwa hatua moja.',
  'You are unsubscribed.': 'Umejiondoa.',
  'Something went wrong. Please try again in a moment.':
    'Kuna hitilafu. Tafadhali jaribu tena baada ya muda mfupi.',
  'your address': 'anwani yako',
  'This link is not valid': 'Kiungo hiki si sahihi',
  "We won't send newsletters to {} any more. You'll still get messages about tickets that you buy.":
    'Hatutatuma majarida tena kwa {}. Bado utapata ujumbe kuhusu tiketi unazonunua.',
  'Stop sending newsletters to {}?': 'Je, tuache kutuma majarida kwa {}?',
  'Is this ticket genuine? · Lango': 'Je, tiketi hii ni halisi? · Lango',
  'Buying from someone? Check the ticket number before you pay.':
    'Unanunua kwa mtu? Hakikisha nambari ya tiketi kabla ya kulipa.',
  'Is it genuine?': 'Je, ni halisi?',
  'Buying from someone? Pay only when the ticket is on your own phone:':
    'Unanunua kwa mtu? Lipa tu tiketi ikishafika kwenye simu yako mwenyewe:',
  "Check the seller's number here.": 'Hakikisha hapa nambari ya muuzaji.',
  'The seller sends the ticket to your phone. You get a new number by SMS.':
    'Muuzaji anatuma tiketi kwa simu yako. Unapata nambari mpya kwa SMS.',
  "Check the new number here. After that the seller can't take it back. Then pay.":
    'Hakikisha nambari mpya hapa. Baada ya hapo muuzaji hawezi tena kuichukua. Kisha lipa.',
}

export const HELP_ANSWERS: Readonly<Record<string, string>> = {
  'How do I buy tickets?': 'Ninanunuaje tiketi?',
  'On this website: open an event, choose how many tickets of each type you want, press ‘Click to Buy’ and enter your phone number. You get an M-PESA prompt on that phone. Enter your PIN, and your tickets arrive within seconds. No account needed.':
    'Kwenye tovuti hii: fungua tukio, chagua idadi ya tiketi za kila aina unazotaka, bonyeza ‘Bofya Kununua’ na uweke nambari yako ya simu. Utapata ombi la M-PESA kwenye simu hiyo. Weka PIN yako, na tiketi zako zitafika kwa sekunde chache. Huhitaji akaunti.',
  'Without internet: dial the USSD code {ussd} on any phone and follow the menu.':
    'Bila intaneti: piga nambari ya USSD {ussd} kwa simu yoyote na ufuate menyu.',
  'Can I get a refund?': 'Je, ninaweza kurudishiwa pesa?',
  'Refunds vary by event. In general sales are final. If an event is cancelled, we refund you automatically to the M-PESA number that paid. If it is rescheduled, you can request a refund within 14 days of the announcement. Some organizers offer more; see the event page.':
    'Kurudishiwa pesa hutegemea tukio. Kwa kawaida mauzo ni ya mwisho. Tukio likifutwa, tunarudisha pesa bila kuombwa kwa nambari ya M-PESA iliyolipa. Likipangiwa tarehe mpya, unaweza kuomba kurudishiwa pesa ndani ya siku 14 tangu tangazo. Baadhi ya waandalizi hutoa zaidi; angalia ukurasa wa tukio.',
  'Full details: [Refund Policy](/refund-policy).':
    'Maelezo yote: [Sera ya Kurudisha Pesa](/refund-policy).',
  'How do I receive my ticket?': 'Nitapataje tiketi yangu?',
  'By SMS to the phone number you order with, and by email if you gave an address. Each message has the ticket number and a link to your ticket with its QR code. You also see your tickets on screen when the payment is complete.':
    'Kwa SMS kwenye nambari ya simu unayoagizia, na kwa barua pepe kama uliweka anwani. Kila ujumbe una nambari ya tiketi na kiungo cha tiketi yako yenye msimbo wa QR. Pia utaona tiketi zako kwenye skrini mara tu malipo yanapokamilika.',
  'I lost my ticket. How do I get it back?': 'Nimepoteza tiketi yangu. Nitaipataje tena?',
  'Go to [My Ticket](/my-ticket), which is also in the footer of every page, and enter the M-PESA transaction ID of your payment. It is the code at the beginning of the message from M-PESA, such as RG56TYHJ8K.':
    'Nenda kwa [Tiketi Yangu](/my-ticket), ambayo pia iko chini ya kila ukurasa, na uweke nambari ya muamala wa M-PESA ya malipo yako. Ni msimbo ulio mwanzoni mwa ujumbe wa M-PESA, kama RG56TYHJ8K.',
  'Without that code, or if your tickets were free, enter your phone number on the same page. A code by SMS shows that the phone is yours, and you see all its tickets.':
    'Bila nambari hiyo, au kama tiketi zako zilikuwa za bure, weka nambari yako ya simu kwenye ukurasa huo huo. Msimbo wa uthibitisho kwa SMS unaonyesha kwamba simu ni yako, na unaona tiketi zake zote.',
  'Does my ticket work without internet?': 'Je, tiketi yangu inafanya kazi bila intaneti?',
  'Yes. Open your ticket once while you have a connection. After that it works offline on the same phone. You can also print it, or show the ticket number from the SMS.':
    'Ndiyo. Fungua tiketi yako mara moja ukiwa na mtandao. Baada ya hapo simu hiyo hiyo itaionyesha bila mtandao. Unaweza pia kuichapisha, au kuonyesha nambari ya tiketi iliyo kwenye SMS.',
  'I bought several tickets but see only one. Where are the others?':
    'Nilinunua tiketi kadhaa lakini ninaona moja tu. Nyingine ziko wapi?',
  'Tickets of the same type come as one ticket with one QR code. ‘Quantity: 3’ on it means that it admits three people. Please enter together, or ask the steward to let you in one at a time. Each ticket type has its own ticket.':
    'Tiketi za aina moja huja kama tiketi moja yenye msimbo mmoja wa QR. ‘Idadi: 3’ juu yake inamaanisha kwamba inaingiza watu watatu. Tafadhali ingieni pamoja, au mwombe mhudumu awaingize mmoja baada ya mwingine. Kila aina ya tiketi ina tiketi yake.',
  'How can I pay?': 'Ninaweza kulipaje?',
  'With M-PESA only, in Kenyan shillings. You can pay from a different phone.':
    'Kwa M-PESA pekee, kwa shilingi za Kenya. Unaweza kulipa kwa simu nyingine.',
  'Is my payment safe?': 'Je, malipo yangu ni salama?',
  'Where is my money?': 'Pesa zangu ziko wapi?',
  'You pay Lango, not the organizer. If an event’s page says so, your money stays with us until the morning after the event, whatever the organizer asks. If the event is cancelled, we refund you from it.':
    'Unalipa Lango, si mwandalizi. Ukurasa wa tukio ukisema hivyo, pesa zako zinabaki kwetu hadi asubuhi baada ya tukio, hata mwandalizi akiziomba. Tukio likifutwa, tunakurudishia kutoka kwa pesa hizo.',
  'Other organizers may be paid earlier. We check every payout before the event, and usually keep a part for refunds. What you pay in cash at the door goes to the organizer.':
    'Waandalizi wengine wanaweza kulipwa mapema. Tunakagua kila malipo kwao kabla ya tukio, na kwa kawaida tunabakiza sehemu kwa ajili ya kurudisha pesa. Unacholipa taslimu mlangoni ni cha mwandalizi.',
  'Yes. Payments are processed via the official M-PESA gateway of Safaricom. You enter your PIN in the prompt on your own phone; we never see it, and no one from Lango will ever ask you for it.':
    'Ndiyo. Malipo hufanywa kupitia mfumo rasmi wa M-PESA wa Safaricom. Unaweka PIN yako kwenye ombi lililo kwenye simu yako; sisi hatuioni kamwe, na hakuna mtu wa Lango atakayewahi kukuuliza.',
  'What happens if my payment fails?': 'Itakuwaje malipo yangu yasipofaulu?',
  'A failed payment means that no tickets are issued and no money is taken. The page tells you what went wrong, such as a wrong PIN, not enough balance or a prompt that expired, and you can try again immediately. We hold your tickets for a few minutes.':
    'Malipo yasipofaulu, hakuna tiketi zinazotolewa na hakuna pesa zinazochukuliwa. Ukurasa hukuambia tatizo ni nini, kama vile PIN isiyo sahihi, salio lisilotosha au ombi lililoisha muda, na unaweza kujaribu tena papo hapo. Tunakuhifadhia tiketi zako kwa dakika chache.',
  'I paid but have no ticket. What should I do?': 'Nimelipa lakini sina tiketi. Nifanye nini?',
  'Please do not pay again. M-PESA sometimes takes a few minutes to confirm a payment. Enter the transaction ID from your M-PESA message at [My Ticket](/my-ticket). If nothing is found after ten minutes, [contact us](/contact) with that ID. If we could not issue your tickets, we refund your payment.':
    'Tafadhali usilipe tena. Wakati mwingine M-PESA huchukua dakika chache kuthibitisha malipo. Weka nambari ya muamala iliyo kwenye ujumbe wako wa M-PESA kwa [Tiketi Yangu](/my-ticket). Ikiwa hakuna kitakachopatikana baada ya dakika kumi, [wasiliana nasi](/contact) ukiwa na nambari hiyo. Ikiwa hatukuweza kutoa tiketi zako, tunarudisha malipo yako.',
  'The M-PESA prompt does not appear on my phone.': 'Ombi la M-PESA halionekani kwenye simu yangu.',
  'Unlock the phone, end any call or other M-PESA menu, and check that it has signal. Then try again. If it keeps happening, dial *234# to update the menu of your SIM card.':
    'Fungua simu, kata simu unayozungumza au funga menyu nyingine ya M-PESA, na uhakikishe kuwa kuna mtandao. Kisha jaribu tena. Ikiendelea kutokea, piga *234# kusasisha menyu ya laini yako.',
  'What happens if an event is cancelled or rescheduled?':
    'Itakuwaje tukio likifutwa au kupangiwa tarehe mpya?',
  'We notify everyone who has a ticket by SMS and email. After a cancellation you are refunded automatically, which takes 7-14 business days. If the event is rescheduled, your ticket is valid for the new date.':
    'Tunamjulisha kila mwenye tiketi kwa SMS na barua pepe. Tukio likifutwa, unarudishiwa pesa zako bila kuomba, kwa muda wa siku 7-14 za kazi. Tukio likipangiwa tarehe mpya, tiketi yako ni halali kwa tarehe hiyo.',
  'Can I give my ticket to someone else?': 'Je, ninaweza kumpa mtu mwingine tiketi yangu?',
  'Tickets are generally non-transferable. If you pay for friends or family, come together: one ticket can admit several people. Never post a ticket online: the first person to show its code is let in.':
    'Kwa kawaida tiketi haziwezi kuhamishiwa mtu mwingine. Ukiwalipia marafiki au jamaa, njooni pamoja: tiketi moja inaweza kuingiza watu kadhaa. Usiweke tiketi mtandaoni kamwe, kwa kuwa anayeonyesha msimbo wake kwanza ndiye anayeingia.',
  'If the organizer allows it, you can send a ticket to a friend: open it, press ‘Send to a friend’ and enter your friend’s phone number, or several. We send a code by SMS to the phone that has the ticket. When you enter it, each friend gets a new ticket number by SMS, and the old number stops working for them.':
    'Mwandalizi akiruhusu, unaweza kumtumia rafiki tiketi: ifungue, bonyeza ‘Mtumie rafiki’ na uweke nambari ya simu ya rafiki yako, au kadhaa. Tunatuma msimbo wa uthibitisho kwa SMS kwenye simu yenye tiketi. Ukiuweka, kila rafiki atapata nambari mpya ya tiketi kwa SMS, na nambari ya zamani haitafanya kazi tena kwao.',
  'I’m buying a ticket from someone. Is it genuine?': 'Ninanunua tiketi kwa mtu. Je, ni halisi?',
  'Ask for the ticket number and [check it](/genuine) before you pay: the page says whether it is valid, used, transferred or not valid, for which event and which type. Other people may have a valid number, too. So pay only after the seller sends the ticket to your phone: you get a new number by SMS, and the old number stops working. Check the new number too, before you pay: after that the seller can’t take it back.':
    'Omba nambari ya tiketi na [uihakikishe](/genuine) kabla ya kulipa: ukurasa utasema kama ni halali, imetumika, imehamishwa au si halali, na ni ya tukio gani na aina gani. Huenda watu wengine pia wana nambari iliyo halali. Kwa hivyo lipa tu baada ya muuzaji kutuma tiketi kwa simu yako: utapata nambari mpya kwa SMS, na nambari ya zamani haitafanya kazi tena. Kagua nambari mpya pia kabla ya kulipa: baada ya hapo muuzaji hawezi tena kuichukua.',
  'What should I bring to the event?': 'Nije na nini kwenye tukio?',
  'Your ticket, on your phone or on paper, and a valid ID. Some events have an age limit or do not allow bags; see the event page.':
    'Tiketi yako, kwenye simu au kwenye karatasi, na kitambulisho halali. Baadhi ya matukio yana kikomo cha umri au hayaruhusu mifuko; angalia ukurasa wa tukio.',
  'Which gate do I use?': 'Nitumie lango lipi?',
  'The one on your ticket under ‘Enter Through’. The ticket is valid at that gate only, so queues stay short.':
    'Lile lililo kwenye tiketi yako chini ya ‘Ingia Kupitia’. Tiketi ni halali kwa lango hilo pekee, ili foleni ziwe fupi.',
}
