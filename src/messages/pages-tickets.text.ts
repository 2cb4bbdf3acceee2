export const TICKETS: Readonly<Record<string, string>> = {
  'Something went wrong. Please try again.': 'Kuna hitilafu. Tafadhali jaribu tena.',
  'Your ticket is on its way.': 'Tiketi yako iko njiani.',
  'It comes by SMS to {}.': 'Itakuja kwa SMS kwa {}.',
  'Get a ticket': 'Pata tiketi',
  'Get my ticket': 'Nipe tiketi yangu',
  'When and where': 'Lini na wapi',
  'This link has ended. Ask the person who sent it to you.':
    'Muda wa kiungo hiki umeisha. Muulize aliyekutumia.',
  'All tickets of this link have been handed out.': 'Tiketi zote za kiungo hiki zimeshatolewa.',
  '1 ticket is left.': 'Imebaki tiketi 1.',
  '{} of {} tickets are left.': 'Zimebaki tiketi {} kati ya {}.',
  'One for each phone number, until {}.': 'Moja kwa kila nambari ya simu, hadi {}.',
  'Your phone number': 'Nambari yako ya simu',
  'The ticket could not be sent. Please try again.':
    'Tiketi haikuweza kutumwa. Tafadhali jaribu tena.',
  'A complimentary ticket for you.': 'Tiketi ya bure kwa ajili yako.',
  '{} invites you to': '{} anakualika kwenye',
  'Request a refund for a rescheduled event.': 'Omba kurudishiwa pesa za tukio lenye ratiba mpya.',
  '{} has been rescheduled': 'Ratiba ya {} imebadilika',
  '{}: dates have changed': '{}: tarehe zimebadilika',
  '{} is cancelled': '{} imefutwa',
  '{}: {} is cancelled': '{}: {} imefutwa',
  '{}: {} has been rescheduled': '{}: ratiba ya {} imebadilika',
  'Was planned for': 'Lilipangwa kuwa',
  'Everyone gets a refund automatically, so you do not need to do anything.':
    'Kila mtu anarudishiwa pesa moja kwa moja, kwa hiyo huhitaji kufanya lolote.',
  ', through {}': ', kupitia {}',
  ', at {}': ', kwenye {}',
  '{} of {} already redeemed': 'Imetumika tayari: {} kati ya {}',
  '{} of {} already inside': 'Ndani tayari: {} kati ya {}',
  'Failed to lookup ticket': 'Tiketi haikuweza kutafutwa',
  'No ticket found for this reference number': 'Hakuna tiketi ya nambari hii ya kumbukumbu',
  'An error occurred': 'Kumetokea hitilafu',
  'Please enter the reference number from your M-PESA message':
    'Tafadhali weka nambari ya kumbukumbu kutoka kwa ujumbe wako wa M-PESA',
  'Too many searches from your network. Your full ticket number still works. Please try again in {}.':
    'Utafutaji ni mwingi mno kutoka mtandao wako. Nambari kamili ya tiketi yako bado inafanya kazi. Tafadhali jaribu tena baada ya {}.',
  '1 second': 'sekunde 1',
  '{} seconds': 'sekunde {}',
  'Find your ticket': 'Tafuta tiketi yako',
  'Were your tickets free? Enter the order number from the confirmation page or the email, or use your phone number below.':
    'Tiketi zako zilikuwa za bure? Weka nambari ya agizo iliyo kwenye ukurasa wa uthibitisho au barua pepe, au tumia nambari yako ya simu hapa chini.',
  'Find tickets by phone number': 'Tafuta tiketi kwa nambari ya simu',
  'Find your tickets by phone number': 'Tafuta tiketi zako kwa nambari ya simu',
  "No reference number, or free tickets? We'll send a code to the phone that has the tickets, to make sure that it is yours.":
    'Huna nambari ya kumbukumbu, au tiketi zako ni za bure? Tunatuma msimbo wa uthibitisho kwa simu yenye tiketi, ili kuhakikisha kwamba ni yako.',
  'If this number has tickets, we have sent a code to it by SMS. It works for 15 minutes.':
    'Ikiwa nambari hii ina tiketi, tumeitumia msimbo wa uthibitisho kwa SMS. Unafanya kazi kwa dakika 15.',
  'I have a reference number': 'Nina nambari ya kumbukumbu',
  'Show my tickets': 'Onyesha tiketi zangu',
  'The list ends after {} tickets.': 'Orodha hii inaishia kwenye tiketi {}.',
  'M-PESA Reference Number': 'Nambari ya Kumbukumbu ya M-PESA',
  'The reference number can be found in your M-PESA message after successful payment':
    'Nambari ya kumbukumbu iko kwenye ujumbe wako wa M-PESA baada ya malipo kufaulu',
  'Looking up ticket...': 'Inatafuta tiketi...',
  'Find Ticket': 'Tafuta Tiketi',
  '{} tickets found': 'Tiketi {} zimepatikana',
  'Quantity: {}': 'Idadi: {}',
  'Enters once a day': 'Kuingia mara moja kwa siku',
  'One visit, on any of these days': 'Kuingia mara moja, siku yoyote kati ya hizi',
  '{} per person': '{} kwa kila mtu',
  'about {} per person': 'takriban {} kwa kila mtu',
  'Good for {}': 'Mara {}',
  'Good for {} each day': 'Mara {} kila siku',
  'Good for {} in all': 'Mara {} kwa jumla',
  'At least {} per order': 'Angalau {} kwa agizo moja',
  '({} people)': '(watu {})',
  '{} people': 'Watu {}',
  '1 add-on': 'Nyongeza 1',
  '{} add-ons': 'Nyongeza {}',
  'Add-ons': 'Nyongeza',
  'An add-on opens no entrance. Buy it with a ticket, or with the number that has one.':
    'Nyongeza haikuingizi langoni. Inunue pamoja na tiketi, au kwa nambari iliyo na tiketi.',
  'No ticket chosen: pay with the number that has one.':
    'Hujachagua tiketi: lipa kwa nambari iliyo nayo.',
  'This code works for 1 more person': 'Msimbo huu unafaa kwa mtu 1 zaidi',
  'This code works for {} more people': 'Msimbo huu unafaa kwa watu {} zaidi',
  'One phone number can buy for {} people with this code.':
    'Nambari moja ya simu inaweza kununulia watu {} kwa msimbo huu.',
  'Admits {}': 'Watu {}',
  'Admits {} people': 'Inaingiza watu {}',
  'Save or print': 'Hifadhi au chapisha',
  'No longer valid.': 'Si halali tena.',
  'This list clears automatically after five minutes. {}':
    'Orodha hii itajifuta yenyewe baada ya dakika tano. {}',
  'Clear it now': 'Ifute sasa',
  "You're offline. ": 'Huna mtandao. ',
  'No connection. ': 'Hakuna mtandao. ',
  'This is your ticket as it was on {}.': 'Hii ni tiketi yako kama ilivyokuwa {}.',
  'Your ticket still works.': 'Tiketi yako bado inafanya kazi.',
  'Was: {}': 'Awali: {}',
  'QR code of ticket {}': 'Msimbo wa QR wa tiketi {}',
  'Enter Through': 'Ingia Kupitia',
  'Redeem At': 'Tumia Kwenye',
  'The event': 'Tamasha',
  'Add-on': 'Nyongeza',
  'Add-on · Good for {}': 'Nyongeza · Mara {}',
  'Important: This add-on opens no entrance. Enter with your ticket.':
    'Muhimu: Nyongeza hii haikuingizi langoni. Ingia kwa tiketi yako.',
  'Show this QR code or its number where it is redeemed.':
    'Onyesha msimbo huu wa QR au nambari yake unapoitumia.',
  'Add-ons for this event': 'Nyongeza za tamasha hili',
  'You can still buy them, with the phone number that has the tickets.':
    'Bado unaweza kuzinunua, kwa nambari ya simu iliyo na tiketi.',
  'See add-ons': 'Tazama nyongeza',
  'You have 1 add-on': 'Una nyongeza 1',
  'You have {} add-ons': 'Una nyongeza {}',
  'You have {} tickets and add-ons': 'Una tiketi na nyongeza {}',
  'Show my last order': 'Onyesha agizo langu la mwisho',
  'Show my earlier order': 'Onyesha agizo langu la awali',
  'You paid {} for your last order{}.': 'Ulilipa {} kwa agizo lako la mwisho{}.',
  'Keep it handy: ‘Add to Home screen’ in your browser menu. It works offline.':
    'Ili uipate kwa urahisi: ‘Add to Home screen’ kwenye menyu ya kivinjari chako. Hufanya kazi bila mtandao.',
  'Ticket number': 'Nambari ya tiketi',
  Refunded: 'Pesa zimerudishwa',
  'Refund due': 'Pesa zitarudishwa',
  'Not valid': 'Si halali',
  'Already Used': 'Imeshatumika',
  'No longer valid': 'Si halali tena',
  'The details of this ticket could not be loaded. Gate, type and quantity below may be different. Reload this page before you enter.':
    'Maelezo ya tiketi hii hayakupatikana. Lango, aina na idadi hapa chini huenda si sahihi. Fungua ukurasa huu tena kabla ya kuingia.',
  'This ticket is no longer valid.': 'Tiketi hii si halali tena.',
  'Important: This ticket is only valid at {}': 'Muhimu: Tiketi hii ni halali tu kwenye {}',
  'Scan this QR code or show your ticket number at the gate.':
    'Changanua msimbo huu wa QR au onyesha nambari ya tiketi yako langoni.',
  'To give it away, send it to a friend below.': 'Ili kumpa mwingine, mtumie rafiki hapa chini.',
  'Keep this ticket safe and do not share it with others.':
    'Weka tiketi hii salama na usiwape wengine.',
  'Turn up your brightness at the gate.{}': 'Ongeza mwangaza wa simu yako langoni.{}',
  ' The screen stays on here.': ' Skrini itabaki imewaka hapa.',
  'Ticket not found': 'Tiketi haikupatikana',
  'Ticket · Lango': 'Tiketi · Lango',
  'A ticket. Show it at the gate.': 'Tiketi. Ionyeshe langoni.',
  'This ticket could not be loaded': 'Tiketi hii haikuweza kufunguka',
  'Please try again in a moment.': 'Tafadhali jaribu tena baada ya muda mfupi.',
  'Find Your Ticket · Lango': 'Tafuta Tiketi Yako · Lango',
  'Lost your ticket? Find it with the reference number in your M-PESA message.':
    'Umepoteza tiketi? Itafute kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  'Find Your Ticket': 'Tafuta Tiketi Yako',
  "We sent your ticket to the phone number you ordered with. Can't find it? Paste the whole {} message here, or enter a ticket number.":
    'Tulituma tiketi yako kwa nambari ya simu uliyoagizia. Huioni? Bandika hapa ujumbe wote wa {}, au weka nambari ya tiketi.',
  "Buying from someone? Check it's genuine": 'Unanunua kwa mtu? Hakikisha ni halisi',
  'A ticket number has 16 letters and numbers. Please check what you entered.':
    'Nambari ya tiketi ina herufi na tarakimu 16. Tafadhali hakikisha ulichoandika.',
  'Please enter the ticket number': 'Tafadhali weka nambari ya tiketi',
  'The ticket could not be checked. Please try again.':
    'Tiketi haikuweza kuangaliwa. Tafadhali jaribu tena.',
  'This ticket could not be sent. Please try again.':
    'Tiketi hii haikuweza kutumwa. Tafadhali jaribu tena.',
  '{} It was sent to another phone with a new number.':
    '{} Ilitumwa kwa simu nyingine, kwa nambari mpya.',
  'Transferred.': 'Imehamishwa.',
  'Check a ticket': 'Hakikisha tiketi',
  '16 letters and numbers, below the QR code and in the SMS. Spaces are fine.':
    'Herufi na tarakimu 16, chini ya msimbo wa QR na kwenye SMS. Nafasi si tatizo.',
  'Checking ticket...': 'Inahakikisha tiketi...',
  'Check Ticket': 'Hakikisha Tiketi',
  Valid: 'Halali',
  "Genuine and not used yet. Don't pay yet: the seller could still use it or send it to someone else. First have it sent to your own phone. You get a new number by SMS: check that number here, then pay.":
    'Ni halisi na bado haijatumika. Usilipe bado: muuzaji bado anaweza kuitumia au kumtumia mtu mwingine. Kwanza itumwe kwa simu yako mwenyewe. Utapata nambari mpya kwa SMS: ihakikishe hapa, kisha lipa.',
  "Genuine and not used yet. Did this number come by SMS to your own phone? Then the ticket is yours, and its sender can't take it back: you can pay. If not, don't pay: have it sent to your phone first.":
    'Ni halisi na bado haijatumika. Je, nambari hii ilikuja kwa SMS kwenye simu yako mwenyewe? Basi tiketi ni yako, na aliyeituma hawezi tena kuichukua: unaweza kulipa. Kama sivyo, usilipe: kwanza itumwe kwa simu yako.',
  'The friend who sent this ticket can still take it back.':
    'Rafiki aliyekutumia tiketi hii bado anaweza kuichukua tena.',
  'Keep this ticket': 'Tiketi hii ibaki kwangu',
  'Already used': 'Imeshatumika',
  "Already used by everyone on it. Don't buy it.": 'Wote wa tiketi hii wameshaingia. Usiinunue.',
  Transferred: 'Imehamishwa',
  "This ticket was sent to another phone with a new number. This number is no longer valid. Don't buy it.":
    'Tiketi hii ilitumwa kwa simu nyingine, kwa nambari mpya. Nambari hii si halali tena. Usiinunue.',
  "It was refunded or withdrawn, or its event is cancelled. It is no longer valid. Don't buy it.":
    'Pesa zake zilirudishwa, iliondolewa, au tukio lake limefutwa. Si halali tena. Usiinunue.',
  'This event is cancelled.': 'Tukio hili limefutwa.',
  'The day of this ticket is cancelled.': 'Siku ya tiketi hii imefutwa.',
  'Your refund is on its way.': 'Pesa zako ziko njiani.',
  'Your refund waits. It has not been sent yet.': 'Pesa zako zinasubiri. Bado hazijarudishwa.',
  'Not one of our tickets': 'Si tiketi yetu',
  "We never sold a ticket with this number. Check that you entered all 16 letters and numbers. If you did, don't buy it.":
    'Hatujawahi kuuza tiketi yenye nambari hii. Hakikisha umeandika herufi na tarakimu zote 16. Kama umeziandika zote, usiinunue.',
  'Send to a friend': 'Mtumie rafiki',
  'Sent. Your friend will get it by SMS.': 'Imetumwa. Rafiki yako ataipata kwa SMS.',
  "Your friend gets a new ticket by SMS, and this ticket then admits one fewer. It's free.":
    'Rafiki yako atapata tiketi mpya kwa SMS, na hii itaruhusu mtu mmoja pungufu. Ni bure.',
  "Your friend gets a new ticket by SMS, and this ticket then admits as many fewer as you send. It's free.":
    'Rafiki yako atapata tiketi mpya kwa SMS, na idadi ya watu wa hii itapungua kadiri unavyotuma. Ni bure.',
  "Your friend gets a new ticket by SMS, and this ticket then has one use fewer. It's free.":
    'Rafiki yako atapata tiketi mpya kwa SMS, na hii itatumika mara moja pungufu. Ni bure.',
  "Your friend gets a new ticket by SMS, and this ticket then has as many uses fewer as you send. It's free.":
    'Rafiki yako atapata tiketi mpya kwa SMS, na matumizi ya hii yatapungua kadiri unavyotuma. Ni bure.',
  '1 person to {}': 'Mtu 1 kwa {}',
  '{} people to {}': 'Watu {} kwa {}',
  '1 person each to {}': 'Mtu 1 kwa kila nambari: {}',
  '1 use to {}': 'Matumizi 1 kwa {}',
  '{} uses to {}': 'Matumizi {} kwa {}',
  '1 use each to {}': 'Matumizi 1 kwa kila nambari: {}',
  'How many uses': 'Matumizi mangapi',
  ' First we send a code to the phone that has it.':
    ' Kwanza tunatuma msimbo kwa simu yenye tiketi hii.',
  'Questions from the organizer': 'Maswali kutoka kwa mwandalizi',
  'Your questions are answered': 'Maswali yako yamejibiwa',
  '1 question from the organizer': 'Swali 1 kutoka kwa mwandalizi',
  '{} questions from the organizer': 'Maswali {} kutoka kwa mwandalizi',
  'Ticket {} of {}: {}': 'Tiketi {} kati ya {}: {}',
  Save: 'Hifadhi',
  'Saving...': 'Inahifadhi...',
  'Saved. Thank you.': 'Imehifadhiwa. Asante.',
  'You can come in without an answer.': 'Unaweza kuingia bila jibu.',
  "People who have not answered the organizer's questions leave this ticket first. If more leave, we delete the answers of person {}.":
    'Watu ambao hawajajibu maswali ya mwandalizi huondoka kwenye tiketi hii kwanza. Wakiondoka zaidi, tunafuta majibu ya mtu {}.',
  'We delete the answers of people who leave this ticket: of person {}.':
    'Tunafuta majibu ya watu wanaoondoka kwenye tiketi hii: ya mtu {}.',
  '{}, then {}': '{}, kisha {}',
  "The answers to the organizer's questions are deleted with the whole ticket.":
    'Majibu kwa maswali ya mwandalizi yanafutwa tiketi yote ikiondoka.',
  "People who have not answered the organizer's questions leave a ticket first. If more leave, we delete their answers.":
    'Watu ambao hawajajibu maswali ya mwandalizi huondoka kwenye tiketi kwanza. Wakiondoka zaidi, tunafuta majibu yao.',
  'Your answer': 'Jibu lako',
  'Person {}': 'Mtu {}',
  'Why do you ask? {}': 'Kwa nini mnauliza? {}',
  'Answered. Change the answer': 'Limejibiwa. Badilisha jibu',
  '{} answered. Change an answer': '{} yamejibiwa. Badilisha jibu',
  "We don't show answers. To change one, you need the code that we send to the phone of this ticket.":
    'Hatuonyeshi majibu. Ili kubadilisha moja, unahitaji msimbo wa uthibitisho tunaotuma kwa simu ya tiketi hii.',
  'Choose...': 'Chagua...',
  'To change an answer, enter the code that we sent to the phone of this ticket. Nothing is saved until then.':
    'Ili kubadilisha jibu, andika msimbo wa uthibitisho tuliotuma kwa simu ya tiketi hii. Hakuna kitakachohifadhiwa hadi hapo.',
  Answered: 'Limejibiwa',
  'Your answer could not be saved. Please try again.':
    'Jibu lako halikuweza kuhifadhiwa. Tafadhali jaribu tena.',
  'Please answer the question.': 'Tafadhali jibu swali hili.',
  'Return this ticket': 'Rudisha tiketi hii',
  "Can't come? Someone else can take your place. You cannot undo this: the ticket is then no longer valid. First we send a code to the phone that has it.":
    'Huwezi kuja? Mtu mwingine anaweza kuchukua nafasi yako. Huwezi kubadilisha baadaye: tiketi haitakuwa halali tena. Kwanza tunatuma msimbo kwa simu yenye tiketi hii.',
  'Leave blank to return all {}.': 'Acha wazi ili kurudisha wote {}.',
  'We sent a code by SMS to the phone that has this ticket. Nothing changes until you enter it. Then you cannot undo it.':
    'Tumetuma msimbo wa uthibitisho kwa SMS kwa simu yenye tiketi hii. Hakuna kitakachobadilika hadi uuweke. Kisha huwezi kubadilisha baadaye.',
  'Return ticket': 'Rudisha tiketi',
  'Returning...': 'Inarudisha...',
  Returned: 'Imerudishwa',
  'Returned. Thank you.': 'Imerudishwa. Asante.',
  'It was returned, so that someone else can come.': 'Ilirudishwa, ili mtu mwingine aweze kuja.',
  "Friend's phone number(s)": 'Nambari ya simu ya rafiki (au marafiki)',
  "Friend's phone number": 'Nambari ya simu ya rafiki',
  ' Several friends? Separate numbers with commas: one ticket each.':
    ' Marafiki kadhaa? Tenganisha nambari kwa koma: tiketi moja kwa kila mmoja.',
  'How many people': 'Watu wangapi',
  'Leave blank to send all {} people.': 'Acha wazi ili kutuma watu wote {}.',
  'Leave blank to send all {} uses.': 'Acha wazi ili kutuma matumizi yote {}.',
  'Sending code...': 'Inatuma msimbo wa uthibitisho...',
  'Send code': 'Tuma msimbo wa uthibitisho',
  'We sent a code by SMS to the phone that has this ticket. Nothing is sent until you enter it.':
    'Tumetuma msimbo wa uthibitisho kwa SMS kwa simu yenye tiketi hii. Hakuna kitakachotumwa hadi uuweke.',
  'Sent to friends': 'Zilizotumwa kwa marafiki',
  'Done. It is back on this ticket.': 'Tayari. Imerudi kwenye tiketi hii.',
  ' You can take it back until someone opens it.': ' Unaweza kuirudisha hadi mtu aifungue.',
  'Take back': 'Irudishe',
  'Taking it back...': 'Inarudisha...',
  'We sent a code by SMS to the phone that has this ticket. Nothing changes until you enter it.':
    'Tumetuma msimbo wa uthibitisho kwa SMS kwa simu yenye tiketi hii. Hakuna kitakachobadilika hadi uuweke.',
  'Code from the SMS': 'Msimbo wa uthibitisho kutoka kwa SMS',
  'Sending ticket...': 'Inatuma tiketi...',
  'Send ticket': 'Tuma tiketi',
  'It was sent to another phone with a new number. This one is no longer valid.':
    'Ilitumwa kwa simu nyingine, kwa nambari mpya. Hii si halali tena.',
  'The SMS did not arrive': 'SMS haikufika',
  'Your tickets are here:': 'Tiketi zako ziko hapa:',
  'No internet on that phone? Dial {} and choose My tickets.':
    'Hakuna intaneti kwenye simu hiyo? Piga {} kisha chagua Tiketi zangu.',
  'Get them by email': 'Zipate kwa barua pepe',
  'The email with your tickets is on its way.': 'Barua pepe yenye tiketi zako inakuja.',
  'Leave blank to use the email of your order.': 'Acha wazi ili kutumia barua pepe ya agizo lako.',
  'Sending email...': 'Inatuma barua pepe...',
  'Send email': 'Tuma barua pepe',
  'The email could not be sent. Please try again.':
    'Barua pepe haikuweza kutumwa. Tafadhali jaribu tena.',
}
