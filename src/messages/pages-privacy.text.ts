/** The privacy policy; see pages-buying.text.ts. */
export const PRIVACY_POLICY: Readonly<Record<string, string>> = {
  'We need a phone number to sell you a ticket, and not much more. Here is what we hold, why, who else sees it, and how you stay in charge of it.':
    'Tunahitaji nambari ya simu ili kukuuzia tiketi, na si mengi zaidi. Hapa utaona tunachohifadhi, kwa nini, nani mwingine anakiona, na jinsi unavyobaki na mamlaka juu yake.',
  'What personal data Lango holds, why and for how long, who receives it, and your rights under the Data Protection Act 2019 of Kenya.':
    'Data gani ya kibinafsi Lango huhifadhi, kwa nini na kwa muda gani, nani huipokea, na haki zako chini ya Sheria ya Ulinzi wa Data ya Kenya ya 2019.',
  '1. Who we are': '1. Sisi ni nani',
  'Lango, {office}, decides what happens with the data described here and is the data controller under the Data Protection Act, 2019. For anything about your data write to {email}, call {phone}, or use the [contact page](/contact).':
    'Lango, {office}, ndiyo inayoamua yanayofanyika kwa data inayoelezwa hapa, na ndiye mdhibiti wa data chini ya Sheria ya Ulinzi wa Data, 2019. Kwa jambo lolote kuhusu data yako andika kwa {email}, piga {phone}, au tumia [ukurasa wa mawasiliano](/contact).',
  'The organizer of an event is a controller of its own for what it learns from you at the event.':
    'Mwandalizi wa tukio ni mdhibiti wa data kivyake kwa anayojua kukuhusu kwenye tukio.',
  '2. What we collect': '2. Tunachokusanya',
  'When you buy: your phone number, your email address if you give one, what you bought, what you paid, and the M-PESA reference of the payment.':
    'Unaponunua: nambari yako ya simu, anwani yako ya barua pepe ukiitoa, ulichonunua, ulicholipa, na kumbukumbu ya M-PESA ya malipo.',
  'When you enter: the time, the gate and the ticket number of your check-in.':
    'Unapoingia: saa, lango na nambari ya tiketi uliyoingia nayo.',
  'When you write to us: your name, your email address, the subject and the message.':
    'Unapotuandikia: jina lako, anwani yako ya barua pepe, mada na ujumbe.',
  'When you subscribe to the newsletter: your email address, and when and where you agreed to what words.':
    'Unapojisajili kwa jarida: anwani yako ya barua pepe, na lini na wapi ulikubali maneno gani.',
  'When you are an organizer: your name, your email address, your role, and your password in a form that cannot be read back.':
    'Ukiwa mwandalizi: jina lako, anwani yako ya barua pepe, wadhifa wako, na nenosiri lako katika hali isiyoweza kusomwa.',
  'When you use the site: your network address for a short time, to keep misuse out.':
    'Unapotumia tovuti: anwani yako ya mtandao kwa muda mfupi, ili kuzuia matumizi mabaya.',
  'We do not ask for your ID number, your birthday or your home. We never see your M-PESA PIN. There are no advertising cookies and no trackers of others on our pages.':
    'Hatuulizi nambari yako ya kitambulisho, siku yako ya kuzaliwa wala nyumba yako. Hatuoni PIN yako ya M-PESA kamwe. Hakuna vidakuzi vya matangazo wala vifuatiliaji vya wengine kwenye kurasa zetu.',
  'Your browser keeps some things for you on your own device: an order that is being paid, so that a lost network does not lose it, and your ticket pages, so that they open at the gate without a network. Clearing the data of this site removes them.':
    'Kivinjari chako kinakuwekea vitu kadhaa kwenye kifaa chako mwenyewe: agizo linalolipiwa, ili lisipotee mtandao ukikatika, na kurasa za tiketi zako, ili zifunguke langoni bila mtandao. Ukifuta data ya tovuti hii, vitu hivyo vinaondoka.',
  '3. Why we use it': '3. Kwa nini tunaitumia',
  'To carry out your purchase: to prompt your phone, to issue and send the tickets, to admit you, to refund you. The legal basis is our contract with you.':
    'Kutekeleza ununuzi wako: kutuma ombi la malipo kwa simu yako, kutoa na kutuma tiketi, kukuingiza, kukurudishia pesa. Msingi wa kisheria ni mkataba wetu na wewe.',
  'To tell you that an event was cancelled or moved, for the same reason.':
    'Kukujulisha kuwa tukio limefutwa au limehamishwa, kwa sababu hiyo hiyo.',
  'To answer what you ask us, because you asked.': 'Kujibu unachotuuliza, kwa kuwa umeuliza.',
  'To send you the newsletter, only if you agreed to it. Each one has a link that ends it in one step, and you may withdraw your consent at any time.':
    'Kukutumia jarida, ikiwa tu ulikubali. Kila moja lina kiungo cha kujiondoa kwa hatua moja, na unaweza kuondoa idhini yako wakati wowote.',
  'To keep books and pay taxes, because the law tells us to.':
    'Kuweka vitabu vya hesabu na kulipa kodi, kwa kuwa sheria inatuagiza.',
  'To prevent fraud and to keep the service running, which is our legitimate interest and that of every buyer.':
    'Kuzuia ulaghai na kuendeleza huduma, jambo ambalo ni maslahi yetu halali na ya kila mnunuzi.',
  'We make no decisions about you by machine alone that would affect you in law, and we do not sell your data.':
    'Hatufanyi maamuzi kukuhusu kwa mashine pekee ambayo yangekuathiri kisheria, na hatuuzi data yako.',
  '4. Who receives it': '4. Nani huipokea',
  'Safaricom, which carries out the M-PESA payment: your phone number, the amount and the code of the order.':
    'Safaricom, inayotekeleza malipo ya M-PESA: nambari yako ya simu, kiasi na msimbo wa agizo.',
  'Our SMS provider and the mobile networks, which deliver your ticket: your phone number and the text.':
    'Mtoa huduma wetu wa SMS na mitandao ya simu, wanaofikisha tiketi yako: nambari yako ya simu na maandishi.',
  'Our email provider, if you gave an address.':
    'Mtoa huduma wetu wa barua pepe, ikiwa ulitoa anwani.',
  'The organizer of the event that you bought for: your phone number and email address, what you bought and whether you came. Of no other event.':
    'Mwandalizi wa tukio ulilonunulia tiketi: nambari yako ya simu na anwani ya barua pepe, ulichonunua na kama ulikuja. Si wa tukio lingine lolote.',
  'Authorities and courts, where the law obliges us to.':
    'Mamlaka na mahakama, pale sheria inapotulazimu.',
  'All of them may use it for that purpose only. Where a provider works outside Kenya, we make sure that your data is protected there as the Act demands before it leaves.':
    'Wote wanaweza kuitumia kwa lengo hilo pekee. Pale mtoa huduma anapofanya kazi nje ya Kenya, tunahakikisha kwamba data yako inalindwa huko kama Sheria inavyotaka kabla haijaondoka.',
  '5. How long we keep it': '5. Tunaihifadhi kwa muda gani',
  'Orders, payments and tickets: {} after the event, because tax law asks for them. Your phone number and email address can be removed from them earlier.':
    'Maagizo, malipo na tiketi: {} baada ya tukio, kwa kuwa sheria ya kodi inataka hivyo. Nambari yako ya simu na anwani ya barua pepe zinaweza kuondolewa mapema zaidi.',
  'What M-PESA and the SMS provider report to us, in its raw form: {}.':
    'Taarifa za M-PESA na za mtoa huduma wa SMS kwetu, katika hali yake ghafi: {}.',
  'Logs, in which phone numbers are masked: {}.':
    'Kumbukumbu za mfumo, ambamo nambari za simu zimefichwa: {}.',
  'Messages that you sent us: {} after the last one.': 'Ujumbe uliotutumia: {} baada ya wa mwisho.',
  'Your newsletter subscription: until you unsubscribe. The proof of your consent and of its end stays as long as somebody may ask for it.':
    'Usajili wako wa jarida: hadi utakapojiondoa. Ushahidi wa idhini yako na wa mwisho wake hubaki kwa muda wote ambao mtu anaweza kuuhitaji.',
  'An organizer’s account: until it is closed, and then as long as its orders.':
    'Akaunti ya mwandalizi: hadi itakapofungwa, na kisha kwa muda wa maagizo yake.',
  'After that it is deleted, or changed so that nobody can tell whose it was.':
    'Baada ya hapo inafutwa, au inabadilishwa ili mtu yeyote asijue ilikuwa ya nani.',
  '6. How we protect it': '6. Jinsi tunavyoilinda',
  'Connections are encrypted. Phone numbers never stand in web addresses or in QR codes, and they are masked in our logs. Only those who need it for their work can see your data, and organizers see nothing but their own events.':
    'Mawasiliano yamesimbwa. Nambari za simu haziwekwi kamwe katika anwani za kurasa wala katika misimbo ya QR, na zimefichwa katika kumbukumbu zetu za mfumo. Ni wale tu wanaoihitaji kwa kazi yao wanaoweza kuona data yako, na waandalizi hawaoni chochote ila matukio yao wenyewe.',
  'If your data should nevertheless fall into the wrong hands, we notify the Data Commissioner within 72 hours of learning of it, and you without undue delay where it may harm you.':
    'Hata hivyo data yako ikiangukia mikono isiyofaa, tunamjulisha Kamishna wa Data ndani ya saa 72 tangu tujue, na wewe bila kuchelewa pale inapoweza kukudhuru.',
  'A ticket page opens for whoever has its address. So keep the SMS to yourself, and on a shared phone look up your ticket only while you are with it: the list of found tickets clears itself after five minutes.':
    'Ukurasa wa tiketi hufunguka kwa yeyote mwenye anwani yake. Kwa hivyo weka SMS kwa siri, na kwenye simu inayotumiwa na wengi tafuta tiketi yako ukiwa nayo tu: orodha ya tiketi zilizopatikana hujifuta baada ya dakika tano.',
  '7. Your rights': '7. Haki zako',
  'Under the Data Protection Act, 2019 you may at any time and free of charge:':
    'Chini ya Sheria ya Ulinzi wa Data, 2019 unaweza wakati wowote na bila malipo:',
  'Ask what we hold about you and get a copy of it. We answer within 7 days.':
    'Kuuliza tunachohifadhi kukuhusu na kupata nakala yake. Tunajibu ndani ya siku 7.',
  'Have it corrected or completed where it is wrong.':
    'Kutaka isahihishwe au ikamilishwe pale ina makosa.',
  'Have it erased where we no longer need it or hold it without right. What tax law makes us keep stays, without what points to you.':
    'Kutaka ifutwe pale hatuihitaji tena au tunaishikilia bila haki. Kile ambacho sheria ya kodi inatulazimu kuhifadhi kinabaki, bila kinachokutambulisha.',
  'Object to a use of your data, or have it restricted while a question is settled. To the newsletter you may always object.':
    'Kupinga matumizi ya data yako, au kutaka yawekewe mipaka wakati suala linatatuliwa. Jarida unaweza kulipinga daima.',
  'Receive it in a common machine-readable form, or have it passed on to somebody else, within 30 days.':
    'Kuipokea katika muundo wa kawaida unaosomeka na mashine, au kutaka ipelekwe kwa mwingine, ndani ya siku 30.',
  'Withdraw a consent. What was done before stays lawful.':
    'Kuondoa idhini. Kilichofanywa kabla kinabaki halali.',
  'Write to {email} from the email address, or give us the phone number, that the data belongs to. We first make sure that it is yours, so that nobody else can ask in your name. We act on corrections, erasures and objections within 7 days.':
    'Andika kwa {email} kutoka kwa anwani ya barua pepe, au utupe nambari ya simu, ambayo data ni yake. Kwanza tunahakikisha kuwa ni yako, ili mtu mwingine asiombe kwa jina lako. Tunashughulikia masahihisho, kufuta na mapingamizi ndani ya siku 7.',
  'If you are not satisfied, you may complain to the Office of the Data Protection Commissioner (ODPC) in Nairobi, at [odpc.go.ke](https://www.odpc.go.ke), at any time and without asking us first.':
    'Usiporidhika, unaweza kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data (ODPC) jijini Nairobi, kwa [odpc.go.ke](https://www.odpc.go.ke), wakati wowote na bila kutuuliza kwanza.',
  '8. Children': '8. Watoto',
  'Our service is not intended for children under {}, and we do not knowingly collect their data. The Act regards everybody under 18 as a child. If you are under 18, a parent or guardian must agree before you buy a ticket, subscribe or write to us.':
    'Huduma yetu haikukusudiwa watoto walio chini ya miaka {}, na hatukusanyi data yao tukijua. Sheria humchukulia kila aliye chini ya miaka 18 kuwa mtoto. Ikiwa uko chini ya miaka 18, mzazi au mlezi lazima akubali kabla hujanunua tiketi, kujisajili au kutuandikia.',
  'If a child has given us data without that consent, tell us at {email} and we delete it.':
    'Ikiwa mtoto ametupa data bila idhini hiyo, tuambie kwa {email} nasi tutaifuta.',
  '9. Changes to this policy': '9. Mabadiliko ya sera hii',
  'When we change this policy, we change the date at its top. If a change matters to you, because we want to use your data for something new or pass it to somebody new, we tell you beforehand by SMS or email, and ask you where the law wants us to.':
    'Tunapobadilisha sera hii, tunabadilisha tarehe iliyo juu yake. Ikiwa badiliko linakuhusu, kwa kuwa tunataka kutumia data yako kwa jambo jipya au kumpa mwingine mpya, tunakuambia mapema kwa SMS au barua pepe, na tunakuomba idhini pale sheria inapotaka.',
  'Questions are welcome: the [contact page](/contact) reaches people.':
    'Maswali yanakaribishwa: [ukurasa wa mawasiliano](/contact) huwafikia watu.',
}
