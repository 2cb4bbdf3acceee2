export const PRIVACY_POLICY: Readonly<Record<string, string>> = {
  'We need a phone number to sell you a ticket, and not much more. Here is what we hold, why, who else sees it, and how you stay in charge of it.':
    'Tunahitaji nambari ya simu ili kukuuzia tiketi, na si mengi zaidi. Hapa utaona tunachohifadhi, kwa nini, nani mwingine anakiona, na jinsi unavyobaki na mamlaka juu yake.',
  'What personal data Lango holds, why and for how long, who receives it, and your rights under the Data Protection Act 2019 of Kenya.':
    'Data gani ya kibinafsi Lango huhifadhi, kwa nini na kwa muda gani, nani huipokea, na haki zako chini ya Sheria ya Ulinzi wa Data ya Kenya ya 2019.',
  '1. Who we are': '1. Sisi ni nani',
  'Lango, {office}, decides what happens with the data described here and is the data controller under the Data Protection Act, 2019. For anything about your data write to {email}, call {phone}, or use the [contact page](/contact).':
    'Lango, {office}, ndiyo inayoamua yanayofanyika kwa data inayoelezwa hapa, na ndiye mdhibiti wa data chini ya Sheria ya Ulinzi wa Data, 2019. Kwa jambo lolote kuhusu data yako andika kwa {email}, piga {phone}, au tumia [ukurasa wa mawasiliano](/contact).',
  'The organizer of an event is a separate controller for what it learns from you at the event.':
    'Mwandalizi wa tukio ni mdhibiti tofauti wa data kwa anayojua kukuhusu kwenye tukio.',
  '2. What we collect': '2. Tunachokusanya',
  'When you buy: your phone number, your email address if you give one, what you bought, what you paid, and the M-PESA reference of the payment.':
    'Unaponunua: nambari yako ya simu, anwani yako ya barua pepe ukiitoa, ulichonunua, ulicholipa, na kumbukumbu ya M-PESA ya malipo.',
  'When you enter: the time, the gate and the ticket number of your check-in.':
    'Unapoingia: saa, lango na nambari ya tiketi uliyoingia nayo.',
  'When you write to us: your name, your email address, the subject and the message.':
    'Unapotuandikia: jina lako, anwani yako ya barua pepe, mada na ujumbe.',
  'When you subscribe to the newsletter: your email address, and when, where and to what you agreed.':
    'Unapojisajili kwa jarida: anwani yako ya barua pepe, na lini, wapi na ni nini ulichokubali.',
  'When you are an organizer: your name, your email address, your role, and your password in a form that cannot be read back.':
    'Ukiwa mwandalizi: jina lako, anwani yako ya barua pepe, wadhifa wako, na nenosiri lako katika hali isiyoweza kusomwa.',
  'When you sell tickets for an organizer: your name and your phone number, which the organizer enters, and what you sold.':
    'Unapouza tiketi kwa niaba ya mwandalizi: jina lako na nambari yako ya simu, ambazo mwandalizi huweka, na ulichouza.',
  'When you use the site: your network address for a short time, to prevent misuse.':
    'Unapotumia tovuti: anwani yako ya mtandao kwa muda mfupi, ili kuzuia matumizi mabaya.',
  'We do not ask for your ID number, your birthday or your home address. We never see your M-PESA PIN. There are no advertising cookies and no third-party trackers on our pages.':
    'Hatuulizi nambari yako ya kitambulisho, siku yako ya kuzaliwa wala anwani ya nyumbani. Hatuoni PIN yako ya M-PESA kamwe. Hakuna vidakuzi vya matangazo wala vifuatiliaji vya watu wengine kwenye kurasa zetu.',
  'Your browser keeps some things for you on your own device: an order that is being paid, so that a lost network does not lose it, the number that paid last, your ticket pages, so that they open at the gate without a network, for half an hour the number that you confirmed for free tickets with its code, and for a week how you came to an event, such as by the link of a seller. Clearing the data of this site removes them.':
    'Kivinjari chako kinakuwekea vitu kadhaa kwenye kifaa chako mwenyewe: agizo linalolipiwa, ili lisipotee mtandao ukikatika, nambari iliyolipa mara ya mwisho, kurasa za tiketi zako, ili zifunguke langoni bila mtandao, kwa nusu saa nambari uliyothibitisha kwa tiketi za bure pamoja na msimbo wake, na kwa wiki moja jinsi ulivyofika kwenye tukio, kama kwa kiungo cha muuzaji. Ukifuta data ya tovuti hii, vitu hivyo vinaondoka.',
  '3. Why we use it': '3. Kwa nini tunaitumia',
  'To carry out your purchase: to prompt your phone, to issue and send the tickets, to admit you, to refund you. The legal basis is our contract with you.':
    'Kutekeleza ununuzi wako: kutuma ombi la malipo kwa simu yako, kutoa na kutuma tiketi, kukuingiza, kukurudishia pesa. Msingi wa kisheria ni mkataba wetu na wewe.',
  'To notify you that an event was cancelled or rescheduled, for the same reason.':
    'Kukujulisha kuwa tukio limefutwa au limepangiwa tarehe mpya, kwa sababu hiyo hiyo.',
  'To answer your questions, because you asked.': 'Kujibu maswali yako, kwa kuwa umeuliza.',
  'To send you the newsletter, only if you agreed to it. Each one has a link to unsubscribe in one step, and you may withdraw your consent at any time.':
    'Kukutumia jarida, ikiwa tu ulikubali. Kila moja lina kiungo cha kujiondoa kwa hatua moja, na unaweza kuondoa idhini yako wakati wowote.',
  'To keep books and pay taxes, because the law requires it.':
    'Kuweka vitabu vya hesabu na kulipa kodi, kwa kuwa sheria inatuagiza.',
  'To prevent fraud and to keep the service running, which is our legitimate interest and that of every buyer.':
    'Kuzuia ulaghai na kuendeleza huduma, jambo ambalo ni maslahi yetu halali na ya kila mnunuzi.',
  'We make no purely automated decisions that affect you legally, and we do not sell your data.':
    'Hatufanyi maamuzi kukuhusu kwa mashine pekee ambayo yangekuathiri kisheria, na hatuuzi data yako.',
  '4. Who receives it': '4. Nani huipokea',
  'Safaricom, which carries out the M-PESA payment: your phone number, the amount and the code of the order.':
    'Safaricom, inayotekeleza malipo ya M-PESA: nambari yako ya simu, kiasi na msimbo wa agizo.',
  'Our SMS provider and the mobile networks, which deliver your ticket: your phone number and the text.':
    'Mtoa huduma wetu wa SMS na mitandao ya simu, wanaofikisha tiketi yako: nambari yako ya simu na maandishi.',
  'Our email provider, if you gave an address.':
    'Mtoa huduma wetu wa barua pepe, ikiwa ulitoa anwani.',
  'The organizer of the event that you bought for, and no other organizer: your phone number and email address, what you bought and whether you came.':
    'Mwandalizi wa tukio ulilonunulia tiketi, na si mwandalizi mwingine yeyote: nambari yako ya simu na anwani ya barua pepe, ulichonunua na kama ulikuja.',
  'Everyone who opens the page of an event: the name of its organizer.':
    'Kila anayefungua ukurasa wa tukio: jina la mwandalizi wake.',
  'Authorities and courts, where the law requires it.':
    'Mamlaka na mahakama, pale sheria inapotulazimu.',
  'All of them may use it for that purpose only. If a provider works outside Kenya, we make sure that your data is protected there as the Act requires before it leaves.':
    'Wote wanaweza kuitumia kwa lengo hilo pekee. Pale mtoa huduma anapofanya kazi nje ya Kenya, tunahakikisha kwamba data yako inalindwa huko kama Sheria inavyotaka kabla haijaondoka.',
  'If we hold data about this number, we have sent a code to it by SMS. It works for 15 minutes.':
    'Ikiwa tuna data kuhusu nambari hii, tumeitumia msimbo wa uthibitisho kwa SMS. Unafanya kazi kwa dakika 15.',
  'Your data is erased. Tax law makes us keep orders, payments and tickets, without your number. If you opted out of SMS, we keep that, so that none is sent.':
    'Data yako imefutwa. Sheria ya kodi inatutaka tuhifadhi maagizo, malipo na tiketi, bila nambari yako. Ikiwa ulikataa SMS, tunahifadhi hilo, ili usitumiwe yoyote.',
  '5. How long we keep it': '5. Tunaihifadhi kwa muda gani',
  'Orders, payments and tickets: {} after the event, because tax law requires them. Your phone number and email address can be removed from them earlier.':
    'Maagizo, malipo na tiketi: {} baada ya tukio, kwa kuwa sheria ya kodi inataka hivyo. Nambari yako ya simu na anwani ya barua pepe zinaweza kuondolewa mapema zaidi.',
  'What M-PESA and the SMS provider report to us, in its raw form: {}.':
    'Taarifa za M-PESA na za mtoa huduma wa SMS kwetu, katika hali yake ghafi: {}.',
  'Messages that we sent you, and messages that you sent us: {}.':
    'Ujumbe tuliokutumia, na ujumbe uliotutumia: {}.',
  'What you typed after dialling our code, and logs, in which phone numbers are masked: {}.':
    'Uliyoandika baada ya kupiga nambari yetu ya USSD, na kumbukumbu za mfumo, ambamo nambari za simu zimefichwa: {}.',
  'Your network address: {}; of stewards and admins {}.':
    'Anwani yako ya mtandao: {}; ya wahudumu wa langoni na wasimamizi {}.',
  'Your newsletter subscription: until you unsubscribe. We keep proof of your consent and of its end for {} longer.':
    'Usajili wako wa jarida: hadi utakapojiondoa. Tunahifadhi ushahidi wa idhini yako na wa mwisho wake kwa {} zaidi.',
  'An organizer’s account: until it is closed. We close an account without events after {} without a sign-in.':
    'Akaunti ya mwandalizi: hadi itakapofungwa. Akaunti isiyo na matukio tunaifunga baada ya {} bila mtu kuingia.',
  'After that it is deleted, or changed so that no one can tell whose it was.':
    'Baada ya hapo inafutwa, au inabadilishwa ili mtu yeyote asijue ilikuwa ya nani.',
  '6. How we protect it': '6. Jinsi tunavyoilinda',
  'Connections are encrypted. Phone numbers never appear in web addresses or in QR codes, and they are masked in our logs. Only people who need it for their work can see your data, and organizers see only their own events.':
    'Mawasiliano yamesimbwa. Nambari za simu haziwekwi kamwe katika anwani za kurasa wala katika misimbo ya QR, na zimefichwa katika kumbukumbu zetu za mfumo. Ni wale tu wanaoihitaji kwa kazi yao wanaoweza kuona data yako, na waandalizi hawaoni chochote ila matukio yao wenyewe.',
  'If your data should nevertheless fall into the wrong hands, we notify the Data Commissioner within 72 hours of learning of it, and you without undue delay where it may harm you.':
    'Hata hivyo data yako ikiangukia mikono isiyofaa, tunamjulisha Kamishna wa Data ndani ya saa 72 tangu tujue, na wewe bila kuchelewa pale inapoweza kukudhuru.',
  'Anyone with its address can open a ticket page. So keep the SMS to yourself, and on a shared phone look up your ticket only while you are with it: the list of found tickets clears automatically after five minutes.':
    'Ukurasa wa tiketi hufunguka kwa yeyote mwenye anwani yake. Kwa hivyo weka SMS kwa siri, na kwenye simu inayotumiwa na wengi tafuta tiketi yako ukiwa nayo tu: orodha ya tiketi zilizopatikana hujifuta baada ya dakika tano.',
  '7. Your rights': '7. Haki zako',
  'Under the Data Protection Act, 2019 you may at any time and free of charge:':
    'Chini ya Sheria ya Ulinzi wa Data, 2019 unaweza wakati wowote na bila malipo:',
  'Ask what we hold about you and get a copy of it. We reply within 7 days.':
    'Kuuliza tunachohifadhi kukuhusu na kupata nakala yake. Tunajibu ndani ya siku 7.',
  'Have it corrected or completed if it is wrong.':
    'Kutaka isahihishwe au ikamilishwe pale ina makosa.',
  'Have it erased if we no longer need it or have no right to hold it. What tax law makes us keep stays, without what identifies you.':
    'Kutaka ifutwe pale hatuihitaji tena au tunaishikilia bila haki. Kile ambacho sheria ya kodi inatulazimu kuhifadhi kinabaki, bila kinachokutambulisha.',
  'Object to a use of your data, or have it restricted while a question is settled. You can always object to the newsletter.':
    'Kupinga matumizi ya data yako, au kutaka yawekewe mipaka wakati suala linatatuliwa. Jarida unaweza kulipinga daima.',
  'Receive it in a common machine-readable form, or have it sent to someone else, within 30 days.':
    'Kuipokea katika muundo wa kawaida unaosomeka na mashine, au kutaka ipelekwe kwa mwingine, ndani ya siku 30.',
  'Withdraw your consent. What was done before stays lawful.':
    'Kuondoa idhini. Kilichofanywa kabla kinabaki halali.',
  'On the page [Your data](/my-data) you get a copy of what we hold about your phone number, or have it erased, immediately: a code by SMS shows that the phone is yours.':
    'Kwenye ukurasa [Data yako](/my-data) unapata mara moja nakala ya data tuliyo nayo kuhusu nambari yako ya simu, au inafutwa: msimbo wa uthibitisho kwa SMS unaonyesha kwamba simu ni yako.',
  'For anything else write to {email} from the email address, or give us the phone number, that the data belongs to. We first make sure that it is yours, so that no one else can ask in your name. We act on corrections, erasures and objections within 7 days.':
    'Kwa jambo lingine lolote, andika kwa {email} kutoka kwa anwani ya barua pepe, au utupe nambari ya simu, ambayo data ni yake. Kwanza tunahakikisha kuwa ni yako, ili mtu mwingine asiombe kwa jina lako. Tunashughulikia masahihisho, kufuta na mapingamizi ndani ya siku 7.',
  'Your data': 'Data yako',
  'Your data · Lango': 'Data yako · Lango',
  'Get a copy of what we hold about your phone number, or have it erased.':
    'Pata nakala ya data tuliyo nayo kuhusu nambari yako ya simu, au ifutwe.',
  "Get a copy of what we hold about your phone number, or have it erased. We'll send a code to the phone, to make sure that it is yours.":
    'Pata nakala ya data tuliyo nayo kuhusu nambari yako ya simu, au ifutwe. Tunatuma msimbo wa uthibitisho kwa simu hiyo, ili kuhakikisha kwamba ni yako.',
  'Code from the SMS': 'Msimbo wa uthibitisho kutoka kwenye SMS',
  'What would you like?': 'Ungependa nini?',
  'A copy of my data': 'Nakala ya data yangu',
  'Erase my data': 'Futa data yangu',
  "An erasure can't be undone, and your old orders can no longer be found.":
    'Data iliyofutwa haiwezi kurejeshwa, na oda zako za zamani hazitapatikana tena.',
  'Use another number': 'Tumia nambari nyingine',
  'Your copy is ready.': 'Nakala yako iko tayari.',
  'Download the file': 'Pakua faili',
  'Please enter the code from the SMS': 'Tafadhali weka msimbo wa uthibitisho kutoka kwenye SMS',
  'That did not work. Please try again.': 'Haikufaulu. Tafadhali jaribu tena.',
  'If you are not satisfied, you may complain to the Office of the Data Protection Commissioner (ODPC) in Nairobi, at [odpc.go.ke](https://www.odpc.go.ke), at any time and without asking us first.':
    'Usiporidhika, unaweza kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data (ODPC) jijini Nairobi, kwa [odpc.go.ke](https://www.odpc.go.ke), wakati wowote na bila kutuuliza kwanza.',
  '8. Children': '8. Watoto',
  'Our service is not intended for children under {}, and we do not knowingly collect their data. Under the Act, everyone under 18 is a child. If you are under 18, a parent or guardian must agree before you buy a ticket, subscribe or write to us.':
    'Huduma yetu haikukusudiwa watoto walio chini ya miaka {}, na hatukusanyi data yao tukijua. Sheria humchukulia kila aliye chini ya miaka 18 kuwa mtoto. Ikiwa uko chini ya miaka 18, mzazi au mlezi lazima akubali kabla hujanunua tiketi, kujisajili au kutuandikia.',
  'If a child has given us data without that consent, tell us at {email} and we delete it.':
    'Ikiwa mtoto ametupa data bila idhini hiyo, tuambie kwa {email} nasi tutaifuta.',
  '9. Changes to this policy': '9. Mabadiliko ya sera hii',
  'When we change this policy, we change the date at its top. If a change matters to you, because we want to use your data for something new or share it with someone new, we let you know beforehand by SMS or email, and ask you where the law requires it.':
    'Tunapobadilisha sera hii, tunabadilisha tarehe iliyo juu yake. Ikiwa badiliko linakuhusu, kwa kuwa tunataka kutumia data yako kwa jambo jipya au kumpa mwingine mpya, tunakuambia mapema kwa SMS au barua pepe, na tunakuomba idhini pale sheria inapotaka.',
  'Questions are welcome: the [contact page](/contact) reaches a real person.':
    'Maswali yanakaribishwa: [ukurasa wa mawasiliano](/contact) humfikia mtu halisi.',
}

