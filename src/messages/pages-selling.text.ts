/** Texts of the page on which sellers see their own sales. */
export const SELLING: Readonly<Record<string, string>> = {
  'From {}, you choose': 'Kuanzia {}, unachagua bei',
  Hidden: 'Imefichwa',
  'Your sales': 'Mauzo yako',
  'Your sales · Lango': 'Mauzo yako · Lango',
  'See what you have sold for organizers of events.':
    'Ona ulichouza kwa niaba ya waandalizi wa matukio.',
  "If you sell tickets for an organizer, see what you have sold. We'll send a code to the phone, to make sure that it is yours.":
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

/** Texts of the page for people who want to sell tickets. */
export const SELL: Readonly<Record<string, string>> = {
  'Sell tickets': 'Uza tiketi',
  'Sell tickets · Lango': 'Uza tiketi · Lango',
  'Sell tickets for your event in Kenya by M-PESA and USSD: what it costs, and when your money comes.':
    'Uza tiketi za tukio lako nchini Kenya kwa M-PESA na USSD: gharama yake, na lini pesa zako zinakuja.',
  'No fee': 'Hakuna ada',
  '{} per ticket': '{} kwa kila tiketi',
  '{} + {} per ticket': '{} + {} kwa kila tiketi',
  'For a ticket at {} you receive {}.': 'Kwa tiketi ya {} unapokea {}.',
  'What it costs': 'Gharama',
  'You can choose for each event that buyers pay the fee on top. Free and complimentary tickets have no fee.':
    'Kwa kila tukio unaweza kuchagua kwamba wanunuzi walipe ada juu ya bei. Tiketi za bure na za zawadi hazina ada.',
  'The [terms of payment](/sell#payment) name our fee and say when you receive your money.':
    '[Masharti ya malipo](/sell#payment) yanataja ada yetu na lini unapokea pesa zako.',
  'How do I sell tickets for my event?': 'Ninauzaje tiketi za tukio langu?',
  'As an organizer, create an account, write your event and submit it for review. What it costs: {fee}.':
    'Kama mwandalizi, fungua akaunti, andika tukio lako na ulitume likaguliwe. Gharama: {fee}.',
  'When your money comes, and the terms of payment: [Sell tickets](/sell).':
    'Lini pesa zako zinakuja, na masharti ya malipo: [Uza tiketi](/sell).',
  'When do I get the money of my event?': 'Napata lini pesa za tukio langu?',
  'You choose for each event: after the event, from 6:00 AM on the morning after it, or at any time. On the page Statement of your event you see how much you can request, and you request the payout there.':
    'Unachagua kwa kila tukio: baada ya tukio, kuanzia saa kumi na mbili asubuhi (6:00 AM) ya siku inayofuata, au wakati wowote. Kwenye ukurasa wa Taarifa (Statement) wa tukio lako unaona kiasi unachoweza kuomba, na unaomba malipo hapo.',
  'We decide on your request within {days}.': 'Tunaamua kuhusu ombi lako ndani ya {days}.',
  'We decide within {days}.': 'Tunaamua ndani ya {days}.',
  '1 business day': 'siku 1 ya kazi',
  '{} business days': 'siku {} za kazi',
  'Set your payout account before your first paid order. An account that you set or change later gets payouts after 48 hours.':
    'Weka akaunti yako ya malipo kabla ya agizo lako la kwanza lililolipwa. Akaunti unayoweka au kubadilisha baadaye inalipwa baada ya saa 48.',
  'Create an account': 'Fungua akaunti',
  'Terms of payment': 'Masharti ya malipo',
  'When your money comes': 'Lini pesa zako zinakuja',
  'You choose for each event. Your statement lists each sale, refund, fee and payout, and you can download it at any time.':
    'Unachagua kwa kila tukio. Taarifa yako inaorodhesha kila mauzo, urejeshaji, ada na malipo, na unaweza kuipakua wakati wowote.',
  'An event on sale now': 'Tukio linalouzwa sasa',
  'Start with your first event': 'Anza na tukio lako la kwanza',
  'Without internet': 'Bila intaneti',
  'At the gate': 'Langoni',
  'Buyers pay by M-PESA and get their tickets by SMS. The money is booked to your event the moment a buyer has paid.':
    'Wanunuzi wanalipa kwa M-PESA na kupata tiketi zao kwa SMS. Pesa zinaandikwa kwenye tukio lako mara tu mnunuzi anapolipa.',
  'After the event': 'Baada ya tukio',
  'The money stays with us until 6:00 AM on the morning after the event. No one can pay it out before, neither you nor we.':
    'Pesa zinakaa nasi hadi saa kumi na mbili asubuhi (6:00 AM) ya siku inayofuata tukio. Hakuna anayeweza kuzitoa kabla ya hapo, si wewe wala sisi.',
  'Any time': 'Wakati wowote',
  'You can request payouts before the event, too. We check each one.':
    'Unaweza kuomba malipo hata kabla ya tukio. Tunakagua kila ombi.',
  'We keep {}% of its sales after fees for refunds until {} days after the event.':
    'Tunaweka {}% ya mauzo yake baada ya ada kwa ajili ya kurudisha pesa hadi siku {} baada ya tukio.',
  'A buyer pays': 'Mnunuzi analipa',
  'Your statement shows the sale immediately: the price, our fee and what you receive.':
    'Taarifa yako inaonyesha mauzo papo hapo: bei, ada yetu na unachopokea.',
  'You request a payout': 'Unaomba kulipwa',
  'To your M-PESA number, till, paybill or bank account. Your statement shows how much you can request.':
    'Kwa nambari yako ya M-PESA, till, paybill au akaunti ya benki. Taarifa yako inaonyesha kiasi unachoweza kuomba.',
  'A person checks it': 'Mtu analikagua',
  'One of us or, after the event, another member of your own team. If we refuse a payout, we give you the reason.':
    'Mmoja wetu au, baada ya tukio, mwanachama mwingine wa timu yako mwenyewe. Tukikataa malipo, tunakupa sababu.',
  'M-PESA sends it': 'M-PESA inatuma',
  'We pay the M-PESA charge for the payout. Bank accounts are paid by hand, on working days.':
    'Sisi ndio tunaolipa gharama ya M-PESA ya malipo hayo. Akaunti za benki zinalipwa na mtu, siku za kazi.',
  'Cash at the door goes directly to you. The fee for these tickets is taken from the money of the event.':
    'Pesa taslimu za mlangoni ni zako moja kwa moja. Ada ya tiketi hizo inatolewa kwenye pesa za tukio.',
  'The fee for a ticket is fixed when the buyer orders it. A new fee holds for later orders only. If a ticket is refunded, we refund its fee to you.':
    'Ada ya tiketi inawekwa mnunuzi anapoiagiza. Ada mpya inahusu maagizo ya baadaye tu. Pesa za tiketi zikirudishwa, tunarudisha ada yake.',
  'The event form shows your fee and what you receive for each ticket before you publish. If we have agreed on another fee with you, the form shows that one.':
    'Fomu ya tukio inaonyesha ada yako na unachopokea kwa kila tiketi kabla ya kuchapisha. Tukikubaliana nawe ada nyingine, fomu inaonyesha hiyo.',
  'Set your payout account before your first paid order, and it can be used immediately. For your safety, an account that you set or change later gets payouts after 48 hours.':
    'Weka akaunti yako ya malipo kabla ya agizo lako la kwanza lililolipwa, na itatumika mara moja. Kwa usalama wako, akaunti unayoweka au kubadilisha baadaye inalipwa baada ya saa 48.',
  'We keep {}% of the sales of an event, after fees, for refunds until {} days after the event. After that you can request this part, too. We may agree on another share with you.':
    'Tunaweka {}% ya mauzo ya tukio, baada ya ada, kwa ajili ya kurudisha pesa hadi siku {} baada ya tukio. Baada ya hapo unaweza kuomba sehemu hii pia. Tunaweza kukubaliana nawe kiwango kingine.',
  'If an event is cancelled, we refund its buyers from its money. If an event is rescheduled, we keep what its buyers can still claim.':
    'Tukio likifutwa, pesa zake zinarudi kwa wanunuzi. Tukio likipangiwa tarehe mpya, tunaweka kiasi ambacho wanunuzi wake bado wanaweza kudai.',
  'If an event is cancelled or rescheduled after a payout and its own money does not cover the refunds, your other events pay what they can spare, and you owe us the rest. A refund that you make yourself needs the balance of its own event.':
    'Tukio likifutwa au kupangiwa tarehe mpya baada ya wewe kulipwa, na pesa zake hazitoshi kurudishia wanunuzi, matukio yako mengine yanalipa kiasi yanachoweza, na kinachobaki tunakudai. Pesa unazorudisha mwenyewe hutoka kwenye salio la tukio hilo tu.',
  'Our [Terms of Service](/terms) and our [Refund Policy](/refund-policy) apply as well.':
    '[Masharti yetu ya Huduma](/terms) na [Sera yetu ya Kurudisha Pesa](/refund-policy) yanatumika pia.',
  'If an event had no check-in and several visitors report it, we pay nothing out until we have looked into it.':
    'Kama hakuna aliyeingia kwenye tukio na wageni kadhaa wakaliripoti, hatulipi chochote hadi tuchunguze.',
  'Buyers without internet dial {ussd} on any phone and pay with their PIN. Each event also has its own code, for posters and radio.':
    'Wanunuzi wasio na intaneti wanapiga {ussd} kwenye simu yoyote na kulipa kwa PIN yao. Kila tukio pia lina msimbo wake, kwa mabango na redio.',
  'Your stewards scan tickets with their own phones. The gate app opens in the browser and works without network: each phone checks tickets against its own list and syncs later. If two phones without network let in the same ticket, you see it in the list of your event.':
    'Wahudumu wako wanakagua tiketi kwa simu zao wenyewe. Programu ya lango inafunguka kwenye kivinjari na inafanya kazi bila mtandao: kila simu inalinganisha tiketi na orodha yake na kusawazisha baadaye. Simu mbili zisizo na mtandao zikiingiza tiketi moja, unaiona kwenye orodha ya tukio lako.',
  'We need your name, an email address and a password. You write your event, and we review it before it goes public.':
    'Tunahitaji jina lako, anwani ya barua pepe na nenosiri. Unaandika tukio lako, nasi tunalikagua kabla halijawekwa wazi kwa wote.',
}

/** Texts of the page that a refund link opens. */
export const REFUND_LINK: Readonly<Record<string, string>> = {
  'Request a refund': 'Omba kurudishiwa pesa',
  'New date': 'Tarehe mpya',
  'Cancelled day': 'Siku iliyofutwa',
  'New time': 'Saa mpya',
  'New venue': 'Mahali papya',
  Was: 'Awali',
  Reference: 'Kumbukumbu',
  'Your refund is on its way.': 'Pesa zako ziko njiani.',
  'This order has already been refunded.': 'Pesa za agizo hili zimesharudishwa.',
  'Some of these tickets were used at the gate, so this cannot be refunded here. {}':
    'Baadhi ya tiketi hizi zimetumika langoni, kwa hivyo pesa haziwezi kurudishwa hapa. {}',
  'The refund period ended on {}. Your tickets stay valid.':
    'Muda wa kuomba kurudishiwa pesa uliisha {}. Tiketi zako bado ni halali.',
  'This was sent to another phone. The person who has the ticket can request its refund with the link in their own SMS.':
    'Hii ilitumwa kwa simu nyingine. Aliye na tiketi anaweza kuomba marejesho yake kwa kiungo kilicho kwenye SMS yake.',
  "Your ticket stays valid. If you can come, you don't need to do anything. If you can't, we can refund {} to the buyer and cancel your ticket.":
    'Tiketi yako bado ni halali. Ukija, huhitaji kufanya chochote. Kama huwezi, tunaweza kumrudishia mnunuzi {} na kufuta tiketi yako.',
  "Your tickets stay valid. If you can come, you don't need to do anything. If you can't, we'll refund {} for the tickets of this order that you still have, and cancel them.":
    'Tiketi zako bado ni halali. Ukija, huhitaji kufanya chochote. Kama huwezi, tutarudisha {} za tiketi za agizo hili ambazo bado unazo, na kuzifuta.',
  "You can keep what you have, and don't need to do anything. If you can't come, we'll refund {} and cancel:":
    'Unaweza kubaki na ulicho nacho, na huhitaji kufanya chochote. Kama huwezi kuja, tutarudisha {} na kufuta:',
  'Choose the people to refund': 'Chagua watu wa kurudishiwa pesa',
  "Your tickets stay valid. If you're all coming, you don't need to do anything.":
    'Tiketi zako bado ni halali. Kama mnakuja nyote, hamhitaji kufanya chochote.',
  "How many can't come?": 'Wangapi hawawezi kuja?',
  "How many tables can't come?": 'Meza ngapi haziwezi kuja?',
  'Refund add-ons as well?': 'Rudisha pesa za nyongeza pia?',
  '{} of {}': '{} kati ya {}',
  "We'll refund {} for add-ons.": 'Tutarudisha {} za nyongeza.',
  "We'll refund {} for add-ons and 1 person, who can no longer enter.":
    'Tutarudisha {} za nyongeza na za mtu 1, ambaye hataweza kuingia tena.',
  "We'll refund {} for add-ons and {} people, who can no longer enter.":
    'Tutarudisha {} za nyongeza na za watu {}, ambao hawataweza kuingia tena.',
  'Tables and packs are refunded whole, so a part of one cannot be refunded here. {}':
    'Pesa za meza na za vifurushi hurudishwa kwa ukamilifu, kwa hivyo sehemu haiwezi kurudishiwa pesa hapa. {}',
  "We'll refund their tickets, and they can no longer enter.":
    'Tutarudisha pesa za tiketi zao, na hawataweza kuingia tena.',
  'See my refund': 'Ona pesa zitakazorudishwa',
  Continue: 'Endelea',
  None: 'Hakuna',
  '{} of {} can be refunded. The others are inside.':
    '{} kati ya {} wanaweza kurudishiwa pesa. Wengine wako ndani.',
  '1 person': 'Mtu 1',
  '{} of {} people': 'Watu {} kati ya {}',
  'The phone number on the order gets this SMS:': 'Nambari ya simu ya agizo itapata SMS hii:',
  'You get this SMS:': 'Utapata SMS hii:',
  'Choose again': 'Chagua tena',
  "We'll refund {} for 1 person, who can no longer enter.":
    'Tutarudisha {} za mtu 1, ambaye hataweza kuingia tena.',
  "We'll refund {} for {} people, who can no longer enter.":
    'Tutarudisha {} za watu {}, ambao hawataweza kuingia tena.',
  'Refund {} in cash': 'Rudishiwa {} taslimu',
  'Refund {} to the buyer': 'Mrudishie mnunuzi {}',
  'Refund {} to the number that paid': 'Rudisha {} kwa nambari iliyolipa',
  'Refund {} to {}': 'Rudisha {} kwa {}',
  'Refund more tickets': 'Rudishiwa pesa za tiketi zaidi',
  "Choose how many can't come.": 'Chagua ni wangapi hawawezi kuja.',
  'Your other tickets stay valid.': 'Tiketi zako nyingine bado ni halali.',
  Ticket: 'Tiketi',
  'Request by {}.': 'Omba kufikia {}.',
  'Requesting...': 'Inaomba...',
  'Your tickets are no longer valid.': 'Tiketi zako si halali tena.',
  'This link is not valid': 'Kiungo hiki si sahihi',
  Refund: 'Kurudishiwa pesa',
}
