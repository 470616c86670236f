// Gives back the characters that PDFs hand out as radicals: fonts draw both with one glyph, and readers find the wrong one.

/**
 * Every character of U+2E80–2EF3 whose glyph in Chinese fonts is also that of a whole character; Unicode has no
 * decomposition for them. The Kangxi block U+2F00–2FD5 has one (NFKC), but for 户 it is the traditional 戶.
 */
const PAIRS =
  '⺂乛⺃乚⺅亻⺉刂⺊卜⺋㔾⺎兀⺏尣⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺘扌⺙攵⺛旡⺞歺⺟母⺠民⺡氵⺣灬⺤爫⺦丬⺨犭⺫罒⺭礻⺯糹⺰纟⺱罓⺲罒⺳㓁⺹耂⺺肀⺼月⺾艹⺿艹' +
  '⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸⻓长⻔门⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟⼾户'

const CHARACTERS: ReadonlyMap<string, string> = new Map(
  [...PAIRS].flatMap((character, index, all) =>
    index % 2 === 0 ? [[character, all[index + 1] ?? character] as const] : [],
  ),
)

const RADICAL = /[\u2E80-\u2FDF]/
const RADICALS = /[\u2E80-\u2FDF]/g

export function withoutRadicals(text: string): string {
  return RADICAL.test(text)
    ? text.replace(RADICALS, (character) => CHARACTERS.get(character) ?? character.normalize('NFKC'))
    : text
}
