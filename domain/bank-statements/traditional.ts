// Turns the traditional characters of headings and marks, as branches in Hong Kong and Taiwan print them, into simplified ones.

const PAIRS =
  '戶户 賬账 帳账 帐账 號号 對对 結结 餘余 額额 幣币 轉转 匯汇 記记 憑凭 證证 單单 據据 備备 註注 說说 項项 時时 間间 貸贷 發发 稱称 銀银 類类 別别 參参 業业 務务 標标 誌志 狀状 態态 處处 總总 計计 筆笔 數数 員员 碼码 開开 應应 實实 續续 費费 個个 訊讯 資资 帶带 雙双 圓元 敗败 會会 紀纪 錄录 沖冲 銷销 紅红 還还 電电 話话 機机 聯联 勞劳 報报 稅税 領领 屬属 歸归 課课 獎奖 傭佣 編编 暫暂 離离 職职 現现 緩缓 錯错 誤误 凍冻 確确 認认 審审 駁驳 廢废 換换 給给 請请 補补 從从 後后 線线 並并 過过 異异 試试 樣样 達达 進进 來来 簽签 約约 讓让 親亲 媽妈 爺爷 繳缴 罰罚 兩两 儲储 網网'

const SIMPLIFIED = new Map(
  PAIRS.split(' ')
    .filter(([from, to]) => from !== to)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

const TRADITIONAL = new RegExp(`[${[...SIMPLIFIED.keys()].join('')}]`, 'g')

export function simplified(text: string): string {
  return text.replace(TRADITIONAL, (character) => SIMPLIFIED.get(character) ?? character)
}
