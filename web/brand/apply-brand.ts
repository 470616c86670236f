// Colours, favicon and forms follow the brand of the page.

export function applyBrand(plat: 1 | 2): void {
  document.documentElement.dataset.plat = String(plat)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `/assets/favicon-${plat}.svg`)
}
