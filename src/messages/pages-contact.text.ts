/** The pages that explain and are written to, without their long texts; see pages-buying.text.ts. */
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
