// antd's theme for each brand, token by token as docs/LOOK.md gives them; status colours never change with the brand.

import type { ThemeConfig } from 'antd'

export type Brand = 1 | 2

const FONT =
  "'Inter Variable', -apple-system, 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"

const POPOVER_SHADOW = '0 8px 24px -6px rgba(15,23,40,.16), 0 0 0 1px rgba(15,23,40,.05)'

const shared = {
  colorTextHeading: '#0F1728',
  colorText: '#1C2536',
  colorTextSecondary: '#475467',
  colorTextTertiary: '#5D6B82',
  colorTextDescription: '#5D6B82',
  colorTextLabel: '#475467',
  colorTextPlaceholder: '#6B778C',
  colorTextDisabled: '#8A94A6',
  colorTextQuaternary: '#8A94A6',
  colorIcon: '#5D6B82',
  colorBorder: '#D3D9E3',
  colorBorderSecondary: '#E7EAF0',
  colorSplit: '#E7EAF0',
  colorBgLayout: '#FFFFFF',
  colorBgContainer: '#FFFFFF',
  colorFillAlter: '#F8F9FB',
  colorBgContainerDisabled: '#F4F6F9',
  colorSuccess: '#0E7A45',
  colorError: '#C4281C',
  colorInfo: '#1F5FD0',
  colorWarning: '#B86E00',
  colorWarningText: '#8A4B00',
  colorBgMask: 'rgba(13,20,36,.48)',
  fontFamily: FONT,
  fontSizeSM: 12,
  fontSize: 14,
  fontSizeLG: 16,
  lineHeight: 1.5714,
  fontWeightStrong: 600,
  controlHeightSM: 24,
  controlHeight: 32,
  controlHeightLG: 40,
  controlOutlineWidth: 3,
  boxShadow: POPOVER_SHADOW,
  boxShadowSecondary: POPOVER_SHADOW,
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.2s',
}

const perBrand = {
  1: {
    colorPrimary: '#1D47B5',
    colorLink: '#1D47B5',
    colorLinkHover: '#2B5BD7',
    colorLinkActive: '#153489',
    colorPrimaryHover: '#2B5BD7',
    colorPrimaryActive: '#153489',
    colorPrimaryBg: '#EEF3FE',
    colorPrimaryBgHover: '#DBE6FD',
    colorPrimaryBorder: '#9DB8F2',
    controlOutline: '#DBE6FD',
    controlItemBgActive: '#EEF3FE',
    controlItemBgActiveHover: '#DBE6FD',
    borderRadius: 6,
    borderRadiusLG: 10,
    borderRadiusSM: 4,
  },
  2: {
    colorPrimary: '#0B6B63',
    colorLink: '#0B6B63',
    colorLinkHover: '#0E8278',
    colorLinkActive: '#08504A',
    colorPrimaryHover: '#0E8278',
    colorPrimaryActive: '#08504A',
    colorPrimaryBg: '#E9F5F3',
    colorPrimaryBgHover: '#CFEAE5',
    colorPrimaryBorder: '#7FC4BA',
    controlOutline: '#CFEAE5',
    controlItemBgActive: '#E9F5F3',
    controlItemBgActiveHover: '#CFEAE5',
    borderRadius: 8,
    borderRadiusLG: 12,
    borderRadiusSM: 4,
  },
} as const

/** `still` moves nothing; with `readyStyles` the page has antd's style sheet, and only the values of tokens are made here. */
type Options = { readonly still: boolean; readonly readyStyles: boolean }

export function themeOf(brand: Brand, { still, readyStyles }: Options): ThemeConfig {
  const own = perBrand[brand]
  return {
    hashed: false,
    zeroRuntime: readyStyles,
    token: { ...shared, ...own, motion: !still },
    components: {
      Menu: {
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        itemHeight: 36,
        itemMarginInline: 0,
        itemMarginBlock: 2,
        itemColor: '#3B475C',
        itemSelectedBg: '#FFFFFF',
        itemSelectedColor: own.colorPrimary,
        iconSize: 16,
      },
      Button: { fontWeight: 500, contentFontSizeSM: 13, primaryShadow: '0 1px 2px rgba(15,23,40,.16)' },
      Pagination: { itemSize: 28, itemActiveBg: own.colorPrimaryBg, itemBg: 'transparent' },
      Segmented: { trackBg: '#EEF1F5' },
      Progress: { remainingColor: '#E7EAF0' },
      Modal: { titleFontSize: 18, boxShadow: '0 32px 80px -16px rgba(13,20,36,.36)' },
      Drawer: { colorBgMask: 'rgba(13,20,36,.28)' },
      Form: { labelColor: '#475467', verticalLabelPadding: '0 0 4px', itemMarginBottom: 24 },
    },
  }
}
