// The demo's platforms, providers and accounts (D35), with one of every state the account pages show.

export const DEMO_PASSWORD = 'Paywages@2026'

export const DEMO_PLATFORMS = ['星河平台', '远山平台'] as const

type Platform = (typeof DEMO_PLATFORMS)[number]

export const DEMO_PROVIDERS = [
  {
    name: '星河科技',
    platforms: ['星河平台'] as Platform[],
    serviceRate: 65_000,
    bankAccount: '33050161820000000123',
    bankAccountName: '杭州星河科技有限公司',
    taxpayerId: '91330106MA2XH00011',
    contactUser: '陈静',
    phone: '13800571001',
    address: '浙江省杭州市西湖区文三路 90 号',
    withholdsTax: false,
    enabled: true,
  },
  {
    name: '云帆信息',
    platforms: ['星河平台'] as Platform[],
    serviceRate: 72_050,
    bankAccount: '571900488810101',
    bankAccountName: '杭州云帆信息技术有限公司',
    taxpayerId: '91330108MA2YF00022',
    contactUser: '周远航',
    phone: '0571-88886666',
    address: '浙江省杭州市滨江区江南大道 3888 号',
    withholdsTax: false,
    enabled: true,
  },
  {
    name: '远山服务',
    platforms: ['远山平台'] as Platform[],
    serviceRate: 58_000,
    bankAccount: '1202020309900123456',
    bankAccountName: '绍兴远山服务有限公司',
    taxpayerId: '91330602MA2YS00033',
    contactUser: '林岚',
    phone: '13900575003',
    address: '浙江省绍兴市越城区解放大道 188 号',
    withholdsTax: true,
    enabled: true,
  },
  {
    name: '旧港物流',
    platforms: ['远山平台'] as Platform[],
    serviceRate: 60_000,
    bankAccount: '',
    bankAccountName: '',
    taxpayerId: '',
    contactUser: '',
    phone: '',
    address: '',
    withholdsTax: false,
    enabled: false,
  },
] as const

export type DemoRight = 'pay' | 'check' | 'app' | 'manager' | 'super'

export type DemoAccount = {
  readonly account: string
  readonly realName: string
  readonly provider: (typeof DEMO_PROVIDERS)[number]['name']
  readonly platform: Platform
  readonly rights: readonly DemoRight[]
  readonly serviceName?: string
  readonly enabled?: boolean
  readonly mustChange?: boolean
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    account: 'admin',
    realName: '赵明远',
    provider: '星河科技',
    platform: '星河平台',
    rights: ['super', 'manager'],
  },
  { account: 'manager1', realName: '沈清', provider: '星河科技', platform: '星河平台', rights: ['manager'] },
  { account: 'manager2', realName: '顾南', provider: '远山服务', platform: '远山平台', rights: ['manager'] },
  {
    account: 'pay1',
    realName: '陈静',
    provider: '星河科技',
    platform: '星河平台',
    rights: ['pay', 'app'],
    serviceName: '灵活用工结算',
  },
  {
    account: 'pay2',
    realName: '周远航',
    provider: '云帆信息',
    platform: '星河平台',
    rights: ['pay'],
    serviceName: '信息技术服务',
  },
  {
    account: 'pay3',
    realName: '林岚',
    provider: '远山服务',
    platform: '远山平台',
    rights: ['pay'],
    serviceName: '人力资源服务',
  },
  { account: 'check1', realName: '吴敏', provider: '星河科技', platform: '星河平台', rights: ['check'] },
  { account: 'check2', realName: '郑可', provider: '云帆信息', platform: '星河平台', rights: ['check'] },
  { account: 'check3', realName: '何川', provider: '远山服务', platform: '远山平台', rights: ['check'] },
  { account: 'guest1', realName: '冯晓', provider: '星河科技', platform: '星河平台', rights: ['app'] },
  {
    account: 'leaver1',
    realName: '孙立',
    provider: '星河科技',
    platform: '星河平台',
    rights: ['pay'],
    enabled: false,
  },
  {
    account: 'newcomer1',
    realName: '许诺',
    provider: '星河科技',
    platform: '星河平台',
    rights: ['pay'],
    mustChange: true,
  },
  // The second super manager, without whom the first would wait a day for what no other manager may confirm.
  {
    account: 'admin2',
    realName: '许文博',
    provider: '远山服务',
    platform: '远山平台',
    rights: ['super', 'manager'],
  },
]
