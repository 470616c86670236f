/** What lies in deploy/ parses, names settings and scripts that exist, and bears the version of the product. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTING_NAMES } from '@paywages/server/adapters/config/settings.ts'
import { openMetrics } from '@paywages/server/adapters/metrics/metrics.ts'
import { API_NODE_OPTIONS } from '@paywages/server/processes/node-options.ts'
import { describe, expect, it } from 'vitest'
import { hasYaml, yaml } from './yaml-parser.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

const CHART = 'deploy/helm/paywages'
const templates = readdirSync(join(root, CHART, 'templates')).map((name) => `${CHART}/templates/${name}`)
const units = readdirSync(join(root, 'deploy/systemd')).map((name) => `deploy/systemd/${name}`)

/** A template with every included block in its place and a word for every expression: YAML that a renderer would give. */
function rendered(path: string): string {
  const defined = read(`${CHART}/templates/_product.tpl`)
  const block = (name: string) =>
    new RegExp(
      `\\{\\{- define "${name}" \\}\\}\\n([\\s\\S]*?)\\{\\{- end \\}\\}(?=\\n\\{\\{- define|\\n*$)`,
    ).exec(defined)?.[1] ?? ''
  const filled = read(path).replace(
    / *\{\{- include "([\w.]+)" \. \| indent (\d+) \}\}/g,
    (_, name: string, depth: string) =>
      block(name)
        .trimEnd()
        .replace(/^(?=.)/gm, ' '.repeat(Number(depth))),
  )
  const plain = filled
    .split('\n')
    .filter((line) => !/^\s*\{\{-.*\}\}\s*$/.test(line))
    .join('\n')
  return plain.replace(/\{\{.*?\}\}/g, 'word')
}

const manifests = templates.filter((path) => path.endsWith('.yaml'))

describe.runIf(hasYaml)('the Helm chart', () => {
  it.each(manifests)('%s is YAML of a kind', (path) => {
    for (const document of yaml().parseAllDocuments(rendered(path))) {
      expect(document.errors).toEqual([])
      expect(document.toJSON()).toMatchObject({
        kind: expect.any(String),
        metadata: { name: expect.any(String) },
      })
    }
  })

  it('runs without a root, with probes, a delay before the end, and budgets', () => {
    for (const kind of ['api', 'worker']) {
      const [deployment, budget] = yaml()
        .parseAllDocuments(rendered(`${CHART}/templates/${kind}.yaml`))
        .map((one) => one.toJSON())
      const [container] = deployment.spec.template.spec.containers
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, runAsNonRoot: true })
      expect(container).toMatchObject({ readinessProbe: {}, livenessProbe: {}, lifecycle: { preStop: {} } })
      expect(budget.spec.selector).toEqual(deployment.spec.selector)
    }
  })

  it('scales workers by a figure that workers tell, the largest of them', async () => {
    const { metric } = yaml().parse(read(`${CHART}/values.yaml`)).worker.autoscaling
    const [rule] = yaml().parse(read('deploy/prometheus/adapter-rules.yaml')).rules.external
    const told = await openMetrics().registry.getMetricsAsJSON()
    expect(told.map(({ name }) => name)).toContain(metric)
    expect(rule).toMatchObject({
      seriesQuery: metric,
      name: { as: metric },
      metricsQuery: 'max(<<.Series>>{<<.LabelMatchers>>})',
    })
  })

  it('bears the version of the product', () => {
    expect(yaml().parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
    expect(yaml().parse(read(`${CHART}/values.yaml`)).image.tag).toBe(version)
  })
})

it.runIf(hasYaml)('the compose file has two of each process, and bears the version', () => {
  const { services } = yaml().parse(read('deploy/compose.yaml'), { merge: true })
  for (const kind of ['api', 'worker']) {
    expect(services[kind]).toMatchObject({
      deploy: { replicas: 2 },
      read_only: true,
      image: `paywages:${version}`,
    })
    expect(services[kind].command).toEqual([`server/processes/${kind}.ts`])
  }
})

