// Takes out of antd's own style sheet what no page uses; the build writes the rest into one file (ADR 101).

import { parse, type Root, type Rule } from 'postcss'

/** Components of antd that no page uses, by their folders; the build refuses one that is bundled all the same. */
export const UNUSED: readonly string[] = [
  ...['affix', 'anchor', 'auto-complete', 'avatar', 'back-top', 'badge', 'border-beam', 'breadcrumb'],
  ...['calendar', 'card', 'carousel', 'cascader', 'collapse', 'color-picker', 'descriptions', 'divider'],
  ...['float-button', 'input-number', 'layout', 'list', 'listy', 'masonry', 'mentions', 'popconfirm'],
  ...['progress', 'rate', 'result', 'slider', 'splitter', 'statistic', 'steps', 'table', 'tabs', 'timeline'],
  ...['tour', 'transfer', 'tree', 'tree-select', 'typography', 'upload'],
]

const CLASS_OF_UNUSED = new RegExp(`\\.ant-(${UNUSED.join('|')})(?![a-z])`)

/** A rule goes when an unused component's class stands in each of its selectors. */
export function withoutUnused(css: string): string {
  const root = parse(css)
  root.walkRules(keepUsedSelectors)
  removeEmptyBlocks(root)
  return root.toString()
}

function keepUsedSelectors(rule: Rule): void {
  const kept = rule.selectors.filter((selector) => !CLASS_OF_UNUSED.test(withoutConditions(selector)))
  if (kept.length === 0) rule.remove()
  else if (kept.length < rule.selectors.length) rule.selectors = kept
}

/** `:not(.ant-table)` matches where no table is, `:has(> .ant-switch, > .ant-rate)` where a switch is. */
function withoutConditions(selector: string): string {
  return selector.replaceAll(/:(?:not|has|is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
}

function removeEmptyBlocks(root: Root): void {
  root.walkAtRules((block) => {
    if (block.nodes?.length === 0) block.remove()
  })
}

/** Those of them whose styles the given modules bring along. */
export function bundledUnused(moduleIds: readonly string[]): string[] {
  return UNUSED.filter((component) => moduleIds.some((id) => id.includes(`/antd/es/${component}/style/`)))
}
