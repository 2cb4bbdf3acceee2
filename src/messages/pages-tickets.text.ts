/** Texts about tickets and refunds; see pages-buying.text.ts for the format. */
export const TICKETS: Readonly<Record<string, string>> = {
  'Something went wrong. Please try again.': 'Kuna hitilafu. Tafadhali jaribu tena.',
  'Ask for a refund': 'Omba kurudishiwa pesa',
  New: 'Mpya',
  Before: 'Awali',
  Reference: 'Kumbukumbu',
  'Your refund is on its way.': 'Pesa zako ziko njiani.',
  'Nothing of this order can be refunded: it went back before.':
    'Hakuna cha kurudisha kwa agizo hili: pesa zimesharudishwa.',
  'Some of these tickets were used at the gate, so this cannot be refunded here. {}':
    'Baadhi ya tiketi hizi zimetumika langoni, kwa hivyo pesa haziwezi kurudishwa hapa. {}',
  'Refunds for this change could be asked for until {}. Your tickets stay valid.':
    'Muda wa kuomba kurudishiwa pesa kwa mabadiliko haya uliisha {}. Tiketi zako bado ni halali.',
  'Your tickets stay valid: if you come, you need not do anything. If you cannot, you may have {} back, all of this order. Its tickets are not valid then.':
    'Tiketi zako bado ni halali: ukija, huhitaji kufanya chochote. Kama huwezi kuja, unaweza kurudishiwa {}, yaani agizo lote. Tiketi zake hazitakuwa halali tena.',
  'You can ask until {}.': 'Unaweza kuomba hadi {}.',
  'Asking...': 'Inaomba...',
  'Refund {}': 'Rudishiwa {}',
  ', by {}': ', kufikia {}',
  '{} goes to the M-PESA number that paid{}. Your tickets are not valid any more.':
    '{} zinarudishwa kwa nambari ya M-PESA iliyolipa{}. Tiketi zako si halali tena.',
  '{} in cash is given back by the organizer{}. Your tickets are not valid any more.':
    '{} taslimu zinarudishwa na mwandalizi{}. Tiketi zako si halali tena.',
  'This link is not valid': 'Kiungo hiki si sahihi',
  Refund: 'Kurudishiwa pesa',
  'Ask for a refund of a moved event.': 'Omba kurudishiwa pesa za tukio lililohamishwa.',
  '{} has moved': '{} imehama',
  ', through {}': ', kupitia {}',
  '{} of {} {} inside.': 'Ndani: {0} kati ya {1}.',
  'Failed to lookup ticket': 'Tiketi haikuweza kutafutwa',
  'No ticket found for this reference number': 'Hakuna tiketi ya nambari hii ya kumbukumbu',
  'An error occurred': 'Kumetokea hitilafu',
  'Please enter the reference number from your M-PESA message':
    'Tafadhali weka nambari ya kumbukumbu kutoka kwa ujumbe wako wa M-PESA',
  'Too many look-ups from this network. Please try again in {}.':
    'Utafutaji ni mwingi kutoka mtandao huu. Tafadhali jaribu tena baada ya {}.',
  '1 second': 'sekunde 1',
  '{} seconds': 'sekunde {}',
  'Find your ticket': 'Tafuta tiketi yako',
  'M-PESA Reference Number': 'Nambari ya Kumbukumbu ya M-PESA',
  'The reference number can be found in your M-PESA message after successful payment':
    'Nambari ya kumbukumbu iko kwenye ujumbe wako wa M-PESA baada ya malipo kufaulu',
  'Looking up ticket...': 'Inatafuta tiketi...',
  'Find Ticket': 'Tafuta Tiketi',
  '{} tickets found': 'Tiketi {} zimepatikana',
  'Quantity: {}': 'Idadi: {}',
  'Not valid any more.': 'Si halali tena.',
  'This list clears itself after five minutes. {}':
    'Orodha hii itajifuta yenyewe baada ya dakika tano. {}',
  'Clear it now': 'Ifute sasa',
  'You are offline. ': 'Huna mtandao. ',
  'The network does not answer. ': 'Mtandao haujibu. ',
  'This is your ticket as it was on {}.': 'Hii ni tiketi yako kama ilivyokuwa {}.',
  'Your ticket works all the same.': 'Tiketi yako inafanya kazi vilevile.',
  'Moved from {}': 'Imehama kutoka {}',
  'QR code of ticket {}': 'Msimbo wa QR wa tiketi {}',
  'Enter Through': 'Ingia Kupitia',
  'To have it at hand, choose ‘Add to Home screen’ in your browser’s menu: it opens without a network.':
    'Ili uwe nayo karibu, chagua ‘Add to Home screen’ kwenye menyu ya kivinjari chako: hufunguka bila mtandao.',
  'Ticket number': 'Nambari ya tiketi',
  Refunded: 'Pesa zimerudishwa',
  'Not valid': 'Si halali',
  'Already Used': 'Imeshatumika',
  'Not valid any more': 'Si halali tena',
  'The details of this ticket could not be loaded. Gate, type and quantity below may be different. Load this page again before you enter.':
    'Maelezo ya tiketi hii hayakupatikana. Lango, aina na idadi hapa chini huenda si sahihi. Fungua ukurasa huu tena kabla ya kuingia.',
  'This ticket lets nobody in.': 'Tiketi hii haimruhusu mtu yeyote kuingia.',
  'Important: This ticket is only valid at {}': 'Muhimu: Tiketi hii ni halali tu kwenye {}',
  'Scan this QR code or show your ticket number at the gate.':
    'Changanua msimbo huu wa QR au onyesha nambari ya tiketi yako langoni.',
  'Keep this ticket safe and do not share it with others.':
    'Weka tiketi hii salama na usiwape wengine.',
  'Turn your screen to full brightness at the gate.{}': 'Ongeza mwangaza wa skrini yako langoni.{}',
  ' It stays on while this page is open.': ' Itabaki imewaka ukurasa huu ukiwa wazi.',
  'No such ticket': 'Hakuna tiketi kama hiyo',
  'Ticket · Lango': 'Tiketi · Lango',
  'A ticket. Show it at the gate.': 'Tiketi. Ionyeshe langoni.',
  'This ticket could not be loaded': 'Tiketi hii haikuweza kufunguka',
  'Please try again in a moment.': 'Tafadhali jaribu tena baada ya muda mfupi.',
  'Find Your Ticket · Lango': 'Tafuta Tiketi Yako · Lango',
  'Lost your ticket? Find it with the reference number in your M-PESA message.':
    'Umepoteza tiketi? Itafute kwa nambari ya kumbukumbu iliyo kwenye ujumbe wako wa M-PESA.',
  'Find Your Ticket': 'Tafuta Tiketi Yako',
  'Your ticket was sent to the phone that paid. If you cannot find it, look it up here: paste the whole {} message, or type a ticket number.':
    'Tiketi yako ilitumwa kwa simu iliyolipa. Kama huioni, itafute hapa: bandika ujumbe wote wa {}, au andika nambari ya tiketi.',
  'Somebody offers you a ticket? Check that it is genuine':
    'Kuna anayekuuzia tiketi? Hakikisha ni halisi',
  'A ticket number has 16 letters and digits. Please check what you typed.':
    'Nambari ya tiketi ina herufi na tarakimu 16. Tafadhali hakikisha ulichoandika.',
  'Please enter the ticket number': 'Tafadhali weka nambari ya tiketi',
  'The ticket could not be checked. Please try again.':
    'Tiketi haikuweza kuangaliwa. Tafadhali jaribu tena.',
  'This ticket could not be sent. Please try again.':
    'Tiketi hii haikuweza kutumwa. Tafadhali jaribu tena.',
  '{} It was sent to another phone, under a new number.':
    '{} Ilitumwa kwa simu nyingine, kwa nambari mpya.',
  'Transferred.': 'Imehamishwa.',
  'Check a ticket': 'Kagua tiketi',
  '16 letters and digits, below the QR code and in the SMS. Spaces do not matter.':
    'Herufi na tarakimu 16, chini ya msimbo wa QR na kwenye SMS. Nafasi si muhimu.',
  'Checking ticket...': 'Inakagua tiketi...',
  'Check Ticket': 'Kagua Tiketi',
  Valid: 'Halali',
  'This number is genuine and not used yet. Whoever else knows it can still use it before you. Pay only once the seller has sent the ticket to your phone: you then get a new number, and this one ends.':
    'Nambari hii ni halisi na bado haijatumika. Mtu mwingine anayeijua anaweza kuitumia kabla yako. Lipa tu baada ya muuzaji kutuma tiketi kwa simu yako: hapo utapata nambari mpya, na hii haitafanya kazi tena.',
  'Already used': 'Imeshatumika',
  'Everybody on this ticket has entered. Do not pay for it.':
    'Watu wote wa tiketi hii wameshaingia. Usiilipie.',
  Transferred: 'Imehamishwa',
  'This ticket was sent to another phone, under a new number. This number lets nobody in. Do not pay for it.':
    'Tiketi hii ilitumwa kwa simu nyingine, kwa nambari mpya. Nambari hii haimruhusu mtu yeyote kuingia. Usiilipie.',
  'This ticket was refunded or taken back, or its event is cancelled. It lets nobody in. Do not pay for it.':
    'Pesa za tiketi hii zilirudishwa, au tiketi ilichukuliwa tena, au tukio lake limefutwa. Haimruhusu mtu yeyote kuingia. Usiilipie.',
  'Not one of our tickets': 'Si tiketi yetu',
  'We never sold a ticket with this number. Check that you typed all 16 letters and digits. If you did, do not pay for it.':
    'Hatujawahi kuuza tiketi yenye nambari hii. Hakikisha umeandika herufi na tarakimu zote 16. Kama umeziandika zote, usiilipie.',
  'Send this ticket on': 'Mtumie mwingine tiketi hii',
  'It was sent. Each phone gets a new ticket number by SMS.':
    'Imetumwa. Kila simu itapata nambari mpya ya tiketi kwa SMS.',
  'The other phone gets a new ticket number, and this one lets nobody in for it. It is free.{}':
    'Simu nyingine itapata nambari mpya ya tiketi, na hii haitamruhusu mtu kuingia kwa nafasi hiyo. Ni bure.{}',
  'Phone number, or several': 'Nambari ya simu, moja au zaidi',
  'How many people, to one phone': 'Watu wangapi, kwa simu moja',
  'Empty: all {} that are left.': 'Ukiacha wazi: wote {} waliobaki.',
  'Sending code...': 'Inatuma nambari ya siri...',
  'Send code': 'Tuma nambari ya siri',
  'A code was sent by SMS to the phone that has this ticket. Nothing is sent on before you enter it.':
    'Nambari ya siri imetumwa kwa SMS kwa simu yenye tiketi hii. Hakuna kitakachotumwa kabla ya kuiweka.',
  'Code from the SMS': 'Nambari ya siri kutoka kwa SMS',
  'Sending ticket...': 'Inatuma tiketi...',
  'Send ticket on': 'Tuma tiketi',
  'It was sent to another phone, under a new number. This one lets nobody in.':
    'Ilitumwa kwa simu nyingine, kwa nambari mpya. Hii haimruhusu mtu yeyote kuingia.',
  'The SMS did not arrive': 'SMS haikufika',
  'Your tickets are here:': 'Tiketi zako ziko hapa:',
  'On that phone, without internet: dial {} and choose My tickets.':
    'Kwa simu hiyo, bila intaneti: piga {} kisha chagua Tiketi zangu.',
  'Get them by e-mail': 'Zipate kwa barua pepe',
  'The e-mail with your tickets is on its way.': 'Barua pepe yenye tiketi zako inakuja.',
  'Empty: to the address that you gave when you bought.':
    'Ukiacha wazi: kwa anwani uliyotoa uliponunua.',
  'Sending e-mail...': 'Inatuma barua pepe...',
  'Send e-mail': 'Tuma barua pepe',
  'The e-mail could not be sent. Please try again.':
    'Barua pepe haikuweza kutumwa. Tafadhali jaribu tena.',
}