it.runIf(hasYaml)('the compose file makes a user for the application that owns nothing', () => {
  const { services, secrets } = yaml().parse(read('deploy/compose.yaml'), { merge: true })
  const { database, migrate, api, worker } = services
  const script = database.volumes.find((volume: string) => volume.includes('/docker-entrypoint-initdb.d/'))
  expect(existsSync(join(root, 'deploy', script.split(':')[0]))).toBe(true)
  expect(database.environment.POSTGRES_USER).toBe('paywages_owner')
  expect(migrate.secrets).toContain('database_owner_url')
  for (const one of [api, worker]) expect(one.secrets).not.toContain('database_owner_url')
  for (const one of [database, migrate, api, worker])
    for (const name of one.secrets) expect(secrets[name]).toEqual({ file: `secrets/${name}` })
})

it('nothing that is started writes its memory to the disk where it crashes', () => {
  for (const unit of units.filter((path) => path.endsWith('.service')))
    expect(read(unit)).toMatch(/^LimitCORE=0$/m)
  if (!hasYaml) return
  const { services } = yaml().parse(read('deploy/compose.yaml'), { merge: true })
  for (const name of ['database', 'migrate', 'api', 'worker'])
    expect(services[name].ulimits, name).toEqual({ core: 0 })
})

it.runIf(hasYaml)('every setting that is named exists', () => {
  const compose = yaml().parse(read('deploy/compose.yaml'), { merge: true })
  const inCompose = ['migrate', 'api', 'worker'].flatMap((name) =>
    Object.keys(compose.services[name].environment),
  )
  const inValues = Object.keys(yaml().parse(read(`${CHART}/values.yaml`)).settings)
  const inTemplates = [read(`${CHART}/templates/_product.tpl`), ...manifests.map(read)]
    .join('')
    .matchAll(/name: ([A-Z][A-Z0-9_]+)/g)
  const inUnits = units
    .map(read)
    .join('\n')
    .matchAll(/\b([A-Z][A-Z0-9_]+)=(?=%|\/)/g)
  const named = [...inCompose, ...inValues, ...[...inTemplates, ...inUnits].map(([, name]) => name ?? '')]
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
})

it('the image copies certificates from where they are installed', () => {
  const stages = read('deploy/Dockerfile').split(/^FROM /m)
  const from = /^COPY --from=(\w+) \/etc\/ssl\/certs /m.exec(stages.at(-1) ?? '')?.[1]
  const stage = stages.find((one) => one.split('\n', 1)[0]?.endsWith(` AS ${from}`))
  expect(stage).toMatch(/apt-get install .*\bca-certificates\b/)
})

it('gives commands the settings and secrets that api and workers have', () => {
  const given = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => /^(LoadCredential|Environment|EnvironmentFile|User|WorkingDirectory)=/.test(line))
  const api = given('deploy/systemd/paywages-api.service')
  expect(api.length).toBeGreaterThan(5)
  expect(given('deploy/systemd/paywages-command@.service')).toEqual(api)
  expect(given('deploy/systemd/paywages-worker@.service')).toEqual(api)
})

it('every script that is run exists', () => {
  const texts = ['deploy/Dockerfile', 'deploy/compose.yaml', ...templates, ...units].map(read).join('\n')
  const scripts = [...texts.matchAll(/\b(?:server\/processes|scripts)\/[\w-]+\.ts/g)].map(([path]) => path)
  expect(scripts.length).toBeGreaterThan(8)
  for (const path of scripts.filter((one) => !one.includes('/try-image')))
    expect(existsSync(join(root, path)), path).toBe(true)
})

it('the changelog tells of this version first', () => {
  expect(/^## (\S+?),? /m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

it('starts the api with its options of Node wherever it is started', () => {
  const options = API_NODE_OPTIONS.join(' ')
  const inImage = ['node', ...API_NODE_OPTIONS].map((word) => `"${word}"`).join(', ')
  expect(read('deploy/Dockerfile')).toContain(`ENTRYPOINT [${inImage}]`)
  for (const path of ['deploy/systemd/paywages-api.service', 'docs/OPERATIONS.md'])
    expect(read(path)).toContain(`node ${options} server/processes/api.ts`)
})
