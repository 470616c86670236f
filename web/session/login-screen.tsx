// The whole login screen of a brand: its art, its words, the form and the footer.
import type { ReactNode } from 'react'
import { BrandLogo } from '../brand/logo.tsx'
import '../brand/inter.css'
import { FactorForm, type GiveFactor } from './factor-form.tsx'
import { farRidgesLabels, loginLabels, starRiverLabels } from './labels.ts'
import { type LoginFault, LoginForm } from './login-form.tsx'
import './login.css'
import './login-far-ridges.css'
import './login-star-river.css'

export type LoginBrand = {
  plat: 1 | 2
  name: string
  slogan: string
  footer: { company: string; icp: string; police: string }
}

type LoginScreenProps = {
  brand: LoginBrand
  year: number
  onSubmit: (account: string, password: string) => Promise<LoginFault | undefined>
  notice?: string | undefined
  /** The password was right, and a second factor is asked for. */
  factor?: GiveFactor | undefined
  onBack: () => void
}

export function LoginScreen({ brand, year, onSubmit, notice, factor, onBack }: LoginScreenProps) {
  const form =
    factor === undefined ? (
      <LoginForm brand={brand.plat} onSubmit={onSubmit} notice={notice} />
    ) : (
      <FactorForm brand={brand.plat} give={factor} onBack={onBack} />
    )
  return (
    <div className="login" data-brand={brand.plat}>
      <main className="login-main">
        {brand.plat === 1 ? (
          <StarRiver name={brand.name}>{form}</StarRiver>
        ) : (
          <FarRidges brand={brand}>{form}</FarRidges>
        )}
      </main>
      <Footer year={year} {...brand.footer} />
    </div>
  )
}

function StarRiver({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <div className="login-panel">
        <div className="login-mark">
          <BrandLogo brand={1} size={36} />
          {name}
        </div>
        <p className="login-headline">
          <Lines of={starRiverLabels.headline} />
        </p>
        <p className="login-promise">
          <Lines of={starRiverLabels.promise} />
        </p>
      </div>
      <div className="login-column">
        <h1>{loginLabels.title}</h1>
        <p className="login-slogan">{loginLabels.welcome}</p>
        {children}
      </div>
    </>
  )
}

function FarRidges({ brand, children }: { brand: LoginBrand; children: ReactNode }) {
  return (
    <>
      <p className="login-couplet">
        <Lines of={farRidgesLabels.couplet} />
      </p>
      <div className="login-card">
        <BrandLogo brand={2} size={48} />
        <h1>{brand.name}</h1>
        <p className="login-slogan">{brand.slogan}</p>
        {children}
      </div>
    </>
  )
}

function Lines({ of: lines }: { of: readonly string[] }) {
  return lines.map((line) => <span key={line}>{line}</span>)
}

/** Registration numbers are settings; one that is not set leaves no trace. */
function Footer({ year, company, icp, police }: LoginBrand['footer'] & { year: number }) {
  const parts = [`© ${year} ${company}`, icp, police].filter((part) => part !== '')
  return (
    <footer className="login-footer">
      <Lines of={parts} />
    </footer>
  )
}
