/** Passwords that attackers try first, in Kenya and elsewhere. Refused in upper and lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321
7654321 654321 012345 01234567 0987654321 123123 123123123 121212 12121212 131313 112233 11223344
1122334455 123321 1234321 123454321 102030 10203040 123654 123789 147258 147258369 159357 159753
135790 246810 741852 741852963 789456 789456123 456789 456123 321321 321654 852456 963852
963852741 101010 110110 100200 123000 000000 0000000 00000000 000000000 0000000000 111111 1111111
11111111 111111111 1111111111 222222 22222222 333333 33333333 444444 44444444 555555 5555555
55555555 666666 6666666 66666666 777777 7777777 77777777 888888 8888888 88888888 999999 9999999
99999999 999999999 010203 01020304 121314 141414 151515 161616 171717 181818 191919 202020 212121
232323 252525 272727 282828 292929 303030 454545 565656 696969 787878 898989 909090 989898 123qwe
123abc 123456a 123456q 1234qwer 12345a 12345q 12345qwert 1234567a 12345678a 123456789a 1q2w3e
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 q1w2e3 q1w2e3r4 q1w2e3r4t5
a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 abc123 abc1234 abc12345 abcd123 abcd1234 abcde12345 abcdef abcdefg
abcdefgh abcdef123 aaaaaa aaaaaaa aaaaaaaa aa123456 a123456 a1234567 a12345678 a123456789 qwerty
qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop qwert1 qwert123
qwe123 qweasd qweasdzxc qweqwe asdfgh asdfghj asdfghjk asdfghjkl asdf1234 asdasd asd123 asdfasdf
zxcvbn zxcvbnm zxcvbnm123 zxczxc zxcvbn123 poiuyt mnbvcxz lkjhgf qazwsx qazwsxedc password
password1 password12 password123 password1234 password12345 password! password@1 password01
passw0rd p@ssw0rd p@ssword p@ssword1 pa55word pass123 pass1234 pass12345 passpass passwd password0
mypassword mypass newpassword secret secret1 secret123 letmein letmein1 changeme changeme123
change123 default default123 admin1 admin12 admin123 admin1234 admin12345 administrator
administrador root123 rootroot toor123 test12 test123 test1234 test12345 tester testing testtest
testing123 guest1 guest123 welcome welcome1 welcome12 welcome123 welcome2 hello1 hello12 hello123
hellohello user123 user1234 username login1 login123 access access1 access14 master master1
master123 system system123 server manager manager1 manager123 support support1 office office123
company service database oracle cisco1 cisco123 temp123 temp1234 temppass trustno1 whatever
whatever1 nothing nopass iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu loveyou lovely loveme
lovelove love123 love1234 iloveme mylove babygirl babygirl1 sweetheart sweety honey1 darling
princess princess1 princess123 sunshine sunshine1 flower flowers butterfly rainbow angel1 angels
monkey monkey1 monkey123 dragon dragon1 dragon123 tigers tiger1 tiger123 eagle1 eagles panther
lion123 simba1 simba123 shadow shadow1 phoenix falcon jaguar bulldog chicken banana orange cheese
cookie chocolate coffee pepper ginger peanut summer summer1 summer123 winter winter1 spring autumn
friday monday sunday january february august september october november december family family1
friends friend1 forever forever1 freedom freedom1 superman superman1 batman batman1 spiderman
ironman starwars pokemon naruto football football1 football123 soccer soccer1 soccer123 baseball
baseball1 basketball hockey tennis cricket rugby123 arsenal arsenal1 arsenal123 chelsea chelsea1
chelsea123 liverpool liverpool1 liverpool123 manchester manutd manutd1 manunited barcelona barca1
barca123 realmadrid madrid ronaldo ronaldo7 messi10 messi123 neymar juventus champion champions
winner winner1 number1 numberone killer killer1 hunter hunter1 hunter2 ranger soldier warrior
ninja123 computer computer1 internet internet1 google google1 google123 facebook facebook1 youtube
twitter instagram whatsapp yahoo1 yahoo123 gmail123 hotmail android iphone samsung samsung1
samsung123 nokia1 nokia123 toyota toyota1 nissan subaru mazda123 mercedes bmw123 ferrari porsche
mustang mustang1 corvette harley michael michael1 jordan jordan1 jordan23 michelle jennifer
jessica ashley amanda daniel daniel1 thomas robert william joseph joshua joshua1 andrew anthony
matthew charles charlie charlie1 george george1 samuel samuel1 samuel123 david1 david123 james1
james123 john123 johnson brian1 brian123 kevin1 kevin123 peter1 peter123 paul123 grace1 grace123
mercy1 mercy123 faith1 faith123 joyce1 joyce123 esther esther1 sharon sharon1 brenda diana1
mary123 purity purity1 maggie buster jackson jackie nicole hannah sophie victoria victor victor1
jesus1 jesus123 jesus7 jesuschrist jesusislord jesusis1 ilovejesus ilovegod god123 godisgood
godisgreat godislove blessed blessed1 blessing blessings christ christ1 heaven heaven1 prayer
amen123 allah1 allahu bismillah muhammad mohammed mohamed ahmed123 kenya1 kenya12 kenya123
kenya1234 kenya254 kenya2020 kenya2021 kenya2022 kenya2023 kenya2024 kenya2025 kenya2026 kenyan
nairobi nairobi1 nairobi123 nairobi254 mombasa mombasa1 mombasa123 kisumu kisumu1 kisumu123 nakuru
nakuru1 nakuru123 eldoret eldoret1 thika123 machakos kakamega nyeri123 africa africa1 africa123
safari safari1 safaricom safaricom1 airtel airtel1 mpesa1 mpesa12 mpesa123 mpesa1234 mpesa254
shilling harambee harambee1 uhuru1 uhuru123 hakuna hakunamatata jambo1 jambo123 karibu karibu1
karibu123 habari habari1 asante asante1 asante123 nakupenda nakupenda1 mapenzi mwangi mwangi1
mwangi123 kamau1 kamau123 njoroge kariuki kimani kimani1 kipchoge otieno otieno1 otieno123 ochieng
ochieng1 odhiambo omondi omondi1 wanjiku wanjiku1 wanjiru wanjiru1 wambui njeri1 njeri123 akinyi
achieng atieno cheptoo chebet jepkosgei mutua1 mutua123 musyoka gormahia gormahia1 leopards shujaa
lango1 lango123 lango1234 lango12345 lango2026 tickets ticket ticket1 ticket123 tickets123 events
event1 event123 events123 organizer organizer1 organiser mpesa254! dancing concert concert1
festival music1 music123 guitar hiphop gengetone rhumba wizard magic1 magic123 secure1 security
security1 private private1 money1 money123 dollar dollars million millions business business1
success success1 success123 victory victory1 lucky1 lucky7 lucky123 happy1 happy123 smile1 smiles
beautiful handsome crazy1 crazy123 cool123 coolcool awesome awesome1 peace1 peace123 hope123
diamond diamond1 golden silver purple yellow orange1 black1 black123 green1 green123 blue123
redred matrix merlin cheetah1 elephant giraffe zebra1 student student1 teacher teacher1 school
school1 school123 college university doctor doctor1 nurse123 lawyer engineer pilot1 police police1
mother mother1 father father1 mummy1 daddy1 daddy123 sister brother brother1 babies baby123 alpha1
alphabet omega1 delta1 bravo1 foxtrot zulu123 x12345 xxxxxx xxxxxxx xxxxxxxx zzzzzz qqqqqq wwwwww
blink182 nirvana metallica eminem rihanna beyonce tupac1 tupac123 snoopy mickey minnie donald
garfield scooby tigger bailey bandit rocky1 rocky123 rocket thunder lightning storm1 gemini
scorpio taurus pisces leo123 virgo1 mercury venus1 saturn jupiter
`
    .trim()
    .split(/\s+/),
)
