// Passwords that everybody tries first: well-known ones, and what habit makes of a few words and numbers. Kept as parts, some thousand when put together.

/** Whole passwords, in lower case and without symbols, as they are compared. */
const KNOWN = `
123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 7654321 654321 123123 123123123 123321 1234321 112233 11223344 1122334455
147258 147258369 159357 159753 741852963 789456 789456123 456789 456123 135792468 13579 24680 102030 10203040 121212 131313 141414 232323 252525
000000 00000000 111111 1111111 11111111 222222 22222222 333333 33333333 444444 555555 55555555 666666 66666666 777777 7777777 888888 88888888 999999 99999999
520520 5201314 52013140 1314520 13145200 521521 5211314 7758521 7758258 1314521 201314 147852 168168 518518 888168 666888 888666 1688 16888
5845201314 a5201314 aini1314 woaini woaini1314 woaini520 woaini521 woaini5201314 woaini123 woaini1 woaiwojia woaiziji woshishui woshini woshiwo woaibaba woaimama
zhangwei wangwei liwei wangfang lina zhangmin lijing xiaoming xiaohong xiaoxiao xiaolong laopo laogong baobao baobei beijing shanghai guangzhou shenzhen hangzhou zhongguo china
password passwd password1 password12 password123 password1234 passw0rd p4ssw0rd pa55w0rd pass123 pass1234 passpass mypassword newpassword thepassword
admin admin1 admin12 admin123 admin1234 admin12345 admin123456 admin888 admin666 admin000 admin111 adminadmin administrator root root123 root1234 rootroot toor system system123 manager manager123 user user123 user1234 guest guest123 test test123 test1234 test123456 testtest demo demo123 default changeme letmein welcome welcome1 welcome123 login login123
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty123456 qwertyuiop qwert qwert123 qwer1234 qwer123456 qwe123 qwe123456 qweqwe qweqwe123 qweasd qweasd123 qweasdzxc qweasdzxc123 qazwsx qazwsx123 qazwsxedc qazwsxedcrfv 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2 zxcvbn zxcvbnm zxcvbnm123 zxc123 zxc123456 asd123 asd123456 asdasd asdasd123 asdf1234 asdfgh asdfghjkl asdfasdf asdzxc 1234qwer 123qwe 123qweasd 123qweasdzxc 12qwaszx poiuytrewq mnbvcxz 1qazxsw2 2wsx3edc
abc123 abc1234 abc12345 abc123456 abcd123 abcd1234 abcd12345 abcd123456 abcde12345 abcdef abcdefg abcdefg123 abcabc abcabc123 aaa111 aaa123 aaa123456 aaaaaa aaaaaaaa aa123123 aa112233 aa111111 aa123456789 aabbcc aabbcc123 a1b2c3 a1b2c3d4 a1s2d3f4 1a2b3c 1a2b3c4d a123123 a111111 a1234567890 a12345678 q123456 q123456789 w123456 z123456 z123456789 x123456 s123456 l123456 j123456 y123456 c123456 h123456 m123456 t123456 b123456 d123456 123456a 123456aa 123456abc 123456q 123456qwe 123abc 123456789a 1234abcd 12345a 12345qwert 1234567a 12345678a 123123a a123456a aa123456aa 111111a 11111a 5201314a 123asd 123zxc 520530
iloveyou iloveyou1 iloveyou520 ilove520 loveyou love520 love1314 love5201314 lovely lovelove love123 forever1314 dearbook kissme sunshine princess dragon monkey football baseball basketball superman batman master hello hello123 helloworld shadow michael jordan23 kobe24 kobe8 michael23 computer internet samsung apple huawei huawei123 xiaomi alibaba taobao tencent wechat qq123456 baidu google freedom whatever trustno1 starwars pokemon naruto killer hunter soccer summer winter spring autumn january february flower cookie cheese chocolate secret secret123 access access123 ninja mustang ashley jessica charlie donald liverpool chelsea arsenal
gongzi gongzi123 caiwu caiwu123 kuaiji kuaiji123 yinhang chuna chuna123 renshi renshi123 zhifu zhifu123 paywages salary salary123 finance finance123 payroll payroll123 money money123 facai facai888 gongxifacai
`

/** Words that get a number behind or before them. */
const WORDS =
  'a aa aaa abc abcd asd asdf q qq qwe qwer qaz w wo woaini woai wang li zhang liu chen yang zhao huang zhou wu xu sun z zz zxc zxcv x s l lx j y m t h c d b k love loveu pass passwd password pwd admin root user test demo system manager welcome hello login china zhongguo beijing shanghai caiwu gongzi kuaiji chuna zhifu gongsi company office huawei xiaomi apple'

const NUMBERS =
  '1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 0000 01 001 007 11 111 1111 111111 1122 112233 11223344 123123 123321 321 4321 54321 654321 520 521 1314 5201314 1314520 52 5200 66 666 6666 666666 88 888 8888 888888 99 999 9999 168 1688 518 2008 2012 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 110 119 147 258 369 147258 789 456 159'

const split = (text: string) => text.split(/\s+/).filter((part) => part !== '')

const common = new Set(split(KNOWN))
for (const word of split(WORDS))
  for (const number of split(NUMBERS)) {
    common.add(word + number)
    common.add(number + word)
  }

/** As they are, for whoever has nothing but a digest to compare. */
export const commonPasswords = (): Iterable<string> => common

/** How many there are, for the test that holds the list to its size. */
export const COMMON_PASSWORDS = common.size

/** Symbols and digits that stand for letters, and symbols that are digits typed with Shift. */
const LETTERS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '0': 'o', '3': 'e', '5': 's' }
const SHIFTED = ')!@#$%^&*('

/** A few letters before a birthday or a phone number: initials, mostly. */
const INITIALS_AND_NUMBER =
  /^[a-z]{0,3}((19[4-9]\d|20[0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])|1[3-9]\d{9})[a-z]{0,3}$/

/** Whether it is one of them, whatever symbols and capitals were added. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lettersAndNumbers(lower)
  // The number behind a word stays one: only in the word itself 0 is an o.
  const [, word = '', number = ''] = /^(.*?)(\d*)[^\p{L}\p{N}]*$/su.exec(lower) ?? []
  const read = lettersAndNumbers(mapped(word, (character) => LETTERS[character])) + number
  const unshifted = mapped(lower, (character) => {
    const digit = SHIFTED.indexOf(character)
    return digit < 0 ? undefined : String(digit)
  })
  if ([lower, bare, read, unshifted].some((form) => common.has(form))) return true
  return INITIALS_AND_NUMBER.test(bare) || /^(.{1,4})\1+$/u.test(bare)
}

const lettersAndNumbers = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

const mapped = (text: string, to: (character: string) => string | undefined) =>
  [...text].map((character) => to(character) ?? character).join('')
