/** The terms of service; see pages-buying.text.ts. */
export const TERMS_OF_SERVICE: Readonly<Record<string, string>> = {
  'What you can expect from us when you buy a ticket here, and what we ask of you. In nine short sections.':
    'Unachoweza kutarajia kutoka kwetu unaponunua tiketi hapa, na tunachokuomba. Katika sehemu tisa fupi.',
  'The terms on which Lango sells tickets for events in Kenya: prices in KES, payment by M-PESA, entry, refunds and liability.':
    'Masharti ambayo Lango huuza tiketi za matukio nchini Kenya: bei kwa KES, malipo kwa M-PESA, kuingia, kurudishiwa pesa na wajibu.',
  '1. About these terms': '1. Kuhusu masharti haya',
  'Lango sells tickets for events in Kenya on behalf of the people who organize them. By buying a ticket, looking one up, or signing in as an organizer, you accept these terms together with the [Refund Policy](/refund-policy) and the [Privacy Policy](/privacy).':
    'Lango huuza tiketi za matukio nchini Kenya kwa niaba ya wanaoyaandaa. Kwa kununua tiketi, kuitafuta, au kuingia kama mwandalizi, unakubali masharti haya pamoja na [Sera ya Kurudisha Pesa](/refund-policy) na [Sera ya Faragha](/privacy).',
  'The event itself is held by its organizer, who is responsible for it. Your contract for admission is with the organizer; your contract for the sale, the payment and the delivery of the ticket is with us.':
    'Tukio lenyewe linafanywa na mwandalizi wake, ambaye ana wajibu juu yake. Mkataba wako wa kuingia ni na mwandalizi; mkataba wako wa kuuziwa, kulipa na kufikishiwa tiketi ni na sisi.',
  'You need no account to buy. Our service is not intended for children under {}. Under 18, please buy only with the consent of a parent or guardian. An event may set an age limit of its own, which is checked at the gate.':
    'Huhitaji akaunti ili kununua. Huduma yetu haikukusudiwa watoto walio chini ya miaka {}. Ukiwa chini ya miaka 18, tafadhali nunua tu kwa idhini ya mzazi au mlezi. Tukio linaweza kuweka kikomo chake cha umri, ambacho hukaguliwa langoni.',
  '2. Buying tickets': '2. Kununua tiketi',
  'You may buy on this website. You may also buy by dialling {ussd} on your phone. When you ask to pay, the tickets are set aside for you for a few minutes. If the payment does not arrive in that time, they go back on sale.':
    'Unaweza kununua kwenye tovuti hii. Unaweza pia kununua kwa kupiga {ussd} kwa simu yako. Unapoomba kulipa, tiketi huhifadhiwa kwa ajili yako kwa dakika chache. Malipo yasipofika kwa muda huo, zinarudi kuuzwa.',
  'Each ticket type has a largest number per order. The page of the event says so where you reach it.':
    'Kila aina ya tiketi ina idadi kubwa zaidi kwa agizo moja. Ukurasa wa tukio husema hivyo unapoifikia.',
  'An order is accepted when the payment is confirmed and the tickets are issued, not before.':
    'Agizo linakubaliwa malipo yanapothibitishwa na tiketi kutolewa, si kabla.',
  'If your payment arrives after the tickets have sold out, the money is returned to you.':
    'Malipo yako yakifika baada ya tiketi kuisha, unarudishiwa pesa.',
  'Sales end when the event is over, sold out, or taken off sale by its organizer.':
    'Mauzo huisha tukio linapokwisha, tiketi zinapoisha, au mwandalizi anapoyasimamisha.',
  'Please give a phone number that is yours or that you may use. The payment prompt and the tickets go to it.':
    'Tafadhali toa nambari ya simu ambayo ni yako au unayoruhusiwa kuitumia. Ombi la malipo na tiketi huenda kwa nambari hiyo.',
  '3. Prices, fees and payment': '3. Bei, ada na malipo',
  'All prices are in Kenyan shillings (KES). Service fees may apply. Any fee of ours is part of the total that you see before you pay; what you see is what is charged, in whole shillings.':
    'Bei zote ni kwa shilingi za Kenya (KES). Huenda kukawa na ada za huduma. Ada yetu yoyote ni sehemu ya jumla unayoiona kabla ya kulipa; unachoona ndicho unachotozwa, kwa shilingi nzima.',
  'Payment is by M-PESA only, through the official gateway of Safaricom. You confirm it with your PIN on your own phone. We never see your PIN, and nobody from Lango will ever ask you for it. M-PESA may charge fees of its own.':
    'Malipo ni kwa M-PESA pekee, kupitia mfumo rasmi wa Safaricom. Unayathibitisha kwa PIN yako kwenye simu yako mwenyewe. Hatuoni PIN yako kamwe, na hakuna mtu wa Lango atakayewahi kukuuliza. M-PESA inaweza kutoza ada zake.',
  'The price of a ticket is set by the organizer and may change until you pay. If it changed while you were choosing, we say so and charge nothing until you agree.':
    'Bei ya tiketi huwekwa na mwandalizi na inaweza kubadilika hadi utakapolipa. Ikibadilika ulipokuwa ukichagua, tunakuambia na hatutozi chochote hadi ukubali.',
  '4. Your ticket and entry': '4. Tiketi yako na kuingia',
  'A ticket is a number and a QR code. It is sent by SMS, and by email if you gave an address, and it opens on its own page. It admits as many people as its quantity says, once, through the gate that it names.':
    'Tiketi ni nambari na msimbo wa QR. Hutumwa kwa SMS, na kwa barua pepe ikiwa ulitoa anwani, na hufunguka kwenye ukurasa wake. Huingiza watu wengi kadiri idadi yake inavyosema, mara moja, kupitia lango inalotaja.',
  'Bring the ticket, on screen or on paper, and a valid ID.':
    'Njoo na tiketi, kwenye skrini au kwenye karatasi, na kitambulisho halali.',
  'Treat it like cash. Whoever shows it first is admitted; a copy that comes later is refused.':
    'Itunze kama pesa taslimu. Anayeionyesha kwanza ndiye anayeingia; nakala inayokuja baadaye inakataliwa.',
  'Tickets are generally not transferable and must not be sold on for profit, offered as prizes or used for advertising without the organizer’s consent.':
    'Kwa kawaida tiketi haziwezi kuhamishiwa mtu mwingine, na haziruhusiwi kuuzwa tena kwa faida, kutolewa kama zawadi za mashindano au kutumiwa kwa matangazo bila idhini ya mwandalizi.',
  'At the gate the rules of the organizer and of the venue apply, including searches for safety.':
    'Langoni sheria za mwandalizi na za mahali hutumika, pamoja na upekuzi wa usalama.',
  'If you lose your ticket, [find it](/my-ticket) with the reference number in your M-PESA message.':
    'Ukipoteza tiketi yako, [itafute](/my-ticket) kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  '5. Cancelled and rescheduled events': '5. Matukio yaliyofutwa na yaliyohamishwa',
  'Sales are final unless an event is cancelled or rescheduled. After a cancellation the ticket price is refunded automatically to the M-PESA number that paid, within {} business days. After a reschedule the tickets stay valid, and a refund may be asked for within {} days of the announcement.':
    'Mauzo ni ya mwisho isipokuwa tukio likifutwa au likihamishwa. Likifutwa, bei ya tiketi hurudishwa yenyewe kwa nambari ya M-PESA iliyolipa, ndani ya siku {} za kazi. Likihamishwa, tiketi zinabaki halali, na unaweza kuomba kurudishiwa pesa ndani ya siku {} tangu tangazo.',
  'The [Refund Policy](/refund-policy) has the details and the exceptions. Line-ups, programmes and starting times may change without making the event another one.':
    '[Sera ya Kurudisha Pesa](/refund-policy) ina maelezo na hali za kipekee. Wasanii, ratiba na saa za kuanza zinaweza kubadilika bila kulifanya tukio kuwa lingine.',
  '6. Organizers': '6. Waandalizi',
  'If you sell tickets here, you confirm that you may hold the event, that what its page says is true, and that you will honour every valid ticket. You set the prices and the number of tickets, and you answer for taxes and permits.':
    'Ukiuza tiketi hapa, unathibitisha kwamba unaruhusiwa kufanya tukio, kwamba yanayosemwa na ukurasa wake ni kweli, na kwamba utaheshimu kila tiketi halali. Unaweka bei na idadi ya tiketi, na unawajibika kwa kodi na vibali.',
  'Keep your password to yourself. What is done under your account counts as done by you.':
    'Weka nenosiri lako kwa siri. Kinachofanywa chini ya akaunti yako kinahesabiwa kuwa umekifanya wewe.',
  'Use the details of buyers only to run the event they paid for, and delete them when you no longer need them.':
    'Tumia maelezo ya wanunuzi kuendesha tu tukio walilolipia, na uyafute usipoyahitaji tena.',
  'Tell us without delay if an event is cancelled or moves.':
    'Tuambie bila kuchelewa tukio likifutwa au likihamishwa.',
  'We may take an event off sale, or hold back what is due for it, where we have good reason to believe that it will not take place or breaks the law.':
    'Tunaweza kusimamisha mauzo ya tukio, au kushikilia malipo yake, pale tuna sababu nzuri ya kuamini kwamba halitafanyika au linavunja sheria.',
  '7. Using the service fairly': '7. Kutumia huduma kwa haki',
  'Please do not use our service in a way that harms others. In particular you must not:':
    'Tafadhali usitumie huduma yetu kwa njia inayowadhuru wengine. Hasa, huruhusiwi:',
  'send payment prompts to phones of people who did not ask for them,':
    'kutuma maombi ya malipo kwa simu za watu ambao hawakuomba,',
  'buy with programs, or get around the limits per order,':
    'kununua kwa programu, au kukwepa vikomo vya agizo,',
  'guess ticket numbers or payment references,':
    'kubahatisha nambari za tiketi au kumbukumbu za malipo,',
  'copy, change or counterfeit tickets,': 'kunakili, kubadilisha au kughushi tiketi,',
  'disturb the service or look for ways into it without our written consent.':
    'kuvuruga huduma au kutafuta njia za kuipenya bila idhini yetu ya maandishi.',
  'Where this happens we may cancel orders, refund what was paid for them, and close accounts.':
    'Hili likitokea tunaweza kufuta maagizo, kurudisha kilicholipwa, na kufunga akaunti.',
  '8. What we answer for': '8. Tunachowajibikia',
  'We answer for selling you a valid ticket, for charging the right amount, for delivering the ticket, and for the refunds that our policy promises. If we fail in that, we make it good, up to what you paid for the order.':
    'Tunawajibika kukuuzia tiketi halali, kutoza kiasi sahihi, kukufikishia tiketi, na kurudisha pesa kama sera yetu inavyoahidi. Tukishindwa katika hilo, tunalirekebisha, hadi kiasi ulicholipia agizo.',
  'We do not answer for how an event turns out, for the conduct of organizers, venues or visitors, or for failures of mobile networks and of M-PESA that we cannot control. Nothing here limits our liability for fraud, for death or injury caused by our negligence, or for anything else that the law of Kenya does not allow us to limit.':
    'Hatuwajibiki kwa jinsi tukio linavyokuwa, kwa mwenendo wa waandalizi, kumbi au wageni, wala kwa hitilafu za mitandao ya simu na za M-PESA ambazo hatuwezi kuzidhibiti. Hakuna chochote hapa kinachopunguza wajibu wetu kwa ulaghai, kwa kifo au jeraha lililosababishwa na uzembe wetu, au kwa jambo lingine lolote ambalo sheria ya Kenya haituruhusu kulipunguza.',
  '9. Changes, law and contact': '9. Mabadiliko, sheria na mawasiliano',
  'We may change these terms. The date above says when that last happened; for an order, the terms of the day on which you bought apply.':
    'Tunaweza kubadilisha masharti haya. Tarehe iliyo juu inasema lini hilo lilifanyika mara ya mwisho; kwa agizo, masharti ya siku uliyonunua ndiyo yanayotumika.',
  'The law of Kenya applies, and its courts decide. Please talk to us first: most things are settled in one message. You reach us through the [contact page](/contact), at {email}, or by telephone at {phone}. Our office is in {office}.':
    'Sheria ya Kenya ndiyo inayotumika, na mahakama zake ndizo zinazoamua. Tafadhali zungumza nasi kwanza: mambo mengi hutatuliwa kwa ujumbe mmoja. Utatupata kupitia [ukurasa wa mawasiliano](/contact), kwa {email}, au kwa simu {phone}. Ofisi yetu iko {office}.',
}
