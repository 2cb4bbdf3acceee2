/**
 * Texts of API responses that pages show, in English and Swahili: why a payment failed, and
 * refusals. See pages-buying.text.ts for the format.
 */
export const ANSWERS: Readonly<Record<string, string>> = {
  'Not enough M-PESA balance. Top up and try again.':
    'Salio la M-PESA halitoshi. Ongeza pesa kisha ujaribu tena.',
  'This is more than M-PESA allows in one payment. Choose fewer tickets.':
    'Hiki ni zaidi ya kinachoruhusiwa na M-PESA kwa malipo mamoja. Chagua tiketi chache zaidi.',
  'You have reached your daily M-PESA limit. Try again tomorrow or with another phone.':
    'Umefikia kikomo chako cha M-PESA cha siku. Jaribu tena kesho au kwa simu nyingine.',
  'M-PESA allows the same amount only once in two minutes. Wait two minutes, then try again.':
    'M-PESA huruhusu kiasi kile kile mara moja tu kwa dakika mbili. Subiri dakika mbili, kisha ujaribu tena.',
  'M-PESA is busy. Wait half a minute and try again.':
    'M-PESA ina shughuli nyingi. Subiri nusu dakika kisha ujaribu tena.',
  'Another M-PESA request is open on your phone. Finish or close it, then try again in two minutes.':
    'Kuna ombi lingine la M-PESA kwenye simu yako. Likamilishe au ulifunge, kisha ujaribu tena baada ya dakika mbili.',
  'The time to enter your PIN ran out. You can try again.':
    'Muda wa kuweka PIN umeisha. Unaweza kujaribu tena.',
  'M-PESA could not send the request to your phone. Try again in a minute.':
    'M-PESA haikuweza kutuma ombi kwa simu yako. Jaribu tena baada ya dakika moja.',
  'You cancelled the payment. You can try again.': 'Umefuta malipo. Unaweza kujaribu tena.',
  'Your phone did not answer in time. You can try again.':
    'Simu yako haikujibu kwa wakati. Unaweza kujaribu tena.',
  'We could not reach your phone. Unlock it, close other M-PESA or USSD menus and try again. If it happens again, dial *234# to update your SIM menu.':
    'Hatukuweza kuifikia simu yako. Ifungue, funga menyu nyingine za M-PESA au USSD kisha ujaribu tena. Ikitokea tena, piga *234# kusasisha menyu ya laini yako.',
  'Wrong M-PESA PIN. You can try again.': 'PIN ya M-PESA si sahihi. Unaweza kujaribu tena.',
  'M-PESA could not check your PIN. You can try again.':
    'M-PESA haikuweza kuhakikisha PIN yako. Unaweza kujaribu tena.',
  'The M-PESA session ended. You can try again.':
    'Kipindi cha M-PESA kimeisha. Unaweza kujaribu tena.',
  'Your M-PESA PIN is locked. Call 100 to unlock it, then try again.':
    'PIN yako ya M-PESA imefungwa. Piga 100 ili ifunguliwe, kisha ujaribu tena.',
  'Too many people are paying at this moment, and no request was sent to your phone. Please try again.':
    'Watu wengi sana wanalipa sasa hivi, na hakuna ombi lililotumwa kwa simu yako. Tafadhali jaribu tena.',
  'M-PESA cannot be reached at the moment, and no request was sent to your phone. Please try again.':
    'M-PESA haipatikani kwa sasa, na hakuna ombi lililotumwa kwa simu yako. Tafadhali jaribu tena.',
  'Another payment of yours was being checked, and no request was sent to your phone. You can try again.':
    'Malipo yako mengine yalikuwa yanaangaliwa, na hakuna ombi lililotumwa kwa simu yako. Unaweza kujaribu tena.',
  'Too many payment requests were sent to this phone. Wait ten minutes and try again.':
    'Maombi mengi sana ya malipo yametumwa kwa simu hii. Subiri dakika kumi kisha ujaribu tena.',
  'Another payment for this event is open on that number. Answer it, or wait until it ends, then try again.':
    'Kuna malipo mengine ya tukio hili kwenye nambari hiyo. Yajibu, au subiri yaishe, kisha ujaribu tena.',
  'This order is too old to be paid. Please start again.':
    'Agizo hili ni la zamani mno kulipiwa. Tafadhali anza upya.',
  'The tickets were sold to others before that number could be asked.':
    'Tiketi ziliuziwa wengine kabla ya nambari hiyo kuombwa.',
  'The time to pay ran out and the tickets were released. You can try again.':
    'Muda wa kulipa umeisha na tiketi zimeachiliwa. Unaweza kujaribu tena.',
  'You started a new order for this event.': 'Ulianza agizo jipya la tukio hili.',
  'Ticket sales for this event have ended.': 'Mauzo ya tiketi za tukio hili yameisha.',
  'The tickets were sold to others before your payment arrived.':
    'Tiketi ziliuziwa wengine kabla ya malipo yako kufika.',
  'That is more than one order may hold of this ticket type.':
    'Hiyo ni zaidi ya idadi inayoruhusiwa ya aina hii ya tiketi kwa agizo moja.',
  'There is nothing to pay. Choose at least one ticket that has a price.':
    'Hakuna cha kulipa. Chagua angalau tiketi moja yenye bei.',
  'Choose fewer tickets': 'Chagua tiketi chache zaidi',
  'These tickets are sold out.': 'Tiketi hizi zimeisha.',
  'The price has changed. Please check the new total.':
    'Bei imebadilika. Tafadhali angalia jumla mpya.',
  'A payment for this event is still open on this phone. Answer it, or wait until it ends, then try again.':
    'Kuna malipo ya tukio hili ambayo hayajakamilika kwenye simu hii. Yajibu, au subiri yaishe, kisha ujaribu tena.',
  'Too many tickets are waiting to be paid from your network. They are not sold out: please try again in a moment.':
    'Tiketi nyingi sana zinasubiri kulipiwa kutoka mtandao wako. Hazijaisha: tafadhali jaribu tena baada ya muda mfupi.',
  'A payment prompt is still open on this phone. Answer it first.':
    'Kuna ombi la malipo kwenye simu hii. Lijibu kwanza.',
  'This order is already paid.': 'Agizo hili limeshalipiwa.',
  'Order not found': 'Agizo halikupatikana',
  'Too many people are paying at this moment. No tickets were set aside. Please try again in a few minutes.':
    'Watu wengi sana wanalipa sasa hivi. Hakuna tiketi zilizohifadhiwa. Tafadhali jaribu tena baada ya dakika chache.',
  'Refunds for this change can no longer be asked for: the 14 days are over.':
    'Huwezi tena kuomba kurudishiwa pesa kwa mabadiliko haya: siku 14 zimekwisha.',
  'Some of these tickets were used at the gate, so this cannot be refunded here. Write to us on the contact page.':
    'Baadhi ya tiketi hizi zimetumika langoni, kwa hivyo pesa haziwezi kurudishwa hapa. Tuandikie kwenye ukurasa wa mawasiliano.',
  'This ticket is not valid any more, and cannot be sent on.':
    'Tiketi hii si halali tena, na haiwezi kutumwa kwa mwingine.',
  'This event is cancelled. Its tickets cannot be sent on.':
    'Tukio hili limefutwa. Tiketi zake haziwezi kutumwa kwa wengine.',
  'Everybody on this ticket is inside. Nobody is left to send on.':
    'Wote wa tiketi hii wameshaingia. Hakuna aliyebaki wa kutumiwa.',
  'Tickets of this event cannot be sent on any more.':
    'Tiketi za tukio hili haziwezi kutumwa kwa wengine tena.',
  'The organizer does not allow this ticket to be sent on.':
    'Mwandalizi haruhusu tiketi hii kutumwa kwa mwingine.',
  'There are not so many people left on this ticket.':
    'Idadi hiyo ya watu haijabaki kwenye tiketi hii.',
  'Only {} left on this ticket.': 'Tiketi hii imebaki na {} tu.',
  '{} people are': 'watu {}',
  '1 person is': 'mtu 1',
  'To several phones goes one person each.':
    'Ukituma kwa simu kadhaa, kila simu hupata nafasi ya mtu mmoja.',
  'This payment bought no ticket. {}': 'Malipo haya hayakupata tiketi. {}',
  'This link is not one of ours.': 'Kiungo hiki si chetu.',
  'No such transfer': 'Hakuna uhamisho kama huo wa tiketi',
  'This code is not right. Please check the SMS.':
    'Nambari hii ya siri si sahihi. Tafadhali angalia SMS.',
  'This code works no more. Please send the ticket again for a new one.':
    'Nambari hii ya siri haifanyi kazi tena. Tafadhali tuma tiketi tena ili upate mpya.',
  'This purchase has no tickets that could be sent.':
    'Ununuzi huu hauna tiketi zinazoweza kutumwa.',
  'This event has no such ticket type. Reload the page and choose again.':
    'Tukio hili halina aina hiyo ya tiketi. Fungua ukurasa tena na uchague upya.',
  'Please check what you entered.': 'Tafadhali hakikisha ulichoandika.',
  'Please enter a valid email address, or leave it empty.':
    'Tafadhali weka anwani sahihi ya barua pepe, au uache wazi.',
  'Not found': 'Haikupatikana',
  'Too many requests. Please wait a little and try again.':
    'Maombi ni mengi mno. Tafadhali subiri kidogo kisha ujaribu tena.',
  'The service is busy. Please try again in a moment.':
    'Huduma ina shughuli nyingi. Tafadhali jaribu tena baada ya muda mfupi.',
  'Many people are here right now. Please try again in a moment.':
    'Kuna watu wengi sasa hivi. Tafadhali jaribu tena baada ya muda mfupi.',
  'This request could not be understood.': 'Ombi hili halikueleweka.',
  'This request took too long to arrive.': 'Ombi hili lilichukua muda mrefu sana kufika.',
  'This request came from another site.': 'Ombi hili limetoka tovuti nyingine.',
  'This is too large.': 'Ulichotuma ni kikubwa mno.',
  'Something went wrong on our side.': 'Kuna hitilafu upande wetu.',
  'We could not send the SMS to {}: {}.': 'Hatukuweza kutuma SMS kwa {}: {}.',
  'this phone opted out of our SMS': 'simu hii ilikataa SMS zetu',
  'no phone has this number': 'hakuna simu yenye nambari hii',
  'the phone was off or out of reach': 'simu ilikuwa imezimwa au haipatikani',
  'the line is suspended': 'laini imesimamishwa',
  'the operator does not take SMS for it': 'mtandao haupokei SMS zake',
  'the gateway took nothing for three days': 'huduma ya SMS haikupokea chochote kwa siku tatu',
  'the network did not deliver it': 'mtandao haukuifikisha',
  'This order number is already in use for another purchase.':
    'Nambari hii ya agizo tayari inatumika kwa ununuzi mwingine.',
  'This payment bought no ticket.': 'Malipo haya hayakununua tiketi yoyote.',
  'Only 1 person is left on this ticket.': 'Amebaki mtu 1 tu kwenye tiketi hii.',
  'Only {} people are left on this ticket.': 'Wamebaki watu {} tu kwenye tiketi hii.',
  'Codes for this ticket were sent several times. Please wait an hour.':
    'Nambari za siri za tiketi hii zimetumwa mara kadhaa. Tafadhali subiri saa moja.',
  'This phone was sent several tickets just now. Please wait an hour.':
    'Simu hii imetumiwa tiketi kadhaa sasa hivi. Tafadhali subiri saa moja.',
  'These tickets were sent by e-mail several times. Please wait an hour.':
    'Tiketi hizi zimetumwa kwa barua pepe mara kadhaa. Tafadhali subiri saa moja.',
}