export const REFUNDS: Readonly<Record<string, string>> = {
  'Ticket sales are final, unless the event is cancelled or rescheduled. If it is cancelled, we refund you automatically to the M-PESA number that paid.':
    'Mauzo ya tiketi ni ya mwisho, isipokuwa tukio likifutwa au likipangiwa tarehe mpya. Likifutwa, tunarudisha pesa bila kuombwa kwa nambari ya M-PESA iliyolipa.',
  'When tickets bought on Lango are refunded, how much is refunded, how long it takes and how to request it.':
    'Ni lini pesa za tiketi zilizonunuliwa Lango hurudishwa, ni kiasi gani hurudi, huchukua muda gani na jinsi ya kuomba.',
  'Sales are final': 'Mauzo ni ya mwisho',
  'All ticket sales are final, unless an event is cancelled or rescheduled. We cannot refund a ticket because plans changed, because it was bought by mistake, or because you came late or did not come.':
    'Mauzo yote ya tiketi ni ya mwisho, isipokuwa tukio likifutwa au likipangiwa tarehe mpya. Hatuwezi kurudisha pesa za tiketi kwa sababu mipango ilibadilika, kwa sababu ilinunuliwa kimakosa, au kwa sababu ulichelewa au hukuja.',
  'Please check the event, the date, the ticket type and the quantity before you enter your M-PESA PIN. An organizer may be more generous than this policy: if an event has its own refund terms, they’re on its page and can only improve on these.':
    'Tafadhali hakikisha tukio, tarehe, aina ya tiketi na idadi kabla ya kuweka PIN yako ya M-PESA. Mwandalizi anaweza kuwa mkarimu kuliko sera hii: ikiwa tukio lina masharti yake ya kurudisha pesa, yako kwenye ukurasa wake na yanaweza tu kuwa bora kuliko haya.',
  'When an event is cancelled': 'Tukio likifutwa',
  'If an event is cancelled, every ticket for it is refunded automatically. You don’t need to do anything.':
    'Tukio likifutwa, pesa za kila tiketi yake hurudishwa bila kuombwa. Huhitaji kufanya chochote.',
  'We’ll let you know by SMS, and by email if you gave us an address.':
    'Tutakujulisha kwa SMS, na kwa barua pepe ikiwa ulitupa anwani.',
  'The money goes to the M-PESA number that paid, and to no other number.':
    'Pesa huenda kwa nambari ya M-PESA iliyolipa, na si kwa nambari nyingine yoyote.',
  'It arrives within {} business days of the cancellation.':
    'Hufika ndani ya siku {} za kazi tangu tukio kufutwa.',
  'Your tickets stop being valid on the day of the cancellation.':
    'Tiketi zako huacha kuwa halali siku ambayo tukio limefutwa.',
  'When an event is rescheduled': 'Tukio likipangiwa tarehe mpya',
  'If an event is rescheduled to another date, time or place, your tickets stay valid. You don’t need to do anything: the ticket page shows the new date.':
    'Tukio likipangiwa tarehe, saa au mahali papya, tiketi zako zinabaki halali. Huhitaji kufanya chochote: ukurasa wa tiketi unaonyesha tarehe mpya.',
  'If you can’t come on the new date, you can request a refund. Your request must reach us within {} days of the announcement. After that the tickets stay valid and the sale is final again. The SMS about the change has a link for this; other ways are [below](#how-to-ask).':
    'Ikiwa huwezi kuja tarehe mpya, unaweza kuomba kurudishiwa pesa. Ombi lako lazima litufikie ndani ya siku {} tangu tangazo. Baada ya hapo tiketi zinabaki halali na mauzo ni ya mwisho tena. SMS kuhusu badiliko ina kiungo cha hilo; njia nyingine ziko [hapa chini](#how-to-ask).',
  'How much is refunded': 'Ni kiasi gani hurudi',
  'The full price of the ticket is refunded, with any service fee in it. Transaction fees, such as what M-PESA or a bank charged for the payment, may not be refundable.':
    'Bei yote ya tiketi hurudishwa, pamoja na ada yoyote ya huduma iliyomo. Gharama za muamala, kama vile M-PESA au benki ilitoza kwa malipo, huenda zisirudishwe.',
  'Refunds are paid in Kenyan shillings (KES): the exact amount you paid for the ticket.':
    'Pesa hurudishwa kwa shilingi za Kenya (KES): kiasi kamili ulicholipia tiketi.',
  Exceptions: 'Hali za kipekee',
  'We also refund in these three cases, even if the event takes place as planned:':
    'Pia tunarudisha pesa, ingawa tukio linafanyika kama ilivyopangwa, katika hali hizi tatu:',
  'A technical payment error: money left your M-PESA account and no ticket was issued for it, or you were charged a different amount from the one shown.':
    'Kosa la kiufundi la malipo: pesa zilitoka kwenye akaunti yako ya M-PESA na hakuna tiketi iliyotolewa, au ulitozwa kiasi tofauti na kilichoonyeshwa.',
  'A double booking by a system error: the same order was charged twice. You keep the tickets of one payment, and we refund the other.':
    'Agizo kutozwa mara mbili kwa kosa la mfumo: agizo lile lile lilitozwa mara mbili. Unabaki na tiketi za malipo moja, na tunarudisha malipo mengine.',
  'A significant change to the event: the venue moves to another town, the main act or fixture is replaced, or what your ticket type promised is not there.':
    'Badiliko kubwa la tukio: mahali pamehamia mji mwingine, msanii mkuu au mchezo mkuu umebadilishwa, au kile ambacho aina ya tiketi yako iliahidi hakipo.',
  'Our own checks catch most payment errors first. A payment that arrives after the tickets have sold out is refunded automatically.':
    'Ukaguzi wetu hupata makosa mengi ya malipo kwanza. Malipo yanayofika baada ya tiketi kuisha hurudishwa bila kuombwa.',
  'How to request a refund': 'Jinsi ya kuomba kurudishiwa pesa',
  'Write to us through the [contact page](/contact) or to {email}. Please give us the M-PESA reference number of the payment, the event and the reason. Never send your M-PESA PIN to anyone, not even to us.':
    'Tuandikie kupitia [ukurasa wa mawasiliano](/contact) au kwa {email}. Tafadhali tupe nambari ya kumbukumbu ya M-PESA ya malipo, tukio na sababu. Usimtumie kamwe mtu yeyote, hata sisi, PIN yako ya M-PESA.',
  'We reply within 3 business days. If we agree, the money reaches the M-PESA number that paid within {} business days. If we refuse, we tell you why.':
    'Unapata jibu ndani ya siku 3 za kazi. Tukikubali, pesa hufika kwa nambari ya M-PESA iliyolipa ndani ya siku {} za kazi. Tukikataa, tunakuambia kwa nini.',
  'If a refund does not arrive': 'Pesa zisipofika',
  'If {} business days have passed, look for the refund in your M-PESA messages first: it is a separate payment with its own reference. If it is not there, [write to us](/contact) with the reference number of the payment that you made.':
    'Ikiwa siku {} za kazi zimepita, kwanza tafuta pesa hizo kwenye ujumbe wako wa M-PESA: huja kama malipo ya peke yake, yenye kumbukumbu yake. Zisipokuwepo, [tuandikie](/contact) ukiwa na nambari ya kumbukumbu ya malipo uliyofanya.',
  'Nothing in this policy limits your rights under the Consumer Protection Act of Kenya.':
    'Hakuna chochote katika sera hii kinachopunguza haki zako chini ya Sheria ya Kenya ya Kuwalinda Watumiaji.',
}

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
  'You don’t need an account to buy. Our service is not intended for children under {}. Under 18, please buy only with the consent of a parent or guardian. An event may set its own age limit, which is checked at the gate.':
    'Huhitaji akaunti ili kununua. Huduma yetu haikukusudiwa watoto walio chini ya miaka {}. Ukiwa chini ya miaka 18, tafadhali nunua tu kwa idhini ya mzazi au mlezi. Tukio linaweza kuweka kikomo chake cha umri, ambacho hukaguliwa langoni.',
  '2. Buying tickets': '2. Kununua tiketi',
  'You may buy on this website. You may also buy by dialling {ussd} on your phone. When you start to pay, we hold the tickets for you for a few minutes. If the payment does not arrive in that time, they go back on sale.':
    'Unaweza kununua kwenye tovuti hii. Unaweza pia kununua kwa kupiga {ussd} kwa simu yako. Unapoanza kulipa, tunakuhifadhia tiketi kwa dakika chache. Malipo yasipofika kwa muda huo, zinarudi kuuzwa.',
  'Each ticket type has a limit per order.': 'Kila aina ya tiketi ina kikomo kwa agizo moja.',
  'An order is accepted when the payment is confirmed and the tickets are issued, not before.':
    'Agizo linakubaliwa malipo yanapothibitishwa na tiketi kutolewa, si kabla.',
  'If your payment arrives after the tickets have sold out, we refund it.':
    'Malipo yako yakifika baada ya tiketi kuisha, tunayarudisha.',
  'Sales end when the event is over, sold out, or taken off sale by its organizer.':
    'Mauzo huisha tukio linapokwisha, tiketi zinapoisha, au mwandalizi anapoyasimamisha.',
  'Please give a phone number that is yours or that you may use. We send the payment prompt and the tickets there.':
    'Tafadhali toa nambari ya simu ambayo ni yako au unayoruhusiwa kuitumia. Ombi la malipo na tiketi huenda kwa nambari hiyo.',
  '3. Prices, fees and payment': '3. Bei, ada na malipo',
  'All prices are in Kenyan shillings (KES). Service fees may apply. Any fee of ours is part of the total that you see before you pay; what you see is what is charged, in whole shillings.':
    'Bei zote ni kwa shilingi za Kenya (KES). Huenda kukawa na ada za huduma. Ada yetu yoyote ni sehemu ya jumla unayoiona kabla ya kulipa; unachoona ndicho unachotozwa, kwa shilingi nzima.',
  'Payment is by M-PESA only, through the official gateway of Safaricom. You confirm it with your PIN on your own phone. We never see your PIN, and no one from Lango will ever ask you for it. M-PESA may charge its own fees.':
    'Malipo ni kwa M-PESA pekee, kupitia mfumo rasmi wa Safaricom. Unayathibitisha kwa PIN yako kwenye simu yako mwenyewe. Hatuoni PIN yako kamwe, na hakuna mtu wa Lango atakayewahi kukuuliza. M-PESA inaweza kutoza ada zake.',
  'The price of a ticket is set by the organizer and may change until you pay. If it changed while you were choosing, we say so and charge nothing until you agree.':
    'Bei ya tiketi huwekwa na mwandalizi na inaweza kubadilika hadi utakapolipa. Ikibadilika ulipokuwa ukichagua, tunakuambia na hatutozi chochote hadi ukubali.',
  '4. Your ticket and entry': '4. Tiketi yako na kuingia',
  'A ticket is a number and a QR code. It is sent by SMS, and by email if you gave an address, and it opens on its own page. It admits as many people as its quantity says, once, through the gate that it names.':
    'Tiketi ni nambari na msimbo wa QR. Hutumwa kwa SMS, na kwa barua pepe ikiwa ulitoa anwani, na hufunguka kwenye ukurasa wake. Huingiza watu wengi kadiri idadi yake inavyosema, mara moja, kupitia lango inalotaja.',
  'Bring the ticket, on screen or on paper, and a valid ID.':
    'Njoo na tiketi, kwenye skrini au kwenye karatasi, na kitambulisho halali.',
  'Treat it like cash. The first person to show it is admitted; a later copy is refused.':
    'Itunze kama pesa taslimu. Anayeionyesha kwanza ndiye anayeingia; nakala inayokuja baadaye inakataliwa.',
  'Tickets are generally not transferable and must not be resold for profit, offered as prizes or used for advertising without the organizer’s consent.':
    'Kwa kawaida tiketi haziwezi kuhamishiwa mtu mwingine, na haziruhusiwi kuuzwa tena kwa faida, kutolewa kama zawadi za mashindano au kutumiwa kwa matangazo bila idhini ya mwandalizi.',
  'At the gate the rules of the organizer and of the venue apply, including searches for safety.':
    'Langoni sheria za mwandalizi na za mahali hutumika, pamoja na upekuzi wa usalama.',
  'If you lose your ticket, [find it](/my-ticket) with the reference number in your M-PESA message.':
    'Ukipoteza tiketi yako, [itafute](/my-ticket) kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  '5. Cancelled and rescheduled events': '5. Matukio yaliyofutwa na yaliyopangiwa tarehe mpya',
  'Sales are final unless an event is cancelled or rescheduled. After a cancellation the ticket price is refunded automatically to the M-PESA number that paid, within {} business days. After a reschedule the tickets stay valid, and a refund may be requested within {} days of the announcement.':
    'Mauzo ni ya mwisho isipokuwa tukio likifutwa au likipangiwa tarehe mpya. Likifutwa, bei ya tiketi hurudishwa bila kuombwa kwa nambari ya M-PESA iliyolipa, ndani ya siku {} za kazi. Likipangiwa tarehe mpya, tiketi zinabaki halali, na unaweza kuomba kurudishiwa pesa ndani ya siku {} tangu tangazo.',
  'The [Refund Policy](/refund-policy) has the details and the exceptions. Line-ups, programmes and starting times may change without counting as a different event.':
    '[Sera ya Kurudisha Pesa](/refund-policy) ina maelezo na hali za kipekee. Wasanii, ratiba na saa za kuanza zinaweza kubadilika bila kuhesabiwa kuwa tukio tofauti.',
  '6. Organizers': '6. Waandalizi',
  'If you sell tickets here, you confirm that you may hold the event, that what its page says is true, and that you will honour every valid ticket. You set the prices and the number of tickets, and you are responsible for taxes and permits.':
    'Ukiuza tiketi hapa, unathibitisha kwamba unaruhusiwa kufanya tukio, kwamba yanayosemwa na ukurasa wake ni kweli, na kwamba utaheshimu kila tiketi halali. Unaweka bei na idadi ya tiketi, na unawajibika kwa kodi na vibali.',
  'Keep your password to yourself. You are responsible for everything done under your account.':
    'Weka nenosiri lako kwa siri. Unawajibika kwa kila kinachofanywa chini ya akaunti yako.',
  'Use the details of buyers only to run the event they paid for, and delete them when you no longer need them.':
    'Tumia maelezo ya wanunuzi kuendesha tu tukio walilolipia, na uyafute usipoyahitaji tena.',
  'Tell us without delay if an event is cancelled or rescheduled.':
    'Tuambie bila kuchelewa tukio likifutwa au likipangiwa tarehe mpya.',
  'We may take an event off sale, or withhold its payouts, if we have good reason to believe that it will not take place or breaks the law.':
    'Tunaweza kusimamisha mauzo ya tukio, au kushikilia malipo yake, pale tuna sababu nzuri ya kuamini kwamba halitafanyika au linavunja sheria.',
  '7. Using the service fairly': '7. Kutumia huduma kwa haki',
  'Please do not use our service in a way that harms others. In particular you must not:':
    'Tafadhali usitumie huduma yetu kwa njia inayowadhuru wengine. Hasa, huruhusiwi:',
  'send payment prompts to phones of people who did not ask for them,':
    'kutuma maombi ya malipo kwa simu za watu ambao hawakuomba,',
  'use bots, or get around the limits per order,':
    'kutumia roboti za kompyuta, au kukwepa vikomo vya agizo,',
  'guess ticket numbers or payment references,':
    'kubahatisha nambari za tiketi au kumbukumbu za malipo,',
  'copy, change or counterfeit tickets,': 'kunakili, kubadilisha au kughushi tiketi,',
  'disrupt the service or test its security without our written consent.':
    'kuvuruga huduma au kujaribu usalama wake bila idhini yetu ya maandishi.',
  'If this happens, we may cancel orders, refund what was paid for them, and close accounts.':
    'Hili likitokea tunaweza kufuta maagizo, kurudisha kilicholipwa, na kufunga akaunti.',
  '8. Our responsibility': '8. Wajibu wetu',
  'We’re responsible for selling you a valid ticket, for charging the right amount, for delivering the ticket, and for the refunds that our policy promises. If we fail in that, we make it good, up to what you paid for the order.':
    'Tunawajibika kukuuzia tiketi halali, kutoza kiasi sahihi, kukufikishia tiketi, na kurudisha pesa kama sera yetu inavyoahidi. Tukishindwa katika hilo, tunalirekebisha, hadi kiasi ulicholipia agizo.',
  'We’re not responsible for how an event turns out, for the conduct of organizers, venues or visitors, or for failures of mobile networks and of M-PESA that we cannot control. Nothing here limits our liability for fraud, for death or injury caused by our negligence, or for anything else that the law of Kenya does not allow us to limit.':
    'Hatuwajibiki kwa jinsi tukio linavyokuwa, kwa mwenendo wa waandalizi, kumbi au wageni, wala kwa hitilafu za mitandao ya simu na za M-PESA ambazo hatuwezi kuzidhibiti. Hakuna chochote hapa kinachopunguza wajibu wetu kwa ulaghai, kwa kifo au jeraha lililosababishwa na uzembe wetu, au kwa jambo lingine lolote ambalo sheria ya Kenya haituruhusu kulipunguza.',
  '9. Changes, law and contact': '9. Mabadiliko, sheria na mawasiliano',
  'We may change these terms. The date above is the date of the last change; for an order, the terms of the day on which you bought apply.':
    'Tunaweza kubadilisha masharti haya. Tarehe iliyo juu inasema lini hilo lilifanyika mara ya mwisho; kwa agizo, masharti ya siku uliyonunua ndiyo yanayotumika.',
  'The law of Kenya applies, and Kenyan courts have jurisdiction. Please talk to us first: most things are settled in one message. You can reach us through the [contact page](/contact), at {email}, or by phone at {phone}. Our office is in {office}.':
    'Sheria ya Kenya ndiyo inayotumika, na mahakama za Kenya ndizo zenye mamlaka. Tafadhali zungumza nasi kwanza: mambo mengi hutatuliwa kwa ujumbe mmoja. Utatupata kupitia [ukurasa wa mawasiliano](/contact), kwa {email}, au kwa simu {phone}. Ofisi yetu iko {office}.',
}
