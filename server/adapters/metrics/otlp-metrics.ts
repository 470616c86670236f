// The metrics of this process as OpenTelemetry's protocol has them in JSON: the same names, labels and values as `/metrics`.

import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'

export type PromMetric = MetricObjectWithValues<MetricValue<string>>
type Value = MetricValue<string> & Partial<Pick<MetricValueWithName<string>, 'metricName'>>
type Labels = Value['labels']

export type OtlpSource = {
  readonly serviceName: string
  /** Two processes of one service are two series. */
  readonly instance: string
  /** Counters count since then. */
  readonly since: Date
  readonly at: Date
}

/** Counts go on from the start of the process. */
const CUMULATIVE = 2

export function otlpMetrics(metrics: readonly PromMetric[], source: OtlpSource): object {
  const attributes = told({ 'service.name': source.serviceName, 'service.instance.id': source.instance })
  const span = { startTimeUnixNano: nanos(source.since), timeUnixNano: nanos(source.at) }
  const described = metrics.flatMap((metric) => {
    const data = dataOf(metric, span)
    return data ? [{ name: metric.name, description: metric.help, ...data }] : []
  })
  return {
    resourceMetrics: [
      { resource: { attributes }, scopeMetrics: [{ scope: { name: 'paywages' }, metrics: described }] },
    ],
  }
}

function dataOf({ type, name, values }: PromMetric, span: object): object | undefined {
  const plain = () =>
    values.map(({ labels, value }) => ({ attributes: told(labels), ...span, asDouble: double(value) }))
  // The types of the package are an enumeration in its declarations and words in what it tells.
  switch (String(type)) {
    case 'counter':
      return { sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: plain() } }
    case 'gauge':
      return { gauge: { dataPoints: plain() } }
    case 'histogram':
      return { histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histograms(name, values, span) } }
    default:
      return undefined
  }
}

/** Buckets are told one by one there, each with all below it; here together, each alone. */
function histograms(name: string, values: readonly Value[], span: object): object[] {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...groups.values()].map((group) => {
    const of = (part: string) => group.filter(({ metricName }) => metricName === `${name}_${part}`)
    const buckets = of('bucket').map(({ value }) => value)
    const { le: _, ...labels } = group[0]?.labels ?? {}
    return {
      attributes: told(labels),
      ...span,
      count: String(of('count')[0]?.value ?? 0),
      sum: double(of('sum')[0]?.value ?? 0),
      explicitBounds: of('bucket')
        .map(({ labels }) => Number(labels.le))
        .filter(Number.isFinite),
      bucketCounts: buckets.map((count, at) => String(count - (buckets[at - 1] ?? 0))),
    }
  })
}

const told = (labels: Labels | Record<string, string>) =>
  Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: String(value) } }))

/** JSON has no word for these numbers, the protocol has. */
const double = (value: number): number | string => (Number.isFinite(value) ? value : String(value))

const nanos = (at: Date): string => `${at.getTime()}000000`
